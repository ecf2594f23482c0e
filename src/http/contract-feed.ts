// The contract of the HTTP API, continued: the pages of the viewer that put memories together.
import * as z from 'zod';
import { Hit, Item, texts, time } from './contract.ts';

/** A turn of a session with what was kept of it; or a memory that belongs to no turn. */
export const Turn = z.object({
  key: z.string().describe('Session and number; or the ID of a memory that a search found or that belongs to no turn'),
  sessionId: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  sessionTurns: z.number().describe('How many turns the whole session has'),
  sessionObservations: z.number().describe('How many observations the whole session has'),
  number: z.number().nullable(),
  prompt: z.string().describe('Its beginning, on one line'),
  branch: z.string().nullable(),
  projectId: z.number(),
  project: z.string(),
  file: z.string().nullable().describe('The file that the first memory is mainly about'),
  at: time,
  items: z.array(Hit).describe('The best first'),
});
export type Turn = z.infer<typeof Turn>;

export const TurnsReply = z.object({
  turns: z.array(Turn),
  next: z.string().nullable().describe('Pass it as `cursor` to get the next page; a turn may continue there'),
  terms: texts.describe('The words that were searched for'),
});
export type TurnsReply = z.infer<typeof TurnsReply>;

const Counted = z.object({ name: z.string(), count: z.number() });
const Named = Counted.extend({ count: z.number().nullable() });
export const ActivityReply = z.object({
  days: z.array(z.object({ day: z.string(), type: z.string(), count: z.number() })),
  types: z.array(Counted.extend({ more: z.boolean().optional().describe('There are more, which are not listed') })),
  branches: z.array(Named).describe('Not counted for a search'),
  authors: z.array(Named).describe('`me` stands for you; empty if nobody else is among them'),
  pinned: z.number(),
  total: z.number().nullable().describe('How many memories a search lists; null without one'),
  more: z.boolean().describe('There are more than `total`, which are not listed'),
});
export type ActivityReply = z.infer<typeof ActivityReply>;

const LeftOff = z.object({
  summaryId: z.number(),
  sessionId: z.string(),
  sessionTitle: z.string().nullable(),
  promptNumber: z.number().nullable(),
  projectId: z.number(),
  project: z.string(),
  branch: z.string().nullable(),
  title: z.string(),
  request: z.string().nullable(),
  completed: z.string().nullable(),
  nextSteps: z.string().nullable(),
  at: time,
});
export type LeftOff = z.infer<typeof LeftOff>;
const Day = z.object({ day: z.string(), count: z.number() });
const BusyFile = z.object({ path: z.string(), memories: z.number(), lastAt: time });

export const NowReply = z.object({
  left: z.array(LeftOff).describe('The last work on each branch, newest first'),
  openEnds: z.array(LeftOff).describe('What the last turn of a session left to do'),
  kept: z.array(Item).describe('Confirmed rules, and pinned memories'),
  recent: z.array(Item).describe('Decisions and fixes'),
  isThisWeek: z.boolean().describe('False if `recent` is also older, because this week has only a few'),
  worth: z.object({
    rawTokens: z.number(),
    memoryTokens: z.number(),
    sessions: z.number(),
    toldSessions: z.number().describe('Sessions that were shown memories'),
    toldTokens: z.number().describe('Of what they were shown'),
    usd: z.number().describe('In the last 30 days, all projects'),
  }),
  turns: z.array(Day).describe('Prompts by day'),
  growth: z.object({ before: z.number(), days: z.array(Day) }).describe('Findings by day, and how many came before'),
  files: z.array(BusyFile),
});
export type NowReply = z.infer<typeof NowReply>;

export const InsightsReply = z.object({
  since: time,
  types: z.array(z.object({ day: z.string(), name: z.string(), count: z.number() })),
  projects: z.array(z.object({ day: z.string(), projectId: z.number(), project: z.string(), count: z.number() })),
  before: z.number().describe('How many findings there were before'),
  told: z.array(
    z.object({
      day: z.string(),
      occasion: z.enum(['session_start', 'prompt', 'tool']),
      memories: z.number(),
      used: z.number().describe('Of these, the ones whose files the same session worked on later'),
    }),
  ),
  missed: z
    .array(z.object({ query: z.string(), times: z.number(), sessionId: z.string(), at: time }))
    .describe('Searches of agents that found nothing'),
  imports: z.object({ sessions: z.number(), unfinished: z.number(), waiting: z.number() }),
});
export type InsightsReply = z.infer<typeof InsightsReply>;
