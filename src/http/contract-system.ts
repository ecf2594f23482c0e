// The contract of the HTTP API, continued: the system, its settings, usage, contexts, and writes to sessions.
import * as z from 'zod';
import { texts, time } from './contract.ts';

const Spent = z.object({ calls: z.number(), failed: z.number(), tokens: z.number(), usd: z.number() });
export const UsageReply = z.object({
  provider: z.string(),
  today: Spent,
  month: Spent,
  limits: z.object({
    dailyTokens: z.number(),
    monthlyTokens: z.number(),
    dailyUsd: z.number(),
    monthlyUsd: z.number(),
  }),
  days: z.array(Spent.extend({ day: z.string(), provider: z.string(), model: z.string().nullable() })),
});
export type UsageReply = z.infer<typeof UsageReply>;

export const Queue = z.object({ waiting: z.number(), running: z.number(), failed: z.number() });
export type Queue = z.infer<typeof Queue>;

export const StatsReply = z.object({
  events: z.number(),
  sessions: z.number(),
  prompts: z.number(),
  observations: z.number(),
  summaries: z.number(),
  hostMemories: z.number().describe("Parts of the host's own memory files"),
  queue: Queue,
  types: z.record(z.string(), z.number()),
  days: z.array(z.object({ day: z.string(), observations: z.number() })),
  lastEventAt: z.string().nullable(),
});
export type StatsReply = z.infer<typeof StatsReply>;

/** How the exchange with the team goes. */
export const TeamReply = z.object({
  team: z
    .object({
      name: z.string().nullable(),
      member: z.string().nullable(),
      server: z.string().nullable().describe('Its address, without the password'),
      pushedAt: time.nullable().describe('Last success'),
      pulledAt: time.nullable().describe('Last success'),
      tookMs: z.number().nullable().describe('How long the last exchange took'),
      skewMs: z.number().nullable().describe("The server's clock minus that of this machine"),
      waiting: z.number().describe('Changes to send'),
      waitingSince: time.nullable(),
      problem: z.object({ code: z.string(), message: z.string(), fix: z.string(), since: time }).nullable(),
      projects: z.array(z.object({ projectId: z.number(), name: z.string(), role: z.string() })),
      offers: z
        .array(z.object({ projectId: z.number(), name: z.string(), identity: z.string(), role: z.string() }))
        .describe('Projects that match one here, and wait for `c-mem team accept`'),
    })
    .nullable()
    .describe('Null if no team is set up'),
  authors: z
    .array(z.object({ author: z.string().nullable(), memories: z.number(), lastAt: time }))
    .describe('Who made the memories here; null stands for you'),
});
export type TeamReply = z.infer<typeof TeamReply>;

/** Without the token, only the first two are returned. */
export const HealthReply = z.object({
  status: z.enum(['ok', 'troubled']),
  version: z.string(),
  pid: z.number().optional(),
  port: z.number().nullable().optional(),
  uptime: z.number().describe('Seconds').optional(),
  memoryMb: z.number().optional(),
  activeSessions: z.number().optional(),
  queue: Queue.optional(),
  queueDepth: z.number().optional(),
  oldestWaiting: time.nullable().optional(),
  spoolBacklog: z.number().optional(),
  quarantine: z.number().optional(),
  failures: z.number().optional(),
  lastModelError: z.object({ message: z.string(), at: time }).nullable().optional(),
  capturing: z.boolean().describe('Whether the next event will be kept').optional(),
  lastEventAt: time.nullable().optional(),
  findings: z
    .array(
      z.object({
        check: z.string(),
        state: z.enum(['ok', 'offer', 'warning', 'fault']),
        message: z.string(),
        fix: z.string().nullable(),
        stops: z.boolean().optional(),
        code: z.string().optional(),
      }),
    )
    .describe('Every check, with the fix for each problem')
    .optional(),
  notices: z.array(z.object({ kind: z.string(), message: z.string(), fix: z.string().nullable() })).optional(),
  listeners: z.number().optional(),
  home: z.string().optional(),
});
export type HealthReply = z.infer<typeof HealthReply>;

const Setting = z.object({
  key: z.string(),
  label: z.string().describe('Its name for people'),
  group: z.string().describe('What it belongs to'),
  about: z.string(),
  kind: z.enum(['integer', 'decimal', 'choice', 'text', 'list']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: texts.nullable(),
  /** Null for a secret. */
  value: z.union([z.string(), z.number(), texts]).nullable(),
  default: z.union([z.string(), z.number(), texts]),
  source: z.enum(['default', 'file', 'environment']),
  secret: z.boolean(),
  isSet: z.boolean(),
  /** Can only be changed with `c-mem config set`. */
  readOnly: z.boolean(),
});
export type Setting = z.infer<typeof Setting>;
export const SettingsReply = z.object({
  settings: z.array(Setting),
  problems: z.array(z.object({ code: z.string(), message: z.string(), fix: z.string() })),
});
export type SettingsReply = z.infer<typeof SettingsReply>;

export const ContextReply = z.object({
  text: z.string(),
  characters: z.number(),
  tokens: z.number(),
  observations: z.array(z.number()),
  summaries: z.array(z.number()),
});
export type ContextReply = z.infer<typeof ContextReply>;

/** The reply to every write to a session. */
export const IngestReply = z.object({
  status: z.enum(['added', 'known', 'private', 'ignored', 'excluded', 'forgotten']),
  sessionId: z.string(),
  promptNumber: z.number().nullable(),
  queueLength: z.number(),
});
export type IngestReply = z.infer<typeof IngestReply>;
