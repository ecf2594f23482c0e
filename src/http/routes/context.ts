// The session-start context, for hosts without our hooks, and as a preview with other settings.

import * as z from 'zod';
import { identifyProject } from '../../capture/project.ts';
import { parseSetting, type Settings, settingNamed, withValue } from '../../config/settings.ts';
import type { Context } from '../../domain/context.ts';
import { CMemError } from '../../domain/errors.ts';
import { sessionContext } from '../../recall/context/session-start.ts';
import { readWorkingTree } from '../../recall/context/working-tree.ts';
import { presentRoot } from '../../recall/staleness.ts';
import type { KnownProject } from '../../store/index.ts';
import { lastPart } from '../../text/path.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { ContextReply } from '../contract-system.ts';
import type { Deps } from '../deps.ts';
import { respond } from '../guard.ts';
import { type Route, route } from '../route.ts';

const InjectQuery = z.object({
  project: z.string().min(1).max(4096).describe('Project ID, path, or name'),
  session: z.string().max(256).optional().describe('Session ID; the injection is recorded for it'),
  format: z.enum(['text', 'json']).default('text'),
});
const PreviewBody = z.object({
  project: z.string().min(1).max(4096),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Settings to try; only those starting with `context.`'),
});

export function contextRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const reader = store.memories;

  async function contextOf(named: string, settings: Settings, sessionId: string | null): Promise<Context> {
    const known = find(named);
    // The working tree comes from the project's sessions, not from the request.
    const root = known ? presentRoot(reader.folders(known.id)) : null;
    return sessionContext(reader, {
      projectId: known?.id ?? null,
      projectName: known?.name ?? (lastPart(named) || named),
      root,
      sessionId,
      beginning: 'new',
      tree: root ? readWorkingTree(root) : { branch: null, changed: [] },
      openTurns: known ? store.turns.open(known.id, sessionId, 6) : [],
      seen: null,
      now: now(),
      settings,
    });
  }

  function find(named: string): KnownProject | null {
    try {
      return store.projects.named(named, identifyProject);
    } catch (error) {
      // An unknown project has no memories yet; an ambiguous name is an error.
      if (error instanceof CMemError && error.message.startsWith('There is no project')) return null;
      throw error;
    }
  }

  return [
    route(
      {
        method: 'get',
        paths: ['/api/context/inject', '/context/inject'],
        summary: 'Get the context for a session that starts now, as text or with `format=json` as JSON.',
        tag: 'context',
        query: InjectQuery,
        takesMore: true,
        reply: ContextReply,
        media: 'text/plain',
      },
      async ({ query }) => {
        const context = await contextOf(query.project, deps.settings(), query.session ?? null);
        if (query.session !== undefined && context.text !== '') {
          store.injections.record({
            sessionId: query.session,
            occasion: 'session_start',
            characters: context.text.length,
            observations: context.observations,
            summaries: context.summaries,
            pending: false,
            at: now(),
          });
        }
        return query.format === 'json' ? toReply(context) : respond(context.text, 'text/plain; charset=utf-8');
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/context/preview'],
        summary: 'Preview the context with other settings. Nothing is saved.',
        tag: 'context',
        body: PreviewBody,
        reply: ContextReply,
      },
      async ({ body }) => toReply(await contextOf(body.project, tried(deps.settings(), body.settings), null)),
    ),
  ];
}

function toReply({ text, observations, summaries }: Context): ContextReply {
  return { text, characters: text.length, tokens: estimateTokens(text), observations, summaries };
}

function tried(settings: Settings, changes: Record<string, unknown>): Settings {
  let result = settings;
  for (const [key, value] of Object.entries(changes)) {
    const named = settingNamed(key);
    if (!named?.startsWith('context.'))
      throw new CMemError('SETTING_INVALID', 'Only context settings can be previewed', {
        fix: 'Use settings that start with `context`.',
      });
    const parsed = parseSetting(named, value);
    if ('problem' in parsed) throw new CMemError('SETTING_INVALID', `${key} ${parsed.problem}`);
    result = withValue(result, named, parsed.value);
  }
  return result;
}
