// LoCoMo: long conversations with questions whose evidence is known by turn. Each conversation becomes a project, each
// of its sessions a session, and each turn a memory in a real store.

import { readFileSync } from 'node:fs';
import { CMemError } from '../domain/errors.ts';
import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';
import { EMPTY_OBSERVATION } from '../domain/memory.ts';
import { search } from '../recall/search/search.ts';
import { idOf, type Store } from '../store/index.ts';
import { type Baseline, type EvalDocument, grep, plainBm25 } from './baselines.ts';
import { type EvalQuery, type EvalReport, lineTokens, measure } from './measure.ts';
import { createScratchHome } from './scratch.ts';

const DEPTH = 10;

export async function evalLocomo(file: string): Promise<EvalReport & { conversations: Record<string, number> }> {
  const conversations = readConversations(file);
  const home = createScratchHome();
  try {
    const projects = new Map<string, number>();
    const turnOf = new Map<number, string>();
    for (const conversation of conversations) {
      projects.set(conversation.id, await store(home.store, conversation, turnOf));
    }
    const queries = conversations.flatMap((conversation) =>
      conversation.queries.map((query) => ({ ...query, conversation: conversation.id })),
    );
    const searching = home.store.search;
    const ours = (query: EvalQuery & { conversation: string }) => async () => {
      const projectIds = [projects.get(query.conversation) as number];
      const { hits } = search(searching, { text: query.text, projectIds, limit: DEPTH, offset: 0 }, Date.now());
      return {
        ids: hits.map((hit) => turnOf.get(hit.id) ?? ''),
        tokens: hits.reduce((sum, hit) => sum + lineTokens(hit.title), 0),
      };
    };
    const compare = async (make: (documents: EvalDocument[]) => Baseline) => {
      const of = new Map(conversations.map((conversation) => [conversation.id, make(documents(conversation))]));
      const measured = await measure(queries, (query, index) =>
        (of.get(queries[index]?.conversation ?? '') as Baseline).answer(query.text),
      );
      for (const baseline of of.values()) baseline.close();
      return measured;
    };
    const each: Record<string, number> = {};
    for (const { id } of conversations) {
      const own = queries.filter((query) => query.conversation === id);
      each[id] = (await measure(own, (_, index) => ours(own[index] as (typeof own)[number])())).recall[DEPTH] ?? 0;
    }
    return {
      queries: queries.length,
      ours: await measure(queries, (_, index) => ours(queries[index] as (typeof queries)[number])()),
      bm25: await compare(plainBm25),
      grep: await compare(grep),
      conversations: each,
    };
  } finally {
    home.remove();
  }
}

interface Turn {
  id: string;
  text: string;
}

interface Conversation {
  id: string;
  sessions: { id: string; at: number; turns: Turn[] }[];
  queries: EvalQuery[];
}

const documents = (conversation: Conversation): EvalDocument[] =>
  conversation.sessions.flatMap((session) => session.turns.map(({ id, text: words }) => ({ id, text: words })));

/** Stored like the memories of a job: one commit per session, in the order of its turns. */
async function store(store: Store, conversation: Conversation, turnOf: Map<number, string>): Promise<number> {
  const memories = store.memories;
  const searching = store.search;
  const projectId = store.projects.ensure({ key: `/locomo/${conversation.id}`, name: conversation.id }, 0);
  for (const { id, at, turns } of conversation.sessions) {
    const place = { id, host: 'locomo', projectId, folder: null, transcriptPath: null };
    store.sessions.ensure({ ...place, at });
    store.jobs.enqueue(
      { id: 1, sessionId: id, promptNumber: null, kind: 'stop' },
      { now: at, quietMs: 0, batchEvents: 1_000_000 },
    );
    const job = store.jobs.claim('eval', at, 60_000);
    if (!job) throw new Error('the queue returned no job');
    const context = { sessionId: id, projectId, promptNumber: null, branch: null, at, provider: 'eval', files: [] };
    const observations = turns.map(({ text: words }) => ({ ...EMPTY_OBSERVATION, narrative: words }));
    const result = { observations, summary: null, title: null, subtitle: null, context, wantsRecompress: false };
    memories.commitJob(job, 'eval', result, at);
    const [keys] = await searching.sequences([id], { projectIds: null });
    for (const [index, key] of (keys ?? []).entries()) turnOf.set(idOf(key), turns[index]?.id ?? '');
  }
  return projectId;
}

function readConversations(file: string): Conversation[] {
  let parsed: Json;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch (cause) {
    throw new CMemError('EVAL_UNREADABLE', `${file} cannot be read as JSON`, { cause });
  }
  const samples = Array.isArray(parsed) ? parsed.filter(isObject) : [];
  const conversations = samples.map(readConversation).filter((conversation) => conversation.sessions.length > 0);
  if (conversations.every((conversation) => conversation.queries.length === 0))
    throw new CMemError('EVAL_UNREADABLE', `${file} contains no LoCoMo conversations with questions and evidence`);
  return conversations;
}

function readConversation(sample: JsonObject, index: number): Conversation {
  const id = text(sample, 'sample_id') ?? `conversation-${index + 1}`;
  const talk = isObject(sample['conversation'] ?? null) ? (sample['conversation'] as JsonObject) : {};
  const numbers = Object.keys(talk)
    .map((key) => Number(/^session_(\d+)$/.exec(key)?.[1] ?? Number.NaN))
    .filter((number) => !Number.isNaN(number))
    .sort((a, b) => a - b);
  const sessions = numbers.map((number) => ({
    id: `${id}-${number}`,
    at: readTime(text(talk, `session_${number}_date_time`)),
    turns: list(talk[`session_${number}`]).flatMap((turn) => {
      const turnId = text(turn, 'dia_id');
      return turnId ? [{ id: turnId, text: wordsOfTurn(turn) }] : [];
    }),
  }));
  const queries = list(sample['qa']).flatMap((qa) => {
    const question = text(qa, 'question');
    const evidence = Array.isArray(qa['evidence']) ? qa['evidence'] : [];
    // Some entries name several turns in one string.
    const gold = [...new Set(evidence.flatMap((one) => (typeof one === 'string' ? one.split(/[;,\s]+/) : [])))];
    const named = gold.filter(Boolean);
    return question && named.length > 0 ? [{ text: question, gold: named }] : [];
  });
  return { id, sessions, queries };
}

/** The speaker, the text, and what a picture shows. */
function wordsOfTurn(turn: JsonObject): string {
  const picture = [text(turn, 'blip_caption'), text(turn, 'query')].filter(Boolean).join(': ');
  return `${text(turn, 'speaker') ?? 'somebody'}: ${text(turn, 'text') ?? ''}${picture ? ` [shares ${picture}]` : ''}`;
}

/** Such as "1:56 pm on 8 May, 2023". */
function readTime(words: string | null): number {
  const match = /(\d+):(\d+) ?([ap]m) on (.+)/i.exec(words ?? '');
  if (!match) return Number.isNaN(Date.parse(words ?? '')) ? 0 : Date.parse(words ?? '');
  const [, hour, minute, half, day] = match as unknown as [string, string, string, string, string];
  const at = Date.parse(`${day} UTC`);
  if (Number.isNaN(at)) return 0;
  return at + ((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 3600_000 + Number(minute) * 60_000;
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
