// Settings: where they come from, and what happens to invalid ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changeStored,
  environmentName,
  lastGood,
  loadSettings,
  SCHEMA,
  SETTING_KEYS,
  settingNamed,
  settingValue,
} from './settings.ts';

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
      expect(settingValue(settings, key)).toEqual(SCHEMA[key].default);
      expect(sources[key]).toBe('default');
    }
  });

  it('come from the environment before the file before the defaults', () => {
    writeFileSync(file, JSON.stringify({ fieldLimitKb: 10, idleMinutes: 5, skipTools: ['A'] }));
    const { settings, sources } = loadSettings(file, { C_MEM_FIELD_LIMIT_KB: '20', C_MEM_SKIP_TOOLS: 'B, C' });
    expect([settings.fieldLimitKb, settings.idleMinutes, settings.rawDays]).toEqual([20, 5, 30]);
    expect(settings.skipTools).toEqual(['B', 'C']);
    expect([sources.fieldLimitKb, sources.idleMinutes, sources.rawDays]).toEqual(['environment', 'file', 'default']);
  });

  it.each([
    ['fieldLimitKb', 0, 'whole number from 1 to 4096'],
    ['fieldLimitKb', 1.5, 'whole number'],
    ['fieldLimitKb', 'many', 'whole number'],
    ['logLevel', 'loud', 'one of error, warn, info, debug'],
    ['skipTools', 7, 'a list of strings'],
    ['skipTools', [7], 'a list of strings'],
    ['context.types', ['decision', 'bogus'], 'a list of decision, bugfix'],
    ['context', 7, 'is not a setting'],
    ['context.types', 'bogus', 'not "bogus"'],
    ['redactPatterns', ['badge'], 'kind=regular expression'],
    ['redactPatterns', ['badge=['], 'an invalid regular expression'],
    ['nonsense', 1, 'is not a setting'],
  ])('a bad value of %s (%j) is named, and the default serves', (key, value, message) => {
    writeFileSync(file, JSON.stringify(changeStored({ idleMinutes: 7 }, key, value)));
    const { settings, problems } = loadSettings(file, {});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'SETTING_INVALID' });
    expect(problems[0]?.message).toContain(key);
    expect(problems[0]?.message).toContain(message);
    expect(settings.idleMinutes).toBe(7);
    const named = settingNamed(key);
    if (named) expect(settingValue(settings, named)).toEqual(SCHEMA[named].default);
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
    expect(environmentName('context.tokens')).toBe('C_MEM_CONTEXT_TOKENS');
    expect(loadSettings(file, { C_MEM_CONTEXT_TOKENS: '500' }).settings.context.tokens).toBe(500);
  });

  it('are nested in the file; names of earlier versions still count, and today’s go first', () => {
    const settingsOf = (stored: object, env = {}) => {
      writeFileSync(file, JSON.stringify(stored));
      return loadSettings(file, env);
    };
    expect(settingsOf({ context: { tokens: 500 }, budget: { dailyUsd: 1 } })).toMatchObject({
      settings: { context: { tokens: 500, full: 3 }, budget: { dailyUsd: 1, monthlyUsd: 20 } },
      problems: [],
    });
    const earlier = settingsOf({ contextTokens: 400, dailyUsd: 3, promptContext: 'off', quietMinutes: 5 });
    expect(earlier).toMatchObject({
      settings: { context: { tokens: 400, atPrompt: 'off' }, budget: { dailyUsd: 3 } },
      sources: { 'context.tokens': 'file' },
      problems: [],
    });
    expect(settingsOf({ contextTokens: 400, context: { tokens: 500 } }).settings.context.tokens).toBe(500);
    expect(settingsOf({}, { C_MEM_DAILY_USD: '4' }).settings.budget.dailyUsd).toBe(4);
    expect(settingsOf({}, { C_MEM_DAILY_USD: '4', C_MEM_BUDGET_DAILY_USD: '5' }).settings.budget.dailyUsd).toBe(5);
  });

  it('are changed under today’s name, and a group that has become empty goes', () => {
    expect(changeStored({ contextTokens: 400, port: 1 }, 'contextTokens', 500)).toEqual({
      port: 1,
      context: { tokens: 500 },
    });
    expect(changeStored({ context: { tokens: 500 } }, 'context.tokens', undefined)).toEqual({});
    expect(changeStored({ contextTokens: 400 }, 'context.tokens', undefined)).toEqual({});
    expect(changeStored({ nonsense: 1 }, 'nonsense', undefined)).toEqual({});
  });

  it('that cannot be read leave the last good ones in force: nothing that was excluded or redacted is suddenly stored', () => {
    writeFileSync(lastGood(file), JSON.stringify({ excludeProjects: ['/secret'], redactPatterns: ['badge=EMP'] }));
    writeFileSync(file, '{ "excludeProjects": ["/sec');
    const { settings, problems } = loadSettings(file, {});
    expect(problems).toMatchObject([{ code: 'SETTINGS_UNREADABLE' }]);
    expect(settings).toMatchObject({ excludeProjects: ['/secret'], redactPatterns: ['badge=EMP'] });
    rmSync(file);
    expect(loadSettings(file, {}).settings.excludeProjects).toEqual([]);
  });
});
