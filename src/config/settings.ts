// The settings in force: environment over file over default. No validation library, because hooks load this file too, and
// every millisecond counts there.
import { readFileSync, statSync } from 'node:fs';
import { CMemError } from '../domain/errors.ts';
import { parseValue } from './setting-values.ts';
import { SCHEMA } from './settings-schema.ts';

export { SCHEMA } from './settings-schema.ts';

/** Settings that belong together are nested in the file: `{ "context": { "tokens": 3000 } }` is `context.tokens`. */
type Group = 'context' | 'budget' | 'embeddings' | 'team';
type Schema = typeof SCHEMA;
export type SettingKey = keyof Schema;
type InGroup<G extends Group> = {
  [K in SettingKey as K extends `${G}.${infer Name}` ? Name : never]: Schema[K]['default'];
};
export type Settings = {
  [K in SettingKey as K extends `${Group}.${string}` ? never : K]: Schema[K]['default'];
} & { [G in Group]: InGroup<G> };
export type SettingSource = 'default' | 'file' | 'environment';

export interface LoadedSettings {
  settings: Settings;
  sources: Record<SettingKey, SettingSource>;
  /** Invalid values; each is replaced by its default. */
  problems: CMemError[];
}

export const SETTING_KEYS = Object.keys(SCHEMA) as SettingKey[];

/** Names that settings had in earlier versions. They still count, in the file and in the environment. */
const EARLIER_NAMES: Record<string, SettingKey> = {
  contextObservations: 'context.observations',
  contextSessions: 'context.sessions',
  contextFull: 'context.full',
  contextField: 'context.field',
  contextTypes: 'context.types',
  contextConcepts: 'context.concepts',
  contextTokens: 'context.tokens',
  promptContext: 'context.atPrompt',
  dailyTokens: 'budget.dailyTokens',
  monthlyTokens: 'budget.monthlyTokens',
  dailyUsd: 'budget.dailyUsd',
  monthlyUsd: 'budget.monthlyUsd',
  priceIn: 'budget.priceIn',
  priceOut: 'budget.priceOut',
};
/** Settings of earlier versions that are constants now. */
const RETIRED = ['quietMinutes', 'silentHours'];

/** `context.tokens` is `C_MEM_CONTEXT_TOKENS` in the environment. */
export function environmentName(key: string): string {
  return `C_MEM_${key
    .replace('.', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`;
}

/** The setting of this name, or of this earlier name; null if there is none. */
export function settingNamed(name: string): SettingKey | null {
  if (Object.hasOwn(SCHEMA, name)) return name as SettingKey;
  return Object.hasOwn(EARLIER_NAMES, name) ? (EARLIER_NAMES[name] as SettingKey) : null;
}

/** One setting's value, by its key. */
export function settingValue(settings: Settings, key: SettingKey): unknown {
  const [group, name] = key.split('.') as [string, string?];
  const value = (settings as unknown as Record<string, unknown>)[group];
  return name === undefined ? value : (value as Record<string, unknown>)[name];
}

/** The same settings with one changed. */
export function withValue(settings: Settings, key: SettingKey, value: unknown): Settings {
  return setIn(settings as unknown as Record<string, unknown>, key, value) as unknown as Settings;
}

