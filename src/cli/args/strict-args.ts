// Reads a command line strictly: anything a command does not know is refused before it does anything. The library that
// describes commands drops unknown flags, and a misspelled `--since` once deleted a whole project.

import { CMemError } from '../../domain/errors.ts';
import { didYouMean } from '../../text/did-you-mean.ts';

export interface ArgDefinition {
  type?: string | undefined;
  description?: string | undefined;
  default?: string | boolean | undefined;
  /** Positionals are required unless this is false; flags only if it is true. */
  required?: boolean | undefined;
  /** The values of an enum. */
  options?: readonly string[] | undefined;
  /** Only for the last positional: takes all remaining words. */
  variadic?: boolean | undefined;
}
export type ArgDefinitions = Record<string, ArgDefinition>;

export interface GivenArgs {
  /** All positionals. */
  _: string[];
  [name: string]: string | boolean | string[] | undefined;
}

/** `path` is the command as typed, such as `c-mem config set`. */
export function readArgs(path: string, definitions: ArgDefinitions, words: readonly string[]): GivenArgs {
  const given = new Map<string, string | boolean>();
  const positionals: string[] = [];
  const flags = Object.keys(definitions).filter((name) => definitions[name]?.type !== 'positional');

  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (word === '--') {
      positionals.push(...words.slice(index + 1));
      break;
    }
    if (!isFlag(word)) {
      positionals.push(word);
      continue;
    }
    const { name, value } = split(word);
    const negated = isNegation(name, definitions);
    const definition = negated ?? (flags.includes(name) ? definitions[name] : undefined);
    if (!definition || !word.startsWith('--')) throw unknownFlag(path, definitions, flags, word);
    if (definition.type === 'boolean') {
      set(given, negated ? name.slice('no-'.length) : name, truth(name, value, negated !== null));
      continue;
    }
    const next = words[index + 1];
    const text = value ?? (next === undefined || isFlag(next) || next === '--' ? '' : next);
    if (text === '') throw withoutValue(name, next);
    if (value === null) index += 1;
    if (definition.options && !definition.options.includes(text)) throw notAnOption(name, text, definition.options);
    set(given, name, text);
  }
  return { ...named(path, definitions, given, positionals), _: positionals };
}

/** Starts with a dash, and is neither `-` alone nor a negative number. */
const isFlag = (word: string) => word.length > 1 && word.startsWith('-') && !/^-\.?\d/.test(word);

function split(word: string): { name: string; value: string | null } {
  const equals = word.indexOf('=');
  const name = (equals < 0 ? word : word.slice(0, equals)).replace(/^--?/, '');
  return { name, value: equals < 0 ? null : word.slice(equals + 1) };
}

/** `--no-open`: only for flags that are on by default. */
function isNegation(name: string, definitions: ArgDefinitions): ArgDefinition | null {
  if (!name.startsWith('no-')) return null;
  const positive = name.slice('no-'.length);
  const definition = Object.hasOwn(definitions, positive) ? definitions[positive] : undefined;
  return definition?.type === 'boolean' && definition.default === true ? definition : null;
}

function truth(name: string, value: string | null, negated: boolean): boolean {
  if (value === null) return !negated;
  if (!negated && (value === 'true' || value === 'false')) return value === 'true';
  throw new CMemError('USAGE', `--${name} takes no value, but got "${value}"`, {
    fix: `Use --${name} without a value.`,
  });
}

function set(given: Map<string, string | boolean>, name: string, value: string | boolean): void {
  const before = given.get(name);
  if (typeof value === 'string' && before !== undefined)
    throw new CMemError('USAGE', `--${name} is used twice`, { fix: 'Use it once.' });
  if (before !== undefined && before !== value)
    throw new CMemError('USAGE', `--${name} is switched both on and off`, { fix: 'Use it once.' });
  given.set(name, value);
}

function named(
  path: string,
  definitions: ArgDefinitions,
  given: Map<string, string | boolean>,
  positionals: string[],
): Omit<GivenArgs, '_'> {
  const args: Omit<GivenArgs, '_'> = Object.create(null) as Omit<GivenArgs, '_'>;
  let place = 0;
  let takesRest = false;
  for (const [name, definition] of Object.entries(definitions)) {
    if (definition.type !== 'positional') {
      args[name] = given.get(name) ?? definition.default;
      if (args[name] === undefined && definition.required)
        throw new CMemError('USAGE', `--${name} is missing`, {
          fix: `Add --${name} VALUE (${definition.description ?? 'required'}).`,
        });
      continue;
    }
    const word = positionals[place];
    place += 1;
    takesRest ||= definition.variadic === true;
    args[name] = word ?? definition.default;
    if (args[name] === undefined && definition.required !== false)
      throw new CMemError('USAGE', `${name.toUpperCase()} is missing (${definition.description ?? 'required'})`, {
        fix: `Usage: ${usageOf(path, definitions)}`,
      });
  }
  const surplus = positionals[place];
  if (surplus !== undefined && !takesRest)
    throw new CMemError('USAGE', `Unexpected argument "${surplus}"`, {
      fix: place === 0 ? `\`${path}\` takes no arguments.` : `Usage: ${usageOf(path, definitions)}`,
    });
  return args;
}

export function usageOf(path: string, definitions: ArgDefinitions): string {
  const parts = Object.entries(definitions)
    .filter(([, { type }]) => type === 'positional')
    .map(([name, { required, default: fallback, variadic }]) => {
      const shown = `${name.toUpperCase()}${variadic ? '…' : ''}`;
      return required === false || fallback !== undefined ? `[${shown}]` : `<${shown}>`;
    });
  return [path, ...parts].join(' ');
}

function unknownFlag(path: string, definitions: ArgDefinitions, flags: string[], word: string): CMemError {
  const { name } = split(word);
  const spelled = flags.map((flag) => (definitions[flag]?.default === true ? `no-${flag}` : flag));
  const list = spelled.map((flag) => `--${flag}`).join(', ');
  const fix = list === '' ? `\`${path}\` takes no options.` : `\`${path}\` takes ${list}.`;
  const known = [...new Set([...flags, ...spelled, 'help'])];
  const asText = Object.values(definitions).some(({ variadic }) => variadic)
    ? ' Put text that starts with - after --.'
    : '';
  return new CMemError('USAGE', `Unknown option ${word.startsWith('--') ? `--${name}` : word}`, {
    fix: `${didYouMean(name, known, (flag) => `--${flag}`)}${fix}${asText}`,
  });
}

function withoutValue(name: string, next: string | undefined): CMemError {
  const dash = next !== undefined && isFlag(next) ? ` If ${next} is the value, use --${name}=${next}.` : '';
  return new CMemError('USAGE', `--${name} needs a value`, { fix: `Use --${name} VALUE.${dash}` });
}

function notAnOption(name: string, value: string, options: readonly string[]): CMemError {
  return new CMemError('USAGE', `Invalid --${name} value "${value}"`, {
    fix: `${didYouMean(value, options)}Use one of: ${options.join(', ')}.`,
  });
}
