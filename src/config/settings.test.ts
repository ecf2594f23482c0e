import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentName, loadSettings, SCHEMA, SETTING_KEYS } from './settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('settings', () => {
  it('are the defaults if nothing else is set', () => {
    const { settings, problems, sources } = loadSettings(file, {});
    expect(problems).toEqual([]);
    for (const key of SETTING_KEYS) {
      expect(settings[key]).toEqual(SCHEMA[key].default);
      expect(sources[key]).toBe('default');
    }
  });

  it('come from the environment before the file before the defaults', () => {
    writeFileSync(file, JSON.stringify({ fieldLimitKb: 10, idleMinutes: 5, skipTools: ['A'] }));
    const { settings, sources } = loadSettings(file, { C_MEM_FIELD_LIMIT_KB: '20', C_MEM_SKIP_TOOLS: 'B, C' });
    expect([settings.fieldLimitKb, settings.idleMinutes, settings.silentHours]).toEqual([20, 5, 24]);
    expect(settings.skipTools).toEqual(['B', 'C']);
    expect([sources.fieldLimitKb, sources.idleMinutes, sources.silentHours]).toEqual([
      'environment',
      'file',
      'default',
    ]);
  });

  it.each([
    ['fieldLimitKb', 0, 'whole number from 1 to 4096'],
    ['fieldLimitKb', 1.5, 'whole number'],
    ['fieldLimitKb', 'many', 'whole number'],
    ['logLevel', 'loud', 'one of error, warn, info, debug'],
    ['skipTools', 7, 'a list of strings'],
    ['skipTools', [7], 'a list of strings'],
    ['contextTypes', ['decision', 'bogus'], 'a list of decision, bugfix'],
    ['contextTypes', 'bogus', 'not "bogus"'],
    ['redactPatterns', ['badge'], 'kind=regular expression'],
    ['redactPatterns', ['badge=['], 'an invalid regular expression'],
    ['nonsense', 1, 'is not a setting'],
  ])('a bad value of %s (%j) is named, and the default serves', (key, value, message) => {
    writeFileSync(file, JSON.stringify({ [key]: value, idleMinutes: 7 }));
    const { settings, problems } = loadSettings(file, {});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'SETTING_INVALID' });
    expect(problems[0]?.message).toContain(key);
    expect(problems[0]?.message).toContain(message);
    expect(settings.idleMinutes).toBe(7);
    if (key in SCHEMA)
      expect(settings[key as keyof typeof settings]).toEqual(SCHEMA[key as keyof typeof SCHEMA].default);
  });

  it('a file that is not a JSON object is reported without quoting it', () => {
    for (const content of ['{ "api": hunter2', '[]', '', 'null']) {
      writeFileSync(file, content);
      const { settings, problems } = loadSettings(file, {});
      expect(problems[0]).toMatchObject({ code: 'SETTINGS_UNREADABLE' });
      expect(problems[0]?.message).not.toContain('hunter2');
      expect(settings.fieldLimitKb).toBe(64);
    }
  });

  it('have environment names', () => {
    expect(environmentName('fieldLimitKb')).toBe('C_MEM_FIELD_LIMIT_KB');
  });
});
