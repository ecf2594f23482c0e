// The one schema of settings: defaults, file, environment, and the documentation generated from it.
// Plain code and no validation library, because hooks load it too and every millisecond counts there.

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
    'Tools whose calls are not recorded. `*` stands for any characters. Our own MCP tools are always skipped.',
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
    'Folders in which nothing is recorded, as globs on the absolute path, such as `/home/me/secret/**`.',
    { type: 'list' },
    [],
  ),
  redactPatterns: entry<string[]>(
    'Your own secrets to redact, each as `kind=regular expression`, such as `badge=EMP-[0-9]{6}`.',
    { type: 'list', check: checkPattern },
    [],
  ),
  fieldLimitKb: entry<number>(
    'A stored field (a prompt, a tool input, a tool response) is cut at this many kilobytes.',
    { type: 'integer', min: 1, max: 4096 },
    64,
  ),
  quietMinutes: entry<number>(
    'A turn without an event for this many minutes is compressed without waiting for its end.',
    { type: 'integer', min: 1, max: 1440 },
    10,
  ),
  batchEvents: entry<number>(
    'A turn with this many events is compressed in pieces of that size.',
    { type: 'integer', min: 10, max: 1000 },
    60,
  ),
  provider: entry<string>(
    'Who compresses: `embedded` needs no model and costs nothing; the others ask a model and fall back to it.',
    { type: 'choice', values: ['embedded', 'claude', 'anthropic', 'gemini', 'openai'] },
    'embedded',
  ),
  model: entry<string>('The model to ask; empty for a small, cheap one of the provider.', { type: 'text' }, ''),
  baseUrl: entry<string>(
    'Where to ask, such as `http://127.0.0.1:11434/v1` for Ollama; empty for the provider’s own.',
    { type: 'text' },
    '',
  ),
  apiKey: entry<string>(
    'The key of the provider. Empty: `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` or `OPENAI_API_KEY` from the environment.',
    { type: 'text', secret: true },
    '',
  ),
  claudePath: entry<string>('The `claude` program, for the provider `claude`.', { type: 'text' }, 'claude'),
  verbosity: entry<string>(
    'How much a model writes down.',
    { type: 'choice', values: ['minimal', 'normal', 'verbose'] },
    'normal',
  ),
  answerSeconds: entry<number>('How long a model may take to answer.', { type: 'integer', min: 1, max: 600 }, 120),
  dailyTokens: entry<number>('Tokens that models may use in a day.', { type: 'integer', min: 0, max: 1e9 }, 2_000_000),
  monthlyTokens: entry<number>(
    'Tokens that models may use in a month.',
    { type: 'integer', min: 0, max: 1e10 },
    20_000_000,
  ),
  dailyUsd: entry<number>('Dollars that models may cost in a day.', { type: 'decimal', min: 0, max: 10_000 }, 2),
  monthlyUsd: entry<number>('Dollars that models may cost in a month.', { type: 'decimal', min: 0, max: 100_000 }, 20),
  priceIn: entry<number>(
    'What a million tokens of input cost, in dollars, where the provider does not tell.',
    { type: 'decimal', min: 0, max: 1000 },
    1,
  ),
  priceOut: entry<number>(
    'What a million tokens of output cost, in dollars, where the provider does not tell.',
    { type: 'decimal', min: 0, max: 1000 },
    5,
  ),
  contextObservations: entry<number>(
    'How many findings a session is told of at its start.',
    { type: 'integer', min: 1, max: 200 },
    50,
  ),
  contextSessions: entry<number>(
    'How many earlier sessions a session is told of at its start.',
    { type: 'integer', min: 1, max: 50 },
    10,
  ),
  contextFull: entry<number>(
    'How many of the newest findings are shown in full at the start.',
    { type: 'integer', min: 0, max: 20 },
    5,
  ),
  contextField: entry<string>(
    'What a finding shown in full consists of, besides its title.',
    { type: 'choice', values: ['narrative', 'facts'] },
    'narrative',
  ),
  contextTypes: entry<string[]>(
    'Only findings of these types are shown at the start; empty for all.',
    { type: 'list', values: OBSERVATION_TYPES },
    [],
  ),
  contextConcepts: entry<string[]>(
    'Only findings with one of these concepts are shown at the start; empty for all.',
    { type: 'list' },
    [],
  ),
  contextTokens: entry<number>(
    'About how many tokens the context at the start may cost; it is never longer than 9,500 characters.',
    { type: 'integer', min: 100, max: 10_000 },
    3000,
  ),
  promptContext: entry<string>(
    'Whether memories that clearly match a prompt are handed in with it.',
    { type: 'choice', values: ['on', 'off'] },
    'on',
  ),
  rawDays: entry<number>(
    'What was captured is kept in full for this many days after it became memories, so that it can be compressed again.',
    { type: 'integer', min: 0, max: 3650 },
    30,
  ),
  idleMinutes: entry<number>(
    'The worker ends by itself after this many minutes with nothing to do.',
    { type: 'integer', min: 1, max: 1440 },
    30,
  ),
  silentHours: entry<number>(
    'A session without an event for this many hours counts as interrupted.',
    { type: 'integer', min: 1, max: 720 },
    24,
  ),
  port: entry<number>(
    'The port on 127.0.0.1 for the API and the viewer. Where it is taken, or 0, a free one; the `port` file tells which. A change counts from the next start of the worker.',
    { type: 'integer', min: 0, max: 65535 },
    37777,
  ),
  stopSeconds: entry<number>(
    'How long a session’s running compression may go on after someone asked over HTTP to stop it.',
    { type: 'integer', min: 0, max: 600 },
    5,
  ),
  logLevel: entry<string>(
    'How much the worker writes to its log.',
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
  /** What was wrong; each such key has its default instead. */
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

/** Never throws: environment over file over default, and the problems beside. */
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
        : { problem: `must be a text, not ${kind.secret ? 'that' : shown(value)}` };
    case 'choice':
      return kind.values.includes(value as string)
        ? { value }
        : { problem: `must be one of ${kind.values.join(', ')}, not ${shown(value)}` };
    case 'list': {
      const items = typeof value === 'string' ? splitList(value) : value;
      if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
        return { problem: `must be a list of texts, not ${shown(value)}` };
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
    // told below, without the parser's message: it quotes the file
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
  if (!match) return `must hold entries of the form kind=regular expression, not ${shown(item)}`;
  try {
    new RegExp(match[2] as string, 'g');
    return null;
  } catch {
    return `holds a regular expression that does not compile: ${shown(item)}`;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
