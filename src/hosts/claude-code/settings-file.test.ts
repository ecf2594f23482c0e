// Editing Claude Code's settings.json without changing anything else in it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pluginFolder, withoutPlugin, withPlugin, writeWithoutPlugin, writeWithPlugin } from './settings-file.ts';

const OTHERS = '{\n  "model": "opus",\n  "enabledPlugins": {\n    "x@y": true\n  },\n  "hooks": {}\n}\n';

describe("our two entries in the user's file", () => {
  it.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['other plugins', OTHERS],
    ['tabs', OTHERS.replaceAll('  ', '\t')],
    ['four blanks and Windows line ends', OTHERS.replaceAll('  ', '    ').replaceAll('\n', '\r\n')],
    ['one line', JSON.stringify({ a: [1, 2], hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } })],
    ['comments, trailing commas and odd blanks', '{\n // mine\n\t"a": [1,\n 2], /* b */\n}'],
    ['our entries of another version', withPlugin(OTHERS, '/old/place')],
  ])('%s: added once, everything else preserved, and removed again', (_name, text) => {
    const added = withPlugin(text, '/opt/c-mem');
    expect(pluginFolder(added)).toBe('/opt/c-mem');
    expect(withPlugin(added, '/opt/c-mem')).toBe(added);
    const { enabledPlugins: _a, extraKnownMarketplaces: _b, ...rest } = parse(added) as Record<string, unknown>;
    const {
      enabledPlugins: _c,
      extraKnownMarketplaces: _d,
      ...before
    } = (parse(text) ?? {}) as Record<string, unknown>;
    expect(rest).toEqual(before);
    if (text.includes('// mine')) expect(added.startsWith('{\n // mine\n\t"a": [1,\n 2]')).toBe(true);
    if (text.includes('\r\n')) expect(added.replaceAll('\r\n', '')).not.toContain('\n');
    const removed = withoutPlugin(added);
    expect(pluginFolder(removed)).toBe(null);
    expect(removed).not.toContain('c-mem');
    if (!text.includes('/old/place')) expect(parse(removed)).toEqual(text === '' ? {} : parse(text));
  });

  it.each([
    ['c-mem statusline', false],
    ['~/.c-mem/launcher/c-mem statusline', false],
    ['"/opt/my tools/c-mem" statusline', false],
    ['my-line | tee x; c-mem statusline --short', true],
    ['other statusline', true],
  ])('a status line that runs %s: stays %s', (command, stays) => {
    const text = withPlugin(JSON.stringify({ statusLine: { type: 'command', command } }), '/opt/c-mem');
    expect('statusLine' in (parse(withoutPlugin(text)) as object)).toBe(stays);
  });

  it('any JSON object survives', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), fc.nat(8), (value, indent) => {
        fc.pre(!['enabledPlugins', 'extraKnownMarketplaces', '__proto__'].some((key) => Object.hasOwn(value, key)));
        const text = JSON.stringify(value, null, indent);
        expect(JSON.parse(withoutPlugin(withPlugin(text, '/p')))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['{', '[1]', 'null', '{"a" 1}', '"x"', 'a: 1'])('an invalid settings file is refused: %s', (text) => {
    expect(() => withPlugin(text, '/p')).toThrow(/cannot be read/);
  });
});

describe('the file', () => {
  let file: string;
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'c-mem-settings-')), 'settings.json');
  });
  afterEach(() => rmSync(join(file, '..'), { recursive: true, force: true }));

  it('is restored byte for byte, with its mode, and no copy remains', () => {
    const odd = '{ "a":1 ,\n\n"b" : {} }';
    writeFileSync(file, odd, { mode: 0o640 });
    const { copy } = writeWithPlugin(file, withPlugin(odd, '/p'));
    expect(readFileSync(copy as string, 'utf8')).toBe(odd);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    writeWithoutPlugin(file, withoutPlugin(readFileSync(file, 'utf8')));
    expect(readFileSync(file, 'utf8')).toBe(odd);
    expect(readdirSync(join(file, '..'))).toEqual(['settings.json']);
  });

  it('keeps changes that others made in the meantime, and is deleted if it did not exist before', () => {
    writeWithPlugin(file, withPlugin('', '/p'));
    writeWithoutPlugin(file, withoutPlugin(readFileSync(file, 'utf8')));
    expect(readdirSync(join(file, '..'))).toEqual([]);
    writeFileSync(file, OTHERS);
    writeWithPlugin(file, withPlugin(OTHERS, '/p'));
    const changed = readFileSync(file, 'utf8').replace('opus', 'haiku');
    writeFileSync(file, changed);
    writeWithoutPlugin(file, withoutPlugin(changed));
    expect(readFileSync(file, 'utf8')).toBe(OTHERS.replace('opus', 'haiku'));
  });
});
