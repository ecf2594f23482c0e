// The team: how the exchange goes, and who made the memories that are here.
import { teamState } from '../../health/index.ts';
import { TeamReply } from '../contract-system.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../route.ts';

export function teamRoutes({ store, paths }: Deps): Route[] {
  return [
    route(
      {
        method: 'get',
        paths: ['/api/team'],
        summary: 'Get the state of the exchange with the team, and the authors of memories.',
        tag: 'system',
        reply: TeamReply,
      },
      () => {
        const state = teamState(paths, store);
        const authors = store.team.authors(null);
        if (!state) return { team: null, authors };
        const { member, server, pushedAt, pulledAt, tookMs, skewMs, waiting, waitingSince, problem } = state;
        return {
          team: {
            ...{ name: state.team, member, server, pushedAt, pulledAt, tookMs, skewMs, waiting, waitingSince, problem },
            projects: state.projects.map(({ projectId, localName, role }) => ({ projectId, name: localName, role })),
            offers: state.offers.map(({ projectId, name, identity, role }) => ({ projectId, name, identity, role })),
          },
          authors,
        };
      },
    ),
  ];
}
