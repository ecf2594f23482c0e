// The system: health, statistics, model usage, settings.

import * as z from 'zod';
import { periods } from '../../compress/budget.ts';
import { SETTING_GROUPS, SETTING_NAMES } from '../../config/setting-names.ts';
import {
  changeStored,
  loadSettings,
  parseSetting,
  SCHEMA,
  SETTING_KEYS,
  type SettingKey,
  settingNamed,
  settingValue,
} from '../../config/settings.ts';
import { changeSettings } from '../../config/settings-file.ts';
import { version } from '../../config/version.ts';
import { CMemError } from '../../domain/errors.ts';
import { examine, type Health } from '../../health/index.ts';
import { SPOOL_SUFFIX } from '../../spool/format.ts';
import { countFiles } from '../../spool/take.ts';
import { HealthReply, type Setting, SettingsReply, StatsReply, UsageReply } from '../contract-system.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../route.ts';

const DAY_MS = 24 * 3600_000;
const JUDGED_MS = 1000;
/** A program that we run must not be chosen by a page in a browser. */
const READ_ONLY = new Set<string>(['claudePath']);

export function systemRoutes(deps: Deps): Route[] {
  const { store, now, paths } = deps;
  /** The check reads many files, so its result is kept for a second. */
  let last: { at: number; health: Promise<Health> } | null = null;
  const judged = () => {
    if (!last || now() - last.at >= JUDGED_MS || now() < last.at)
      last = { at: now(), health: examine(paths, { now: now(), here: null }) };
    return last.health;
  };
  const settingsReply = () => {
    const { settings, sources, problems } = loadSettings(paths.settings);
    return {
      settings: inGroups(SETTING_KEYS).map((key) => describe(key, settingValue(settings, key), sources[key])),
      problems: problems.map(({ code, message, fix }) => ({ code, message, fix })),
    };
  };

  return [
    route(
      {
        method: 'get',
        paths: ['/health', '/api/health'],
        summary: 'Get the health status; with the token, all details.',
        tag: 'system',
        open: true,
        reply: HealthReply,
      },
      async ({ isKnown }) => {
        const health = await judged();
        const status = health.well ? ('ok' as const) : ('troubled' as const);
        if (!isKnown) return { status, version };
        const queue = store.jobs.state();
        const notices = store.notices.read();
        return {
          status,
          version,
          pid: process.pid,
          port: deps.port(),
          uptime: Math.round((now() - deps.startedAt) / 1000),
          memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
          activeSessions: store.sessions.countActive(),
          queue,
          queueDepth: queue.waiting + queue.running,
          oldestWaiting: store.jobs.oldestWaiting(),
          spoolBacklog: await countFiles(paths.spool, SPOOL_SUFFIX),
          quarantine: await countFiles(paths.quarantine),
          failures: queue.failed,
          lastModelError: store.usage.lastError(),
          capturing: health.capturing,
          lastEventAt: health.lastEventAt,
          findings: health.findings,
          notices,
          listeners: deps.changes.listeners(),
          home: paths.home,
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/stats'],
        summary: 'Count events, sessions, prompts and memories.',
        tag: 'system',
        reply: StatsReply,
      },
      () => ({
        ...store.memories.counts(),
        types: store.memories.countByType(),
        days: store.memories.countByDay(now() - 90 * DAY_MS),
      }),
    ),
    route(
      {
        method: 'get',
        paths: ['/api/usage'],
        summary: 'Get model calls and their cost per day.',
        tag: 'system',
        query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
        reply: UsageReply,
      },
      ({ query }) => {
        const { provider, budget } = deps.settings();
        const { dailyTokens, monthlyTokens, dailyUsd, monthlyUsd } = budget;
        const { day, month } = periods(now());
        return {
          provider,
          today: store.usage.since(day),
          month: store.usage.since(month),
          limits: { dailyTokens, monthlyTokens, dailyUsd, monthlyUsd },
          days: store.usage.byDay(now() - query.days * DAY_MS),
        };
      },
    ),
    route(
      {
        method: 'get',
        paths: ['/api/settings'],
        summary: 'Get all settings, without the values of secrets.',
        tag: 'system',
        reply: SettingsReply,
      },
      settingsReply,
    ),
    route(
      {
        method: 'patch',
        paths: ['/api/settings'],
        summary: 'Change settings; null resets one to its default.',
        tag: 'system',
        body: z.record(z.string().max(100), z.union([z.string(), z.number(), z.array(z.string())]).nullable()),
        reply: SettingsReply,
      },
      ({ body }) => {
        const changes = Object.entries(body).map(
          ([key, value]) => [key, value === null ? undefined : checked(key, value)] as const,
        );
        changeSettings(paths.settings, (stored) =>
          changes.reduce((before, [key, value]) => changeStored(before, key, value), stored),
        );
        deps.settingsChanged();
        return settingsReply();
      },
    ),
  ];
}

function checked(key: string, value: unknown): unknown {
  const named = settingNamed(key);
  if (!named) throw new CMemError('SETTING_INVALID', 'Unknown setting', { fix: 'See /api/settings.' });
  if (READ_ONLY.has(key))
    throw new CMemError('SETTING_INVALID', `${key} cannot be changed over HTTP`, {
      fix: `Use \`c-mem config set ${key}\`.`,
    });
  const parsed = parseSetting(named, value);
  if ('problem' in parsed) throw new CMemError('SETTING_INVALID', `${key} ${parsed.problem}`);
  return parsed.value;
}

/** As they are listed, those of a group together. */
const inGroups = (keys: SettingKey[]) =>
  keys.toSorted((a, b) => SETTING_GROUPS.indexOf(SETTING_NAMES[a][0]) - SETTING_GROUPS.indexOf(SETTING_NAMES[b][0]));

function describe(key: SettingKey, value: unknown, source: Setting['source']): Setting {
  const { about, kind, default: fallback } = SCHEMA[key];
  const secret = kind.type === 'text' && kind.secret === true;
  const bounded = kind.type === 'integer' || kind.type === 'decimal';
  const [group, label] = SETTING_NAMES[key];
  const readOnly = READ_ONLY.has(key);
  const notes = [
    source === 'environment' ? 'Set by an environment variable.' : '',
    readOnly ? 'Can only be changed with “c-mem config set”.' : '',
  ];
  return {
    key,
    label,
    group,
    about: [about, ...notes].filter(Boolean).join(' '),
    kind: kind.type,
    min: bounded ? kind.min : null,
    max: bounded ? kind.max : null,
    choices: kind.type === 'choice' ? [...kind.values] : null,
    value: secret ? null : (value as Setting['value']),
    default: fallback,
    source,
    secret,
    isSet: source !== 'default',
    readOnly,
  };
}
