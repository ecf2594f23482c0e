// The contract of the HTTP API: what the routes accept and return. The viewer imports the types, and only those. The rest
// of it is in contract-system.ts and contract-feed.ts.

import * as z from 'zod';
import { MEMORY_KINDS } from '../domain/filter.ts';
import { FINDING_TYPES, OBSERVATION_TYPES } from '../domain/memory-types.ts';
import { RUN_KINDS } from '../domain/profile.ts';
import { RULE_SCOPES, RULE_SOURCES, RULE_STATES } from '../domain/rule.ts';

export const time = z.number().describe('Milliseconds since the epoch');
export const texts = z.array(z.string());
const author = z.string().nullable().describe('The colleague who made it; null for your own');
export const MemoryType = z.enum(OBSERVATION_TYPES);
/** The types that a request may choose. */
export const FindingType = z.enum(FINDING_TYPES);
export const Kind = z.enum(MEMORY_KINDS);

export const Failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), fix: z.string() }),
});

/** One line of a list: enough to show it, and to request the rest. */
export const Item = z.object({
  kind: Kind,
  id: z.number(),
  /** Such as #12, S3, P4, H5. */
  ref: z.string(),
  type: MemoryType.nullable(),
  title: z.string(),
  preview: z.string(),
  projectId: z.number(),
  project: z.string(),
  sessionId: z.string().nullable(),
  promptNumber: z.number().nullable(),
  branch: z.string().nullable(),
  at: time,
  tokens: z.number(),
  pinned: z.boolean(),
  edited: z.boolean(),
  superseded: z.boolean(),
  author,
});
export type Item = z.infer<typeof Item>;

export const Items = z.object({
  items: z.array(Item),
  next: z.string().nullable().describe('Pass it as `cursor` to get the next page'),
});
export type Items = z.infer<typeof Items>;

export const Hit = Item.extend({ passage: z.string().nullable().describe('The sentence that matched') });
export const SearchReply = z.object({ items: z.array(Hit), more: z.boolean(), terms: texts });
export type SearchReply = z.infer<typeof SearchReply>;

const Freshness = z.enum(['fresh', 'changed', 'gone', 'unknown']);
const Touch = z.object({ path: z.string(), role: z.enum(['read', 'modified']), freshness: Freshness });
const Link = z.object({ id: z.number(), title: z.string() });

/** A time when an agent was shown a memory. */
export const ShownTo = z.object({
  occasion: z.enum(['session_start', 'prompt', 'tool']).describe('`tool`: the agent asked for it'),
  terms: texts.describe('The words of the prompt that matched, or what the agent searched for; empty if unknown'),
  sessionId: z.string(),
  sessionTitle: z.string().nullable(),
  promptNumber: z.number().nullable().describe('The turn in which it was shown'),
  at: time,
});
export type ShownTo = z.infer<typeof ShownTo>;

/** A captured event, as a person reads it. */
export const Evidence = z.object({
  id: z.number(),
  kind: z.string(),
  tool: z.string().nullable(),
  at: time,
  headline: z.string(),
  /** Each line starts with "+", "-" or a space. */
  diff: texts,
  output: z.string(),
  /** The raw payload has expired. */
  dropped: z.boolean(),
});
export type Evidence = z.infer<typeof Evidence>;

const Common = {
  id: z.number(),
  ref: z.string(),
  projectId: z.number(),
  project: z.string(),
  sessionId: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  promptNumber: z.number().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  provider: z.string().nullable(),
  tokens: z.number(),
  pinned: z.boolean(),
  edited: z.boolean(),
  editedAt: time.nullable(),
  author,
  at: time,
  near: time.describe('`from` of a feed that has this memory among those before and after it'),
  shown: z.array(ShownTo).describe('When agents were shown it, newest first'),
};

export const ObservationReply = z.object({
  ...Common,
  kind: z.literal('observation'),
  type: MemoryType,
  title: z.string().nullable(),
  subtitle: z.string().nullable(),
  narrative: z.string().nullable(),
  facts: texts,
  concepts: texts,
  files: z.array(Touch),
  freshness: Freshness,
  supersededBy: Link.nullable(),
  supersedes: z.array(Link),
  related: z.array(Item).describe('Other memories about the same files'),
  evidence: z.array(Evidence),
  prompt: z.string().nullable(),
});
export type ObservationReply = z.infer<typeof ObservationReply>;

export const SummaryReply = z.object({
  ...Common,
  kind: z.literal('summary'),
  title: z.string().nullable(),
  request: z.string().nullable(),
  investigated: z.string().nullable(),
  learned: z.string().nullable(),
  completed: z.string().nullable(),
  nextSteps: z.string().nullable(),
  notes: z.string().nullable(),
  filesRead: texts,
  filesEdited: texts,
  prompt: z.string().nullable(),
});
export type SummaryReply = z.infer<typeof SummaryReply>;

/** A part of one of the host's own memory files. */
export const HostMemoryReply = z.object({
  kind: z.literal('host-memory'),
  id: z.number(),
  ref: z.string(),
  projectId: z.number(),
  project: z.string(),
  host: z.string(),
  hostTitle: z.string(),
  path: z.string(),
  file: z.string().describe("The file's name within the host's memory folder"),
  type: z.string().nullable().describe('As the host names it'),
  heading: z.string().nullable(),
  text: z.string(),
  tokens: z.number(),
  at: time,
  removal: z.string().nullable().describe("How to remove it from the host's own memory"),
});
export type HostMemoryReply = z.infer<typeof HostMemoryReply>;

