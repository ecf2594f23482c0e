// A provider's list of models: a free request that shows whether address and key are right.
import { spawnSync } from 'node:child_process';
import { keyFromEnvironment } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { isObject, text } from '../domain/json.ts';
import { getJson } from './http.ts';
import { ProviderError } from './provider.ts';

export type ModelList =
  | { state: 'listed'; models: string[] }
  | { state: 'failed'; why: string }
  /** There is nothing to ask. */
  | { state: 'unknown' };

const ANSWER_MS = 5000;

export async function listModels(settings: Settings): Promise<ModelList> {
  const { provider } = settings;
  if (provider === 'claude') return claudeProgram(settings.claudePath);
  const key = settings.apiKey || keyFromEnvironment(provider);
  const base = settings.baseUrl.replace(/\/+$/, '');
  const places: Record<string, { url: string; headers: Record<string, string> }> = {
    anthropic: {
      url: `${base || 'https://api.anthropic.com'}/v1/models`,
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    },
    gemini: {
      url: `${base || 'https://generativelanguage.googleapis.com'}/v1beta/models`,
      headers: { 'x-goog-api-key': key },
    },
    openai: {
      url: `${base || 'https://api.openai.com/v1'}/models`,
      headers: key ? { authorization: `Bearer ${key}` } : {},
    },
  };
  const place = places[provider];
  if (!place) return { state: 'unknown' };
  try {
    const answer = await getJson(place.url, place.headers, AbortSignal.timeout(ANSWER_MS));
    return { state: 'listed', models: namesIn(answer) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A server that has no such list answers all the same.
    if (/\b404\b/.test(error.message)) return { state: 'listed', models: [] };
    return { state: 'failed', why: error.message };
  }
}

/** Whether it is logged in, only a question that costs something would tell. */
function claudeProgram(program: string): ModelList {
  const { status } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? { state: 'unknown' } : { state: 'failed', why: 'the claude program cannot be started' };
}

function namesIn(answer: unknown): string[] {
  const list = isObject(answer) ? (answer['data'] ?? answer['models']) : null;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isObject)
    .flatMap((model) => text(model, 'id') ?? text(model, 'name')?.replace(/^models\//, '') ?? []);
}
