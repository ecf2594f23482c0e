// The one schema of settings: defaults, file, environment, and the documentation generated from it. No validation library,
// because hooks load this file too, and every millisecond counts there.

import { readFileSync, statSync } from 'node:fs';
import { CMemError } from '../domain/errors.ts';
import { OBSERVATION_TYPES } from '../domain/memory-types.ts';

type Kind =
  | { type: 'integer'; min: number; max: number }
  | { type: 'decimal'; min: number; max: number }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'text'; secret?: true }
  | { type: 'list'; values?: readonly string[]; check?: (item: string) => string | null };

interface Entry<T> {
  about: string;
  kind: Kind;
  default: T;
}

const entry = <T>(about: string, kind: Kind, fallback: T): Entry<T> => ({ about, kind, default: fallback });

export const SCHEMA = {
  skipTools: entry<string[]>(
    'Tools whose calls are not recorded (`*` matches any characters). C-Mem’s own MCP tools are always skipped.',
    { type: 'list' },
    [
      'ListMcpResourcesTool',
      'SlashCommand',
      'Skill',
      'TodoWrite',
      'TaskCreate',
      'TaskUpdate',
      'TaskOutput',
      'AskUserQuestion',
      'ToolSearch',
    ],
  ),
  excludeProjects: entry<string[]>(
    'Folders in which nothing is captured, as globs on the absolute path, such as `/home/me/secret/**`.',
    { type: 'list' },
    [],
  ),
  redactPatterns: entry<string[]>(
    'Additional secrets to redact, each as `kind=regular expression`, such as `badge=EMP-[0-9]{6}`.',
    { type: 'list', check: checkPattern },
    [],
  ),
  fieldLimitKb: entry<number>(
    'Maximum size of a stored field (a prompt, tool input or tool response), in kilobytes.',
    { type: 'integer', min: 1, max: 4096 },
    64,
  ),
  quietMinutes: entry<number>(
    'Minutes without an event after which a turn is compressed even if it has not ended.',
    { type: 'integer', min: 1, max: 1440 },
    10,
  ),
  batchEvents: entry<number>(
    'Events per compression: longer turns are compressed in pieces of this size.',
    { type: 'integer', min: 10, max: 1000 },
    60,
  ),
  provider: entry<string>(
    'Compressor: `embedded` is free and needs no model; the others call a model and fall back to `embedded`.',
    { type: 'choice', values: ['embedded', 'claude', 'anthropic', 'gemini', 'openai'] },
    'embedded',
  ),
  model: entry<string>('Model name (empty: a small, cheap model of the provider).', { type: 'text' }, ''),
  baseUrl: entry<string>(
    'API address, such as `http://127.0.0.1:11434/v1` for Ollama (empty: the provider’s own).',
    { type: 'text' },
    '',
  ),
  apiKey: entry<string>(
    'API key (empty: `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` or `OPENAI_API_KEY` from the environment).',
    { type: 'text', secret: true },
    '',
  ),
  claudePath: entry<string>('Path of the `claude` program, for the provider `claude`.', { type: 'text' }, 'claude'),
  verbosity: entry<string>(
    'How much detail a model records.',
    { type: 'choice', values: ['minimal', 'normal', 'verbose'] },
    'normal',
  ),
  answerSeconds: entry<number>('Seconds to wait for a model’s answer.', { type: 'integer', min: 1, max: 600 }, 120),
  dailyTokens: entry<number>('Maximum model tokens per day.', { type: 'integer', min: 0, max: 1e9 }, 2_000_000),
  monthlyTokens: entry<number>('Maximum model tokens per month.', { type: 'integer', min: 0, max: 1e10 }, 20_000_000),
  dailyUsd: entry<number>('Maximum model cost per day (USD).', { type: 'decimal', min: 0, max: 10_000 }, 2),
  monthlyUsd: entry<number>('Maximum model cost per month (USD).', { type: 'decimal', min: 0, max: 100_000 }, 20),
  priceIn: entry<number>(
    'Price per million input tokens (USD), used if the provider does not report cost.',
    { type: 'decimal', min: 0, max: 1000 },
    1,
  ),
  priceOut: entry<number>(
    'Price per million output tokens (USD), used if the provider does not report cost.',
    { type: 'decimal', min: 0, max: 1000 },
    5,
  ),
  contextObservations: entry<number>(
    'Maximum observations in the session-start context.',
    { type: 'integer', min: 1, max: 200 },
    50,
  ),
  contextSessions: entry<number>(
    'Maximum sessions in the session-start context.',
    { type: 'integer', min: 1, max: 50 },
    10,
  ),
  contextFull: entry<number>(
    'How many of the newest observations the session-start context shows in full.',
    { type: 'integer', min: 0, max: 20 },
    5,
  ),
  contextField: entry<string>(
    'What is shown of an observation in full, besides its title.',
    { type: 'choice', values: ['narrative', 'facts'] },
    'narrative',
  ),
  contextTypes: entry<string[]>(
    'Observation types in the session-start context (empty: all).',
    { type: 'list', values: OBSERVATION_TYPES },
    [],
  ),
  contextConcepts: entry<string[]>(
    'Concepts of the observations in the session-start context (empty: all).',
    { type: 'list' },
    [],
  ),
  contextTokens: entry<number>(
    'Approximate token limit of the session-start context, which never exceeds 9,500 characters.',
    { type: 'integer', min: 100, max: 10_000 },
    3000,
  ),
  promptContext: entry<string>(
    'Whether memories that clearly match a prompt are injected with it.',
    { type: 'choice', values: ['on', 'off'] },
    'on',
  ),
  rawDays: entry<number>(
    'Days to keep raw events after they were compressed, so that they can be recompressed.',
    { type: 'integer', min: 0, max: 3650 },
    30,
  ),
  idleMinutes: entry<number>('Idle minutes after which the worker exits.', { type: 'integer', min: 1, max: 1440 }, 30),
  silentHours: entry<number>(
    'Hours without an event after which a session counts as interrupted.',
    { type: 'integer', min: 1, max: 720 },
    24,
  ),
  port: entry<number>(
    'Port on 127.0.0.1 for the API and the viewer. If it is taken or 0, a free port is used and written to the `port` file. Takes effect when the worker restarts.',
    { type: 'integer', min: 0, max: 65535 },
    37777,
  ),
  stopSeconds: entry<number>(
    'Seconds a running compression may continue after a request over HTTP to stop its session.',
    { type: 'integer', min: 0, max: 600 },
    5,
  ),
  logLevel: entry<string>(
    'Log level of the worker.',
    { type: 'choice', values: ['error', 'warn', 'info', 'debug'] },
    'info',
  ),
};