export const Hidden = z.object({ id: z.number(), undoUntil: time });
export type Hidden = z.infer<typeof Hidden>;

/** A rule, with the words it was taken from. */
export const RuleItem = z.object({
  id: z.number(),
  text: z.string(),
  quote: z.string().nullable().describe("The user's words; null if a person or an agent wrote the rule as such"),
  state: z.enum(RULE_STATES),
  scope: z.enum(RULE_SCOPES),
  source: z.enum(RULE_SOURCES),
  timesSaid: z.number(),
  lastSaidAt: time,
  at: time.describe('When it was first said, in milliseconds since the epoch'),
  projectId: z.number(),
  project: z.string(),
  sessionId: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  promptNumber: z.number().nullable(),
  edited: z.boolean(),
  author,
  supersededBy: z.number().nullable(),
  conflictsWith: z.array(z.number()).describe('Rules that hold here and say the opposite'),
});
export type RuleItem = z.infer<typeof RuleItem>;

export const SessionItem = z.object({
  id: z.string(),
  host: z.string(),
  projectId: z.number(),
  project: z.string(),
  status: z.enum(['initialized', 'active', 'completed', 'interrupted', 'failed']),
  endReason: z.string().nullable(),
  title: z.string().nullable(),
  subtitle: z.string().nullable(),
  author,
  prompts: z.number(),
  observations: z.number(),
  summaries: z.number(),
  startedAt: time,
  lastEventAt: time,
});
export type SessionItem = z.infer<typeof SessionItem>;
export const SessionItems = z.object({
  sessions: z.array(SessionItem),
  next: z.string().nullable(),
  total: z.number().describe('How many there are on all pages'),
});
export type SessionItems = z.infer<typeof SessionItems>;

const PromptItem = z.object({ id: z.number(), sessionId: z.string(), number: z.number(), text: z.string(), at: time });

export const SessionReply = SessionItem.extend({
  folder: z.string().nullable(),
  parentId: z.string().nullable(),
  events: z.number(),
  waiting: z.number(),
  turns: z.array(
    z.object({
      number: z.number().nullable(),
      prompt: z.string().nullable(),
      at: time,
      summary: SummaryReply.nullable().describe('The newest summary of the turn'),
      earlier: z
        .array(SummaryReply)
        .describe('Summaries of earlier Stops in the turn, in order; each covers what happened since the previous one'),
      observations: z.array(Item),
      branch: z.string().nullable(),
      seconds: z.number().describe('From its first event to its last'),
      events: z.number(),
      calls: z.array(z.object({ tool: z.string(), calls: z.number(), failed: z.number() })),
      told: z
        .array(
          z.object({
            occasion: ShownTo.shape.occasion,
            characters: z.number(),
            terms: texts,
            memories: z.array(Item),
            at: time,
          }),
        )
        .describe('What the agent was shown or asked for in this turn'),
    }),
  ),
});
export type SessionReply = z.infer<typeof SessionReply>;

export const TimelineReply = z.object({ anchor: z.string(), items: z.array(Item) });
export type TimelineReply = z.infer<typeof TimelineReply>;

export const FilesReply = z.object({
  files: z.array(z.object({ path: z.string(), memories: z.number(), lastAt: time })),
});
export type FilesReply = z.infer<typeof FilesReply>;
export const FileReply = z.object({
  path: z.string(),
  items: z.array(Item.extend({ freshness: Freshness, role: z.enum(['read', 'modified']) })),
});
export type FileReply = z.infer<typeof FileReply>;

export const ProjectItem = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string(),
  label: z.string().describe('The name; with a folder, if other projects have the same name'),
  folder: z.string(),
  sessions: z.number(),
  observations: z.number(),
  lastEventAt: time.nullable(),
  excluded: z.boolean(),
});
export type ProjectItem = z.infer<typeof ProjectItem>;

export const ProfileReply = z.object({
  project: z.object({ id: z.number(), name: z.string(), key: z.string() }),
  commands: z
    .array(
      z.object({
        kind: z.enum(RUN_KINDS),
        command: z.string(),
        passed: z.number(),
        runs: z.number(),
        partial: z.boolean().describe('It was only ever narrowed to some files or names'),
        lastFailed: z.boolean(),
        lastAt: time,
      }),
    )
    .describe('For each kind, the best command first'),
  failures: z
    .array(
      z.object({
        command: z.string(),
        trouble: z.string(),
        turns: z.number(),
        endedBy: z.string().nullable(),
        lastAt: time,
      }),
    )
    .describe('Failures that came back'),
  pairs: z
    .array(
      z.object({ files: z.tuple([z.string(), z.string()]), together: z.number(), turns: z.number(), lift: z.number() }),
    )
    .describe('Files that change in the same turns'),
});
export type ProfileReply = z.infer<typeof ProfileReply>;

export const PromptsReply = z.object({ prompts: z.array(PromptItem), next: z.string().nullable() });
