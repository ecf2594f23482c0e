// search: an index of the matches, cheap to read.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CMemError } from '../../domain/errors.ts';
import type { FilterName } from '../../domain/filter.ts';
import { FILTER_NAMES, FILTERS, isFiltered } from '../../domain/filter.ts';
import { readFilters } from '../../recall/request.ts';
import { isFoundByWords } from '../../recall/search/home-first.ts';
import { hitLines } from '../../recall/show.ts';
import { createStalenessCheck } from '../../recall/staleness.ts';
import { isAllProjects } from '../../store/index.ts';
import { noteAsked } from '../asked.ts';
import { answer, type Deps, projectsOf } from '../deps.ts';
import { registerTool } from '../tool.ts';

/** The filters of `domain/filter.ts`. */
const filterInput = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const { value, help } = FILTERS[name];
    const given =
      value === 'flag' ? z.boolean() : value === 'list' ? z.union([z.string(), z.array(z.string())]) : z.string();
    return [name, given.optional().describe(help)];
  }),
) as unknown as Record<FilterName, z.ZodOptional<z.ZodType<string | string[] | boolean>>>;

const input = z.strictObject({
  query: z.string().optional().describe('Words, "phrases" and prefixes*; optional with a filter'),
  project: z.string().optional().describe('Project ID, path, name, or "all" (default: this project)'),
  ...filterInput,
  limit: z.number().int().min(1).max(50).optional().describe('Default 8'),
  offset: z.number().int().min(0).optional().describe('Hits to skip'),
});

export function registerSearch(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'search',
    description:
      'Search memories of past sessions. Returns an index (ID, date, type, title, ~tokens, matching sentence); read the ones you need with get_observations.',
    input,
    output: z.object({ hits: z.array(z.string()), hint: z.string().optional() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async run(asked) {
      const now = deps.now();
      const { query = '', limit = 8, offset = 0 } = asked;
      const filter = readFilters(asked, { now });
      const isScoped = asked.project !== undefined && !isAllProjects(asked.project);
      if (query.trim() === '' && !isScoped && !isFiltered({ projectIds: null, ...filter }))
        throw new CMemError('USAGE', 'search needs a query or a filter', {
          fix: `Add query, or one of: project, ${FILTER_NAMES.join(', ')}.`,
        });
      return deps.withStore(async (store) => {
        const projectIds = projectsOf(store, deps, asked.project);
        const request = { text: query, projectIds, ...filter, limit, offset };
        const here = await deps.search(store, request);
        // Better something from another project, which is named, than nothing.
        const mayBeElsewhere =
          !isFoundByWords(here) && offset === 0 && asked.project === undefined && query.trim() !== '';
        const everywhere = mayBeElsewhere ? await deps.search(store, { ...request, projectIds: null }) : here;
        const isElsewhere = mayBeElsewhere && (here.hits.length === 0 || isFoundByWords(everywhere));
        const found = isElsewhere ? everywhere : here;
        const stale = createStalenessCheck(deps.project.worktree);
        const labels = projectIds === null || isElsewhere ? store.projects.labels() : null;
        const hits = hitLines(store.memories, found.hits, stale, labels);
        const hint = found.more
          ? `For more, use ${isElsewhere ? 'project "all" and ' : ''}offset ${offset + limit}.`
          : hits.length === 0
            ? nothing(query, projectIds === null, offset > 0)
            : undefined;
        noteAsked(store, deps, query, found.hits, hits.join('\n').length);
        return answer([...hits, ...(hint ? [hint] : [])], { hits, ...(hint ? { hint } : {}) });
      });
    },
  });
}

function nothing(query: string, isAll: boolean, isLaterPage: boolean): string {
  if (isLaterPage) return 'No more hits.';
  const what = query.trim() === '' ? 'No memories match these filters.' : `No memories match "${query.slice(0, 200)}".`;
  const other = query.trim() === '' ? 'fewer filters' : 'other words';
  return `${what} Try ${other}${isAll ? '' : ', or project: "all"'}.`;
}
