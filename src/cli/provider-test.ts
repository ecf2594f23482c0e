// One small question to the model, to see whether it answers, and what a turn would cost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf } from '../compress/budget.ts';
import type { Settings } from '../config/settings.ts';
import { chooseProvider } from '../providers/choose.ts';
import { remedyFor } from '../providers/remedy.ts';

const ANSWER_MS = 60_000;
/** Of a turn as it usually is, with the instructions. */
const TURN = { tokensIn: 4000, tokensOut: 500 };

export type ProviderTest =
  | { ok: true; model: string; ms: number; tokensIn: number; tokensOut: number; usd: number }
  | { ok: false; why: string; fix: string };

export async function testProvider(settings: Settings): Promise<ProviderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-provider-'));
  const began = Date.now();
  try {
    const provider = chooseProvider(settings, folder);
    if (!provider) throw new Error('the embedded compressor needs no model');
    const reply = await provider.ask({
      system: 'You answer with one word.',
      user: 'Say OK.',
      maxTokens: 200,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { model, tokensIn, tokensOut } = reply;
    return { ok: true, model, ms: Date.now() - began, tokensIn, tokensOut, usd: costOf(reply, settings) };
  } catch (error) {
    const why = (error as Error).message;
    return { ok: false, why, fix: remedyFor(settings.provider, why, settings.baseUrl) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What it costs to use this provider, before anything is spent. */
export function priceLines(settings: Settings): string[] {
  const { budget, provider, baseUrl } = settings;
  if (provider === 'claude')
    return ['Your Claude plan pays: about one call per turn, roughly 4,500 tokens each.', capsLine(settings)];
  const local = /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl);
  if (local) return ['Your own machine does the work: it costs nothing but time.'];
  const turn = costOf({ ...TURN, costUsd: null }, settings);
  return [
    `A turn costs about $${turn.toFixed(4)}: 4,000 tokens in at $${budget.priceIn}, 500 out at $${budget.priceOut} per million.`,
    'These are the prices in your settings (budget.priceIn, budget.priceOut); set those of your model.',
    capsLine(settings),
  ];
}

const capsLine = ({ budget }: Settings) =>
  `The caps are $${budget.dailyUsd} per day and $${budget.monthlyUsd} per month; beyond them, the embedded compressor takes over.`;

export const testedLine = (test: ProviderTest): string =>
  test.ok
    ? `${test.model} answered in ${(test.ms / 1000).toFixed(1)} s: ${test.tokensIn + test.tokensOut} tokens, $${test.usd.toFixed(4)}.`
    : `No answer: ${test.why}. ${test.fix}`;
