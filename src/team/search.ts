// Search on the server: everything that the team shares, also what was not pulled.
import { CMemError } from '../domain/errors.ts';
import { FILTER_NAMES, FILTERS, OWN, type SearchFilter } from '../domain/filter.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../domain/memory-types.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from '../domain/search.ts';
import { formatId } from '../recall/ids.ts';
import { parseQuery } from '../recall/search/query.ts';
import type { Store } from '../store/index.ts';
import { estimateTokens } from '../text/tokens.ts';
import { oneLine } from '../text/truncate.ts';
import type { FoundRow, Hello, TeamServer } from './server.ts';

/** A hit with the ID it has here, or, if it was not pulled, its global one. */
export interface TeamHit extends SearchHit {
  ref: string;
  project: string;
  /** Whether it is in the local database. */
  isHere: boolean;
}

export interface TeamAnswer extends Omit<SearchAnswer, 'hits'> {
  hits: TeamHit[];
}

/** What the server knows of a memory without reading it. */
const POSSIBLE: (keyof SearchFilter)[] = ['projectIds', 'kinds', 'types', 'author', 'since', 'until'];

export async function searchTeam(
  server: TeamServer,
  hello: Hello,
  store: Store,
  request: SearchRequest,
): Promise<TeamAnswer> {
  for (const name of FILTER_NAMES) {
    const { field } = FILTERS[name];
    if (request[field] !== undefined && !POSSIBLE.includes(field))
      throw new CMemError('USAGE', `--${name} does not work with --team`, {
        fix: 'Omit it, or search without --team.',
      });
  }
  const parsed = parseQuery(request.text);
  const whole = parsed.filter(({ weight }) => weight >= 1);
  const terms = (whole.length > 0 ? whole : parsed).map(({ forms, prefix }) => ({ forms, prefix }));
  const rows = await server.search(terms, filterOf(hello, store, request), request.limit + 1, request.offset);
  const hits = rows.slice(0, request.limit).map((row) => toHit(row, hello, store));
  const typed = [...new Set(parsed.map((term) => term.typed))];
  return { hits, more: rows.length > request.limit, terms: typed };
}

function filterOf(hello: Hello, store: Store, request: SearchRequest): object {
  const { kinds, types, author, since, until, projectIds } = request;
  const shared = store.team.projects();
  const projects = projectIds?.flatMap((id) =>
    shared.filter((each) => each.projectId === id).map((each) => each.remoteId),
  );
  return {
    ...(projects ? { projects } : {}),
    ...(kinds ? { kinds } : {}),
    ...(types ? { types } : {}),
    ...(author === undefined ? {} : { authors: [author === OWN ? hello.member : author] }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

function toHit(row: FoundRow, hello: Hello, store: Store): TeamHit {
  const kind = row.kind === 'summary' ? 'summary' : 'observation';
  const id = store.team.localId(kind, row.uid);
  const shared = store.team.projects().find(({ remoteId }) => remoteId === row.project);
  const text = (name: string) => (typeof row.body[name] === 'string' ? (row.body[name] as string) : null);
  const title = text('title') ?? text('request') ?? text('narrative') ?? '';
  const passage = text('narrative') ?? text('completed') ?? text('learned');
  return {
    ...{ kind, id: id ?? 0, isHere: id !== null, ref: id === null ? row.uid : formatId(kind, id) },
    ...{ sessionId: null, projectId: shared?.projectId ?? 0, promptNumber: null, at: row.at },
    project: shared?.localName ?? hello.projects.find((each) => each.id === row.project)?.name ?? '',
    type:
      row.type !== null && OBSERVATION_TYPES.includes(row.type as ObservationType)
        ? (row.type as ObservationType)
        : null,
    title: oneLine(title, 200),
    tokens: estimateTokens(JSON.stringify(row.body)),
    ...{ score: row.score, coverage: row.hasAll ? 1 : 0.5, matchedTerms: 0, superseded: row.superseded },
    author: row.own ? null : row.author,
    passage: passage === null || passage === title ? null : oneLine(passage, 240),
  };
}
