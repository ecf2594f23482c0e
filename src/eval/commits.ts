// Finds the session in which a commit was made by the commit's subject, using only memories of the embedded compressor.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import { isObject, type Json, text } from '../domain/json.ts';
import { searchSessions } from '../recall/search/sessions.ts';
import type { SearchStore } from '../store/index.ts';
import { type EvalDocument, grep, plainBm25 } from './baselines.ts';
import { createMask } from './hide-answers.ts';
import { type EvalQuery, type EvalReport, lineTokens, measure, type Ranking } from './measure.ts';
import { createPace, type EvalWatch, type Pace, UNWATCHED } from './pace.ts';
import { createReplay } from './replay.ts';
import { createScratchHome } from './scratch.ts';

const DEPTH = 10;

export async function evalCommits(
  queriesFile: string,
  transcripts: string,
  watch: EvalWatch = UNWATCHED,
): Promise<EvalReport> {
  const queries = readQueries(queriesFile);
  const files = listTranscripts(transcripts);
  const home = createScratchHome();
  try {
    const mask = createMask(queries.map((query) => query.text));
    const replay = createReplay(home);
    const pace = createPace(watch);
    const documents: EvalDocument[] = [];
    for (const file of files) {
      await pace('Reading transcripts', documents.length, files.length);
      const id = basename(file, '.jsonl');
      documents.push({ id, text: (await replay.read(id, file, mask)).raw });
    }
    await replay.finish();
    return await compareSessions(queries, documents, home.store.search, pace);
  } finally {
    home.remove();
  }
}

/** Ours searches memories, the others complete sessions. */
export async function compareSessions(
  queries: EvalQuery[],
  documents: EvalDocument[],
  store: SearchStore,
  pace?: Pace,
): Promise<EvalReport> {
  const ours = async ({ text: words }: EvalQuery): Promise<Ranking> => {
    const sessions = searchSessions(
      store,
      { text: words, projectIds: null, kinds: ['observation', 'summary'], limit: DEPTH },
      Date.now(),
    );
    return {
      ids: sessions.map((session) => session.sessionId),
      tokens: sessions.reduce((sum, session) => sum + lineTokens(session.hits[0]?.title ?? ''), 0),
    };
  };
  const bm25 = plainBm25(documents);
  const counting = grep(documents);
  const step = (place: number) => ({
    pace: async (done: number) => pace?.('Searching', place * queries.length + done, 3 * queries.length),
  });
  try {
    return {
      queries: queries.length,
      ours: await measure(queries, ours, step(0)),
      bm25: await measure(queries, (query) => bm25.answer(query.text), step(1)),
      grep: await measure(queries, (query) => counting.answer(query.text), {
        ...step(2),
        timed: (query) => counting.scan?.(query.text),
      }),
    };
  } finally {
    bm25.close();
  }
}

function readQueries(file: string): EvalQuery[] {
  let parsed: Json;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch (cause) {
    throw new CMemError('EVAL_UNREADABLE', `${file} cannot be read as JSON`, { cause });
  }
  const queries = (Array.isArray(parsed) ? parsed.filter(isObject) : []).flatMap((entry) => {
    const subject = text(entry, 'subject');
    const gold = (Array.isArray(entry['gold']) ? entry['gold'] : []).filter((id) => typeof id === 'string');
    return subject && gold.length > 0 ? [{ text: subject, gold: gold as string[] }] : [];
  });
  if (queries.length === 0)
    throw new CMemError('EVAL_UNREADABLE', `${file} does not contain a list of {"subject", "gold": ["session", …]}`);
  return queries;
}

function listTranscripts(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  if (names.length === 0)
    throw new CMemError('EVAL_UNREADABLE', `There are no transcripts (*.jsonl) in ${folder}`, {
      fix: 'Pass the folder that contains <session>.jsonl with --transcripts.',
    });
  return names.sort().map((name) => join(folder, name));
}