type Schema = typeof SCHEMA;
export type SettingKey = keyof Schema;
export type Settings = { [K in SettingKey]: Schema[K]['default'] };
export type SettingSource = 'default' | 'file' | 'environment';

export interface LoadedSettings {
  settings: Settings;
  sources: Record<SettingKey, SettingSource>;
  /** Invalid values; each is replaced by its default. */
  problems: CMemError[];
}

export const SETTING_KEYS = Object.keys(SCHEMA) as SettingKey[];

/** `fieldLimitKb` is `C_MEM_FIELD_LIMIT_KB` in the environment. */
export function environmentName(key: string): string {
  return `C_MEM_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** `C_MEM_CONTEXT_TOKENS` -> contextTokens */
function settingName(variable: string): string {
  return variable
    .slice('C_MEM_'.length)
    .toLowerCase()
    .replace(/_[a-z]/g, (letter) => (letter[1] as string).toUpperCase());
}

/** Never throws: environment over file over default, and the problems found. */
export function loadSettings(file: string, env: NodeJS.ProcessEnv = process.env): LoadedSettings {
  const problems: CMemError[] = [];
  const stored = readStored(file, problems);
  const variables = new Map<string, string>();
  for (const name of Object.keys(env)) {
    if (!name.startsWith('C_MEM_') || !env[name]) continue;
    const key = settingName(name);
    if (environmentName(key) === name) variables.set(key, name);
  }
  const settings: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  for (const key of SETTING_KEYS) {
    settings[key] = SCHEMA[key].default;
    sources[key] = 'default';
    const variable = variables.get(key);
    const candidates: [SettingSource, unknown, string][] = [];
    if (stored[key] !== undefined) candidates.push(['file', stored[key], `"${key}" in ${file}`]);
    if (variable) candidates.push(['environment', env[variable], variable]);
    for (const [source, value, place] of candidates) {
      const parsed = parseSetting(key, value);
      if ('problem' in parsed) {
        problems.push(new CMemError('SETTING_INVALID', `${place} ${parsed.problem}`, { subject: key }));
      } else {
        settings[key] = parsed.value;
        sources[key] = source;
      }
    }
  }
  for (const key of Object.keys(stored)) {
    if (!(key in SCHEMA)) {
      problems.push(new CMemError('SETTING_INVALID', `"${key}" in ${file} is not a setting`));
    }
  }
  return { settings: settings as Settings, sources: sources as Record<SettingKey, SettingSource>, problems };
}

/** Reads one value, given as JSON (from the file) or as text (from the environment or a command line). */
export function parseSetting(key: SettingKey, value: unknown): { value: unknown } | { problem: string } {
  const { kind } = SCHEMA[key];
  switch (kind.type) {
    case 'integer': {
      const parsed = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isInteger(parsed) || parsed < kind.min || parsed > kind.max) {
        return { problem: `must be a whole number from ${kind.min} to ${kind.max}, not ${shown(value)}` };
      }
      return { value: parsed };
    }
    case 'decimal': {
      const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof parsed !== 'number' || !Number.isFinite(parsed) || parsed < kind.min || parsed > kind.max) {
        return { problem: `must be a number from ${kind.min} to ${kind.max}, not ${shown(value)}` };
      }
      return { value: parsed };
    }
    case 'text':
      return typeof value === 'string'
        ? { value }
        : { problem: kind.secret ? 'must be a string' : `must be a string, not ${shown(value)}` };
    case 'choice':
      return kind.values.includes(value as string)
        ? { value }
        : { problem: `must be one of ${kind.values.join(', ')}, not ${shown(value)}` };
    case 'list': {
      const items = typeof value === 'string' ? splitList(value) : value;
      if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
        return { problem: `must be a list of strings, not ${shown(value)}` };
      }
      const odd = items.find((item) => kind.values && !kind.values.includes(item));
      if (odd !== undefined) return { problem: `must be a list of ${kind.values?.join(', ')}, not ${shown(odd)}` };
      for (const item of items) {
        const problem = kind.check?.(item) ?? null;
        if (problem) return { problem };
      }
      return { value: items };
    }
  }
}

/** Whether its value is never shown. */
export function isSecret(key: SettingKey): boolean {
  const { kind } = SCHEMA[key];
  return kind.type === 'text' && kind.secret === true;
}

function readStored(file: string, problems: CMemError[]): Record<string, unknown> {
  let content: string;
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return {};
    content = readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(new CMemError('SETTINGS_UNREADABLE', `${file} cannot be read`, { cause: error }));
    return {};
  }
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
  } catch {
    // reported below without the parser's message, which quotes the file
  }
  problems.push(new CMemError('SETTINGS_UNREADABLE', `${file} is not a JSON object`));
  return {};
}

function splitList(value: string): unknown {
  if (value.trimStart().startsWith('[')) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function checkPattern(item: string): string | null {
  const match = /^([a-z][a-z0-9-]*)=(.+)$/s.exec(item);
  if (!match) return `must contain entries of the form kind=regular expression, not ${shown(item)}`;
  try {
    new RegExp(match[2] as string, 'g');
    return null;
  } catch {
    return `contains an invalid regular expression: ${shown(item)}`;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
