// Starts a worker with the shop's memories and opens browser pages through the single-use link.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { createScratch, type Scratch, waitFor } from './scratch.ts';
import { fillShop, type Shop } from './shop.ts';

export interface ViewerBench {
  scratch: Scratch;
  shop: Shop;
  base: string;
  token: string;
  /** Opens a page with its own cookies, on the memories unless told otherwise, and collects its console errors. */
  open(options?: BrowserContextOptions, place?: string): Promise<{ page: Page; complaints: string[] }>;
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
}

export async function startViewer(
  browser: Browser,
  fill: (scratch: Scratch) => Shop = fillWithShop,
): Promise<ViewerBench> {
  const scratch = createScratch();
  Object.assign(scratch.env, { C_MEM_PORT: '0' });
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const shop = fill(scratch);
  await scratch.cli(['worker', 'start']);
  const port = await waitFor(() => readPort(scratch), 'the port');
  const base = `http://127.0.0.1:${port}`;
  const token = readFileSync(scratch.paths.token, 'utf8').trim();
  return {
    scratch,
    shop,
    base,
    token,
    open: (options, place) => openViewer(browser, scratch, options, place),
    async api(method, path, body) {
      const reply = await fetch(base + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    },
  };
}

/** Opens the viewer of a home as its user does, through `c-mem viewer`. */
export async function openViewer(
  browser: Browser,
  scratch: Scratch,
  options: BrowserContextOptions = {},
  place = 'memories',
): Promise<{ page: Page; complaints: string[] }> {
  const { url } = JSON.parse((await scratch.cli(['viewer', '--json'])).stdout) as { url: string };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.goto(`${new URL(url).origin}/#/${place}`);
  await page.locator('.connection.is-live').waitFor({ state: 'attached' });
  return { page, complaints };
}

export function readPort(scratch: Scratch): number | null {
  try {
    return Number(readFileSync(scratch.paths.port, 'utf8')) || null;
  } catch {
    return null;
  }
}

export function fillWithShop(scratch: Scratch): Shop {
  const db = openDatabase(scratch.paths.database);
  const shop = fillShop(db, join(scratch.home, 'work'), Date.now());
  db.close();
  return shop;
}
