// `c-mem search`: the memories that match, one per line.

import { defineCommand } from 'citty';
import { identifyProject } from '../../../capture/project.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { isFiltered } from '../../../domain/filter.ts';
import type { SearchRequest } from '../../../domain/search.ts';
import { formatId } from '../../../recall/ids.ts';
import { type SearchOnce, searchHomeFirst } from '../../../recall/search/home-first.ts';
import { hitLines, remoteLine } from '../../../recall/show.ts';
import { isAllProjects } from '../../../store/index.ts';
import { createSearcher, type Searcher } from '../../../vectors/search.ts';
import { filterArgs, readFilterArgs } from '../../args/filters.ts';
import { wholeNumber } from '../../args/numbers.ts';
import { checkStaleness, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

const LIMIT = 20;

export default defineCommand({
  meta: {
    name: 'search',
    description: 'Search memories',
    examples: [
      'c-mem search cart rounding',
      `c-mem search '"floating point"' --type bugfix --since 30d`,
      "c-mem search 'migr*' --project shop --json",
      'c-mem search --since 7d --kind summary',
      'c-mem search retry limit --team --author ann',
    ],
  },
  args: {
    words: {
      type: 'positional',
      required: false,
      variadic: true,
      description: 'Search terms: words, "exact phrases", prefix*; optional if you pass a filter',
    },
    project: { type: 'string', description: 'Project ID, path, or name (default: all)' },
    ...filterArgs,
    team: { type: 'boolean', description: "Search on the team's server, which also has what was not pulled" },
    limit: { type: 'string', description: `Results per page (default: ${LIMIT})` },
    page: { type: 'string', description: 'Page number (default: 1)' },
    json: { type: 'boolean', description: 'Print JSON' },
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
      throw new CMemError('USAGE', 'Search needs words or a filter', {
        fix: 'Enter at least one word, or a filter such as --since 7d or --file cart.ts.',
      });
    if (args.team) return searchServer(wanted, args.project, page, args.json === true);
    await withStore(async (store) => {
      // Without words everything that passes the filters is listed, newest first.
      const isAsked = args.project === undefined && wanted.text.trim() !== '';
      const home = isAsked ? store.projects.find(projectHere().key) : null;
      const session = args.session === undefined ? {} : { sessionId: store.sessions.named(args.session).id };
      const request = { ...wanted, ...session, projectIds: store.projects.allNamed(args.project, identifyProject) };
      const searcher = searchHere(now);
      const search: SearchOnce = (each) => searcher(store, each);
      const answer = await (home ? searchHomeFirst(search, request, [home.id]) : search(request));
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
      // Only what comes from elsewhere is named.
      if (home) labels?.delete(home.id);
      const stale = checkStaleness(projectHere().worktree);
      print(...hitLines(store.memories, answer.hits, stale, labels));
      if (answer.more) print(`For more, add --page ${page + 1}`);
    });
  },
});

/** The same on the team's server. */
async function searchServer(wanted: SearchRequest, project: string | undefined, page: number, json: boolean) {
  if (wanted.text.trim() === '')
    throw new CMemError('USAGE', '--team needs words', { fix: 'Enter at least one word.' });
  const { withServer } = await import('../team/shared.ts');
  const { searchTeam } = await import('../../../team/search.ts');
  await withStore(async (store) => {
    const request = { ...wanted, projectIds: store.projects.allNamed(project, identifyProject) };
    const answer = await withServer((server, hello) => searchTeam(server, hello, store, request));
    if (json) return printJson({ ...answer, page });
    if (answer.hits.length === 0) return print(...nothing(request, page));
    const here = answer.hits.filter(({ isHere }) => isHere);
    const known = new Map(
      hitLines(store.memories, here, checkStaleness(projectHere().worktree), null).map((line, index) => [
        here[index]?.ref,
        line,
      ]),
    );
    for (const hit of answer.hits) print(known.get(hit.ref) ?? remoteLine(hit));
    if (answer.more) print(`For more, add --page ${page + 1}`);
  });
}

/** By the settings of this data folder, from the project of this folder. */
function searchHere(now: number): Searcher {
  const paths = resolvePaths();
  const { settings } = loadSettings(paths.settings);
  return createSearcher({ paths, settings: () => settings, now: () => now, livesOn: false, project: projectHere });
}

function nothing(request: SearchRequest, page: number): string[] {
  if (page > 1) return ['No more hits.'];
  if (request.text.trim() === '') return ['No memories match these filters.'];
  return [
    // A phrase comes with its own quotation marks.
    `No memories match ${request.text.includes('"') ? request.text : `"${request.text}"`}.`,
    isFiltered(request) ? 'Try fewer filters.' : "Try other words, or a prefix such as 'migr*'.",
  ];
}