/** Never throws: environment over file over default, and the problems found. */
export function loadSettings(file: string, env: NodeJS.ProcessEnv = process.env): LoadedSettings {
  const problems: CMemError[] = [];
  const stored = flatten(readStored(file, problems));
  const settings: Record<string, Record<string, unknown>> = { context: {}, budget: {}, embeddings: {}, team: {} };
  const sources: Record<string, SettingSource> = {};
  // In place, since hooks wait for it.
  const put = (key: SettingKey, value: unknown, source: SettingSource) => {
    const [group, name] = key.split('.') as [string, string?];
    const [place, own] = name === undefined ? [settings, group] : [settings[group] as Record<string, unknown>, name];
    (place as Record<string, unknown>)[own] = value;
    sources[key] = source;
  };
  for (const key of SETTING_KEYS) put(key, SCHEMA[key].default, 'default');
  const take = (key: SettingKey, value: unknown, source: SettingSource, place: string) => {
    const parsed = parseSetting(key, value);
    if ('problem' in parsed) {
      problems.push(new CMemError('SETTING_INVALID', `${place} ${parsed.problem}`, { subject: key }));
      return;
    }
    put(key, parsed.value, source);
  };
  for (const [name, value] of Object.entries(stored)) {
    const key = settingNamed(name);
    if (key) take(key, value, 'file', `"${name}" in ${file}`);
    else if (!RETIRED.includes(name))
      problems.push(new CMemError('SETTING_INVALID', `"${name}" in ${file} is not a setting`));
  }
  // Today's names last: they override. Some are the same as earlier ones.
  const names = Object.keys(env).some(mayBeSetting) ? [...Object.keys(EARLIER_NAMES), ...SETTING_KEYS] : [];
  for (const [variable, name] of new Map(names.map((name) => [environmentName(name), name]))) {
    const value = env[variable];
    if (value) take(settingNamed(name) as SettingKey, value, 'environment', variable);
  }
  return {
    settings: settings as unknown as Settings,
    sources: sources as Record<SettingKey, SettingSource>,
    problems,
  };
}

/** Most environments hold no setting, and to look for each takes a hook a while. */
const mayBeSetting = (variable: string) => variable.startsWith('C_MEM_') && variable !== 'C_MEM_HOME';

/** Reads one value, given as JSON (from the file) or as text (from the environment or a command line). */
export function parseSetting(key: SettingKey, value: unknown): { value: unknown } | { problem: string } {
  return parseValue(SCHEMA[key].kind, value);
}

/** Whether its value is never shown. */
export function isSecret(key: SettingKey): boolean {
  const { kind } = SCHEMA[key];
  return kind.type === 'text' && kind.secret === true;
}

/** The stored settings with one changed (undefined: removed), under its name of today. */
export function changeStored(stored: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  const named = settingNamed(key) ?? key;
  const earlier = Object.keys(EARLIER_NAMES).filter((name) => EARLIER_NAMES[name] === named);
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !earlier.includes(name)));
  return setIn(kept, named, value);
}

/** A copy in which `group.name` or `name` has this value; an empty group goes. */
function setIn(object: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  const [name, inner] = key.split('.') as [string, string?];
  const own = inner === undefined ? value : setIn(asObject(object[name]), inner, value);
  const { [name]: _, ...rest } = object;
  const isGone = own === undefined || (inner !== undefined && Object.keys(own as object).length === 0);
  return isGone ? rest : { ...rest, [name]: own };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** `{ context: { tokens: 1 } }` -> `{ 'context.tokens': 1 }`; earlier names first, so that today's override them. */
function flatten(stored: Record<string, unknown>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const groups = SETTING_KEYS.flatMap((key) => (key.includes('.') ? [key.split('.')[0] as string] : []));
  for (const [name, value] of Object.entries(stored)) if (!groups.includes(name)) flat[name] = value;
  for (const group of new Set(groups)) {
    const value = stored[group];
    if (value === undefined) continue;
    if (value !== asObject(value)) flat[group] = value;
    else for (const [name, inner] of Object.entries(asObject(value))) flat[`${group}.${name}`] = inner;
  }
  return flat;
}

/** The last settings that could be read, kept beside the file by the worker. */
export const lastGood = (file: string): string => `${file}.good`;

/**
 * A file that cannot be read must not switch off what protects private text (excluded projects, redaction): the last
 * settings that could be read stay in force.
 */
function readStored(file: string, problems: CMemError[]): Record<string, unknown> {
  const stored = readObject(file, problems);
  return stored ?? readObject(lastGood(file), []) ?? {};
}

/** Null if it is there and cannot be read. */
function readObject(file: string, problems: CMemError[]): Record<string, unknown> | null {
  let content: string;
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return {};
    content = readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(new CMemError('SETTINGS_UNREADABLE', `${file} cannot be read`, { cause: error }));
    return null;
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
  return null;
}
