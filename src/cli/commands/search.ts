// `c-mem search`: what is remembered about some words, a line each.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../config/paths.ts';
import { CMemError } from '../../domain/errors.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../../domain/memory.ts';
import { MEMORY_KINDS, type MemoryKind, type SearchHit, type SearchRequest } from '../../domain/recall.ts';
import { formatId } from '../../recall/ids.ts';
import { search } from '../../recall/search.ts';
import { openDatabase } from '../../store/database.ts';
import { findProjects } from '../../store/projects.ts';
import { createSearchStore } from '../../store/search.ts';
import { print, printJson } from '../output.ts';

const LIMIT = 20;

export default defineCommand({
  meta: { name: 'search', description: 'Search the memories: words, "a phrase", the beginning of a word*.' },
  args: {
    words: { type: 'positional', required: true, description: 'what to look for' },
    project: { type: 'string', description: "a project's id, path or name; all projects where left out" },
    kind: { type: 'string', description: 'observation, summary, prompt; several with commas' },
    type: { type: 'string', description: `${OBSERVATION_TYPES.join(', ')}; several with commas` },
    concept: { type: 'string', description: 'such as gotcha or trade-off; several with commas' },
    file: { type: 'string', description: 'a path or a part of one' },
    session: { type: 'string', description: "a session's id" },
    branch: { type: 'string', description: 'a git branch' },
    since: { type: 'string', description: 'a date, such as 2026-03-01, or an age, such as 7d' },
    until: { type: 'string', description: 'a date (that day included) or an age' },
    limit: { type: 'string', description: `how many a page (${LIMIT})` },
    page: { type: 'string', description: 'which page (1)' },
    json: { type: 'boolean', description: 'print JSON' },
  },
  async run({ args }) {
    const now = Date.now();
    const limit = count(args.limit, '--limit', LIMIT, 200);
    const page = count(args.page, '--page', 1, 10_000);
    const db = openDatabase(resolvePaths().database, { readonly: true });
    try {
      const request: SearchRequest = {
        text: args._.join(' '),
        projectIds: args.project === undefined ? null : projectIds(findProjects(db, args.project), args.project),
        kinds: oneOf<MemoryKind>(args.kind, MEMORY_KINDS, '--kind'),
        types: oneOf<ObservationType>(args.type, OBSERVATION_TYPES, '--type'),
        concepts: list(args.concept),
        file: args.file,
        sessionId: args.session,
        branch: args.branch,
        since: readTime(args.since, '--since', now, false),
        until: readTime(args.until, '--until', now, true),
        limit,
        offset: (page - 1) * limit,
      };
      const answer = await search(createSearchStore(db), request, now);
      if (args.json) return printJson({ ...answer, page, hits: answer.hits.map((hit) => ({ ref: ref(hit), ...hit })) });
      if (answer.hits.length === 0) return print(...nothing(answer.terms, request, page));
      print(...answer.hits.map(line));
      if (answer.more) print(`More: the same with --page ${page + 1}`);
    } finally {
      db.close();
    }
  },
});

const ref = (hit: SearchHit) => formatId(hit.kind, hit.id);

function line(hit: SearchHit): string {
  const day = new Date(hit.at).toISOString().slice(0, 16).replace('T', ' ');
  const title = hit.title.replace(/\s+/g, ' ').trim();
  const short = title.length > 100 ? `${title.slice(0, 99)}…` : title;
  const old = hit.superseded ? ' (superseded)' : '';
  return `${ref(hit).padEnd(7)} ${day}  ${(hit.type ?? hit.kind).padEnd(9)}  ${short}${old}  ~${hit.tokens}`;
}

function nothing(terms: string[], request: SearchRequest, page: number): string[] {
  if (page > 1) return ['There are no more hits.'];
  if (terms.length === 0) return ['There was no word to look for.'];
  const { kinds, types, concepts, file, sessionId, branch, since, until, projectIds } = request;
  const narrowed = [kinds, types, concepts, file, sessionId, branch, since, until].some((value) => value !== undefined);
  return [
    `Nothing is remembered about ${terms.join(', ')}.`,
    narrowed || projectIds
      ? 'Try it with fewer conditions.'
      : 'Try other words, or the beginning of one with a star: "migr*".',
  ];
}

function count(given: string | undefined, name: string, otherwise: number, most: number): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new CMemError('USAGE', `${name} must be a number from 1 to ${most}`);
  return value;
}

const list = (given: string | undefined) =>
  given
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function oneOf<T extends string>(given: string | undefined, known: readonly T[], name: string): T[] | undefined {
  const items = list(given);
  const odd = items?.find((item) => !(known as readonly string[]).includes(item));
  if (odd !== undefined)
    throw new CMemError('USAGE', `${name} knows no "${odd}"`, { fix: `It is one of: ${known.join(', ')}.` });
  return items as T[] | undefined;
}

function projectIds(found: { id: number; key: string }[], name: string): number[] {
  const [project] = found;
  if (!project)
    throw new CMemError('USAGE', `There is no project "${name}"`, { fix: 'Name it by its id or its path.' });
  if (found.length > 1)
    throw new CMemError('USAGE', `Several projects are called "${name}"`, {
      fix: `Name it by its path: ${found.map((each) => each.key).join(', ')}.`,
    });
  return [project.id];
}

const AGE = { h: 3600_000, d: 24 * 3600_000, w: 7 * 24 * 3600_000 };

function readTime(given: string | undefined, name: string, now: number, wholeDay: boolean): number | undefined {
  if (given === undefined) return undefined;
  const age = /^(\d+)([hdw])$/.exec(given);
  if (age) return now - Number(age[1]) * AGE[age[2] as 'h'];
  const at = Date.parse(given);
  if (Number.isNaN(at))
    throw new CMemError('USAGE', `${name} is no date: ${given}`, { fix: 'Write 2026-03-01, or an age such as 7d.' });
  return wholeDay && /^\d{4}-\d{2}-\d{2}$/.test(given) ? at + AGE.d - 1 : at;
}
