// Forgetting permanently: memories, turns, sessions, projects, time ranges.

import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { dropQuarantined } from '../../spool/quarantine.ts';
import type { DelayedTarget, ForgetTarget } from '../../store/index.ts';
import type { Deps } from '../deps.ts';
import { projectId } from '../filter.ts';
import { type Route, route, UNDO_MS } from '../route.ts';

const Target = z.union([
  z.object({ session: z.string().min(1).max(256) }).strict(),
  z.object({ project: z.string().min(1).max(4096) }).strict(),
  z.object({ observation: z.number().int().min(1) }).strict(),
  z.object({ summary: z.number().int().min(1) }).strict(),
  z.object({ prompt: z.number().int().min(1) }).strict(),
  z.object({ hostMemory: z.number().int().min(1) }).strict(),
  z.object({ from: z.number(), until: z.number(), project: z.string().max(4096).optional() }).strict(),
]);
const Gone = z.object({
  done: z.boolean(),
  undoUntil: z.number().optional().describe('Until then, it can be brought back; milliseconds since the epoch'),
  forgotten: z.object({
    sessions: z.number(),
    prompts: z.number(),
    events: z.number(),
    observations: z.number(),
    summaries: z.number(),
    hostMemories: z.number().describe("Only removed from the index: the host's files stay as they are"),
  }),
  prompts: z
    .array(z.object({ text: z.string(), keepsSome: z.boolean().describe('Other sentences of it stay') }))
    .optional()
    .describe('Dry run for memories: the similar words of prompts, which go too'),
  also: z
    .object({
      events: z.number(),
      observations: z.number(),
      summaries: z.number(),
      summariesInPart: z.number(),
      sessionTitles: z.number(),
    })
    .optional()
    .describe('Dry run for memories: what goes besides them'),
});

export function forgetRoutes(deps: Deps): Route[] {
  const { store } = deps;
  const later = (targets: DelayedTarget[]) => {
    const forgotten = store.forgetting.forget(targets, deps.now(), true);
    const undoUntil = deps.now() + UNDO_MS;
    store.forgetting.later(targets, undoUntil);
    deps.forgetAt(undoUntil);
    deps.changes.publish('reset', {});
    return { done: false, forgotten, undoUntil };
  };
  return [
    route(
      {
        method: 'post',
        paths: ['/api/forget'],
        summary:
          'Forget a session, project, turn, memory or time range permanently and immediately. `dryRun` shows what would be deleted. With `undo`, sessions and projects are hidden immediately and deleted after a few seconds.',
        tag: 'memories',
        body: z
          .object({
            targets: z.array(Target).min(1).max(100),
            dryRun: z.boolean().default(false),
            undo: z.boolean().default(false),
          })
          .strict(),
        reply: Gone,
      },
      async ({ body }) => {
        const targets = body.targets.map((target) => targetOf(deps, target));
        if (body.undo && !body.dryRun) return later(delayed(targets));
        const areMemories = targets.every(({ kind }) => kind === 'observation' || kind === 'summary');
        if (body.dryRun && areMemories) return { done: false, ...store.forgetting.reach(targets, deps.now()) };
        const sessions = targets.flatMap((target) =>
          target.kind === 'session'
            ? [target.id]
            : target.kind === 'project'
              ? store.sessions.ofProject(target.id)
              : [],
        );
        const forgotten = store.forgetting.forget(targets, deps.now(), body.dryRun);
        if (!body.dryRun) {
          await dropQuarantined(deps.paths.quarantine, (text) => sessions.some((id) => text.includes(id)));
          store.forgetting.wipeFreed();
          deps.changes.publish('reset', {});
        }
        return { done: !body.dryRun, forgotten };
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/forget/undo'],
        summary: 'Bring back sessions and projects that were just forgotten with `undo`.',
        tag: 'memories',
        body: z.object({ targets: z.array(Target).min(1).max(100) }).strict(),
        reply: z.object({ restored: z.number() }),
      },
      ({ body }) => {
        const back = store.forgetting.undo(delayed(body.targets.map((target) => targetOf(deps, target))));
        deps.changes.publish('reset', {});
        return { restored: back.length };
      },
    ),
  ];
}

function delayed(targets: ForgetTarget[]): DelayedTarget[] {
  return targets.map((target) => {
    if (target.kind === 'session' || target.kind === 'project') return target;
    throw new CMemError('REQUEST_INVALID', 'body: undo is for sessions and projects', {
      fix: 'To forget a memory with undo, use DELETE.',
    });
  });
}

function targetOf(deps: Deps, target: z.infer<typeof Target>): ForgetTarget {
  if ('from' in target) {
    const only = target.project === undefined ? null : projectId(deps.store, target.project);
    return { kind: 'range', from: target.from, until: target.until, projectId: only };
  }
  if ('session' in target) return { kind: 'session', id: target.session };
  if ('project' in target) return { kind: 'project', id: projectId(deps.store, target.project) };
  if ('observation' in target) return { kind: 'observation', id: target.observation };
  if ('hostMemory' in target) return { kind: 'host-memory', id: target.hostMemory };
  return 'summary' in target ? { kind: 'summary', id: target.summary } : { kind: 'prompt', id: target.prompt };
}
