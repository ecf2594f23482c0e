// `c-mem search`: what is remembered about some words, a line each.
import { defineCommand } from 'citty';
import { identifyProject } from '../../capture/project.ts';
import { CMemError } from '../../domain/errors.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../../domain/memory.ts';
import { MEMORY_KINDS, type MemoryKind, type SearchRequest } from '../../domain/recall.ts';
import { formatId } from '../../recall/ids.ts';
import { search } from '../../recall/search.ts';
import { hitLines } from '../../recall/show.ts';
import { createStalenessCheck } from '../../recall/staleness.ts';
import { projectNamed } from '../../store/projects.ts';
import { createMemoryReader } from '../../store/recall.ts';
import { createSearchStore } from '../../store/search.ts';
import { moment, wholeNumber } from '../numbers.ts';
import { print, printJson } from '../output.ts';
import { projectHere, withStore } from '../store.ts';

const LIMIT = 20;

export default defineCommand({
  meta: { name: 'search', description: 'Search the memories: words, "a phrase", the beginning of a word*.' },
  args: {
    words: { type: 'positional', required: false, description: 'what to look for; may be left out with a filter' },
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
    const limit = args.limit === undefined ? LIMIT : wholeNumber('limit', args.limit, 1, 200);
    const page = args.page === undefined ? 1 : wholeNumber('page', args.page, 1, 10_000);
    await withStore(async (db) => {
      const request: SearchRequest = {
        text: args._.join(' '),
        projectIds: args.project === undefined ? null : [projectNamed(db, args.project, identifyProject).id],
        kinds: oneOf<MemoryKind>(args.kind, MEMORY_KINDS, '--kind'),
        types: oneOf<ObservationType>(args.type, OBSERVATION_TYPES, '--type'),
        concepts: list(args.concept),
        file: args.file,
        sessionId: args.session,
        branch: args.branch,
        since: args.since === undefined ? undefined : moment('since', args.since, now),
        until: args.until === undefined ? undefined : moment('until', args.until, now, true),
        limit,
        offset: (page - 1) * limit,
      };
      const answer = await search(createSearchStore(db), request, now);
      if (args.json)
        return printJson({
          ...answer,
          page,
          hits: answer.hits.map((hit) => ({ ref: formatId(hit.kind, hit.id), ...hit })),
        });
      if (answer.hits.length === 0) return print(...nothing(answer.terms, request, page));
      print(...(await hitLines(createMemoryReader(db), answer.hits, createStalenessCheck(projectHere().worktree))));
      if (answer.more) print(`More: the same with --page ${page + 1}`);
    });
  },
});

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
