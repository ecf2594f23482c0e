// `c-mem search`: what is remembered about some words, a line each.

import { defineCommand } from 'citty';
import { identifyProject } from '../../../capture/project.ts';
import { CMemError } from '../../../domain/errors.ts';
import { isFiltered } from '../../../domain/filter.ts';
import type { SearchRequest } from '../../../domain/search.ts';
import { formatId } from '../../../recall/ids.ts';
import { search } from '../../../recall/search/search.ts';
import { hitLines } from '../../../recall/show.ts';
import { isAllProjects } from '../../../store/index.ts';
import { filterArgs, readFilterArgs } from '../../args/filters.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { checkStaleness, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

const LIMIT = 20;

export default defineCommand({
  meta: { name: 'search', description: 'Search the memories: words, "a phrase", the beginning of a word*.' },
  args: {
    words: {
      type: 'positional',
      required: false,
      variadic: true,
      description: 'what to look for; may be left out with a filter',
    },
    project: { type: 'string', description: "a project's id, path or name; all projects if left out, or with `all`" },
    ...filterArgs,
    limit: { type: 'string', description: `how many a page (${LIMIT})` },
    page: { type: 'string', description: 'which page (1)' },
    json: { type: 'boolean', description: 'print JSON' },
  },
  async run({ args }) {
    const now = Date.now();
    const limit = args.limit === undefined ? LIMIT : wholeNumber('limit', args.limit, 1, 200);
    const page = args.page === undefined ? 1 : wholeNumber('page', args.page, 1, 10_000);
    const wanted: SearchRequest = {
      text: args._.join(' '),
      projectIds: null,
      ...readFilterArgs(args, now),
      limit,
      offset: (page - 1) * limit,
    };
    const isScoped = args.project !== undefined && !isAllProjects(args.project);
    if (wanted.text.trim() === '' && !isScoped && !isFiltered(wanted))
      throw new CMemError('USAGE', 'There is nothing to search for', {
        fix: 'Give words, or a filter such as --since 7d or --file cart.ts.',
      });
    await withStore(async (store) => {
      const request = { ...wanted, projectIds: store.projects.allNamed(args.project, identifyProject) };
      if (args.session !== undefined && !store.sessions.find(args.session))
        throw new CMemError('SESSION_UNKNOWN', `There is no session ${args.session}`);
      const answer = search(store.search, request, now);
      if (args.json) {
        const names = store.projects.names();
        const hits = answer.hits.map((hit) => ({
          ref: formatId(hit.kind, hit.id),
          project: names.get(hit.projectId) ?? '',
          ...hit,
        }));
        return printJson({ ...answer, page, hits });
      }
      if (answer.hits.length === 0) return print(...nothing(request, page));
      const labels = request.projectIds === null ? store.projects.labels() : null;
      const stale = checkStaleness(projectHere().worktree);
      print(...hitLines(store.memories, answer.hits, stale, labels));
      if (answer.more) print(`More: the same with --page ${page + 1}`);
    });
  },
});

function nothing(request: SearchRequest, page: number): string[] {
  if (page > 1) return ['There are no more hits.'];
  if (request.text.trim() === '') return ['Nothing matches these filters.'];
  return [
    `Nothing found for "${request.text}".`,
    isFiltered(request)
      ? 'Try it with fewer filters.'
      : 'Try other words, or the beginning of one with a star: "migr*".',
  ];
}
