// The viewer in a real Chromium: the time of a frame while scrolling 100,000 memories against 1,000, and the first rows.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadTs } from '../scripts/load-ts.mjs';
import { cli, env, heading, load, median, report, root, scratch } from './harness.mjs';

const SIZES = [1000, 100_000];
const FRAMES = 240;
const ROUNDS = 4;
const STEP = 70;

/** In the page: the mean time of a frame while the list is scrolled, in milliseconds. */
const SCROLL = `async (from) => {
  const list = document.querySelector('.rows');
  list.scrollTop = from;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let n = 0; n < 20; n += 1) await frame();
  const start = await frame();
  let last = start;
  for (let n = 0; n < ${FRAMES}; n += 1) {
    list.scrollTop += ${STEP};
    last = await frame();
  }
  return (last - start) / ${FRAMES};
}`;
/** In the page: loads the whole list. */
const LOAD = `async () => {
  const list = document.querySelector('.rows');
  for (let height = 0, still = 0; still < 40; ) {
    list.scrollTop = 1e9;
    await new Promise((done) => setTimeout(done, 10));
    still = list.scrollHeight === height ? still + 1 : 0;
    height = list.scrollHeight;
  }
  return list.scrollHeight;
}`;

export async function viewerCosts() {
  const { launchBrowser } = loadTs('test/helpers/browser.ts');
  const browser = await launchBrowser();
  const stores = [];
  heading('Viewer, in a real browser');
  try {
    for (const size of SIZES) stores.push(await openStore(browser, size));
    const [few, many] = stores;
    for (const store of stores) store.height = await store.page.evaluate(`(${LOAD})()`);
    // The same distance from the top and, in the large one, from the middle, in turns.
    const times = { few: [], many: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.few.push(await few.page.evaluate(`(${SCROLL})(0)`));
      times.many.push(await many.page.evaluate(`(${SCROLL})(${Math.round((many.height * round) / ROUNDS)})`));
    }
    report('frame while scrolling 1,000', median(times.few), 'ms');
    report('frame while scrolling 100,000', median(times.many), 'ms');
    report('100,000 against 1,000', median(times.many) / median(times.few), '×', { at: 1.2, text: 'at most 1.2 ×' });
    for (const { size, first } of stores) report(`first rows of ${size.toLocaleString('en')}`, first, 'ms');
    const assets = join(root, 'dist', 'viewer', 'assets');
    for (const name of readdirSync(assets)) {
      const kilobytes = gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / 1000;
      const budget = name.endsWith('.js') ? { at: 40, text: 'under 40 KB gzipped' } : undefined;
      report(`${name.endsWith('.js') ? 'script' : 'styles'}, gzipped`, kilobytes, 'KB', budget);
    }
  } finally {
    await browser.close();
    for (const store of stores) run(store.home, 'worker', 'stop');
  }
}

const run = (home, ...args) =>
  execFileSync(process.execPath, [cli, ...args], {
    env: { ...env, C_MEM_HOME: home, C_MEM_PORT: '0' },
    encoding: 'utf8',
  });

async function openStore(browser, size) {
  const home = join(scratch, `viewer-${size}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  load('stores').makeStore(join(home, 'c-mem.db'), size, scratch);
  run(home, 'worker', 'start');
  const { url } = JSON.parse(run(home, 'viewer', '--json'));
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url);
  await page.goto(`${new URL(url).origin}/#/memories`);
  const firsts = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload();
    await page.locator('a.memory').first().waitFor();
    firsts.push(await page.evaluate('performance.now()'));
  }
  return { home, page, size, first: median(firsts) };
}
