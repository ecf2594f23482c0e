// Unknown options, values and arguments are refused before anything is done.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArgDefinitions, readArgs } from './strict-args.ts';

const DEFINITIONS: ArgDefinitions = {
  first: { type: 'positional', description: 'what' },
  second: { type: 'positional', required: false },
  since: { type: 'string' },
  limit: { type: 'string', default: '20' },
  format: { type: 'enum', options: ['jsonl', 'markdown'], default: 'jsonl' },
  'dry-run': { type: 'boolean' },
  open: { type: 'boolean', default: true },
};
const read = (...words: string[]) => readArgs('c-mem x', DEFINITIONS, words);
const plain = (...words: string[]) => ({ ...read(...words) });

describe('what is understood', () => {
  it.each([
    [['a'], { first: 'a', second: undefined, since: undefined, limit: '20', open: true, _: ['a'] }],
    [['--since', '7d', 'a', '--dry-run'], { since: '7d', 'dry-run': true, first: 'a' }],
    [['a', '--since=7d', '--dry-run=false'], { since: '7d', 'dry-run': false }],
    [['a', '--since=a=b'], { since: 'a=b' }],
    [['a', '--no-open'], { open: false }],
    [['a', '-1'], { second: '-1' }],
    [['a', '-0.5'], { second: '-0.5' }],
    [['-'], { first: '-' }],
    [['a', '--limit', '-5'], { limit: '-5' }],
    [['--', '--since', '--help'], { first: '--since', second: '--help', since: undefined }],
    [['a', '--dry-run', '--dry-run'], { 'dry-run': true }],
    [['a', '--format', 'markdown'], { format: 'markdown' }],
  ])('%j', (words, expected) => {
    expect(plain(...words)).toMatchObject(expected);
  });

  it('a variadic positional takes all that is left', () => {
    const words: ArgDefinitions = { words: { type: 'positional', required: false, variadic: true } };
    expect(readArgs('c-mem search', words, ['a', 'b', '--', '-c'])._).toEqual(['a', 'b', '-c']);
    expect(readArgs('c-mem search', words, [])._).toEqual([]);
  });
});

describe('what is refused, and how', () => {
  it.each([
    [['a', '--sinze=1m'], 'Unknown option --sinze', 'Did you mean --since? `c-mem x` takes --since, --limit'],
    [['a', '--dryRun'], 'Unknown option --dryRun', 'Did you mean --dry-run?'],
    [['a', '--no-dry-run'], 'Unknown option --no-dry-run', 'Did you mean --dry-run?'],
    [['a', '-x'], 'Unknown option -x', '`c-mem x` takes'],
    [['a', '-dry-run'], 'Unknown option -dry-run', 'Did you mean --dry-run?'],
    [['a', '--__proto__'], 'Unknown option --__proto__', 'takes'],
    [['a', '--constructor=1'], 'Unknown option --constructor', 'takes'],
    [['a', '--first'], 'Unknown option --first', 'takes'],
    [['a', '--since'], '--since needs a value', 'Use --since VALUE.'],
    [['a', '--since='], '--since needs a value', 'Use --since VALUE.'],
    [['a', '--since', '--dry-run'], '--since needs a value', 'use --since=--dry-run'],
    [['a', '--since', '--', 'b'], '--since needs a value', ''],
    [['a', '--dry-run=maybe'], '--dry-run takes no value, but got "maybe"', 'Use --dry-run without a value.'],
    [['a', '--no-open=true'], '--no-open takes no value', ''],
    [['a', '--since', '1d', '--since=2d'], '--since is used twice', ''],
    [['a', '--open', '--no-open'], '--open is switched both on and off', ''],
    [['a', 'b', 'c'], 'Unexpected argument "c"', 'Usage: c-mem x <FIRST> [SECOND]'],
    [[], 'FIRST is missing (what)', 'Usage: c-mem x <FIRST> [SECOND]'],
    [['a', '--format', 'jsnol'], 'Invalid --format value "jsnol"', 'Did you mean jsonl? Use one of: jsonl, markdown.'],
  ])('%j', (words, message, fix) => {
    expect(() => read(...words)).toThrowError(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringContaining(message),
        fix: expect.stringContaining(fix),
      }),
    );
  });

  it('whatever is typed is understood or refused, and nothing else happens', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '--',
        '-',
        '--since',
        '--since=',
        '--dry-run',
        '--no-open',
        '--no-',
        '-1',
        '--=',
        '---',
        '--format',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        try {
          const { _: positionals, ...args } = read(...words);
          expect(positionals.every((each) => words.includes(each))).toBe(true);
          expect(Object.keys(args)).toEqual(Object.keys(DEFINITIONS));
        } catch (error) {
          expect(error).toMatchObject({ code: 'USAGE' });
        }
      }),
    );
  });

  it('a command that takes nothing says so', () => {
    expect(() => readArgs('c-mem mcp', {}, ['--foo'])).toThrowError(
      expect.objectContaining({ fix: '`c-mem mcp` takes no options.' }),
    );
    expect(() => readArgs('c-mem mcp', {}, ['foo'])).toThrowError(
      expect.objectContaining({ fix: '`c-mem mcp` takes no arguments.' }),
    );
  });
});
