// Rules: list them, add one, and what a person decides about one. Forgetting and its undo are those of observations.
import * as z from 'zod';
import { createCleaner } from '../../capture/clean/index.ts';
import { ruleText } from '../../capture/rule-text.ts';
import type { RuleRecord } from '../../domain/rule.ts';
import { RuleItem } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { projectId } from '../filter.ts';
import { idParam, type Route, route } from '../route.ts';

const text = z.string().min(1).max(1000);
const scope = RuleItem.shape.scope;
const NewRule = z.object({ text, project: z.string().max(4096), scope: scope.optional() }).strict();
const Change = z
  .object({
    state: z
      .enum(['confirmed', 'said', 'off', 'on'])
      .optional()
      .describe('`said` takes a confirmation back; `on` restores the state it had before `off`'),
    scope: scope.optional(),
    text: text.optional().describe('Also confirms the rule'),
  })
  .strict();

export function ruleRoutes(deps: Deps): Route[] {
  const { store, now } = deps;
  const names = () => store.projects.names();
  const item = (rule: RuleRecord, of = names()): RuleItem => ({
    ...rule,
    project: of.get(rule.projectId) ?? '',
    sessionTitle: rule.sessionId === null ? null : (store.sessions.find(rule.sessionId)?.title ?? null),
  });
  const written = (words: string) => ruleText(words, createCleaner(deps.settings()));
  const tell = (id: number) => {
    deps.changes.publish('observation.changed', { kind: 'observation', id });
    deps.changed();
  };

  return [
    route(
      {
        method: 'get',
        paths: ['/api/rules'],
        summary: 'List rules, the most often and last said first, including those that are off or superseded.',
        tag: 'rules',
        query: z.object({ project: z.string().max(4096).optional() }),
        reply: z.object({ rules: z.array(RuleItem) }),
      },
      ({ query }) => {
        const of = names();
        const id = query.project ? projectId(store, query.project) : null;
        return { rules: store.rules.list(id).map((rule) => item(rule, of)) };
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/rules'],
        summary: 'Add a rule of your own, which is confirmed immediately.',
        tag: 'rules',
        body: NewRule,
        reply: RuleItem,
      },
      ({ body }) => {
        const rule = {
          text: written(body.text),
          scope: body.scope ?? ('project' as const),
          projectId: projectId(store, body.project),
        };
        const id = store.rules.add({ ...rule, branch: null, by: 'person' }, now()) as number;
        deps.changed();
        return item(store.rules.find(id));
      },
    ),
    route(
      {
        method: 'patch',
        paths: ['/api/rules/:id'],
        summary: 'Confirm, edit, switch off or switch on a rule, or change where it holds.',
        tag: 'rules',
        params: idParam,
        body: Change,
        reply: RuleItem,
      },
      ({ params: { id }, body: { state, text: words, scope: where } }) => {
        if (state === 'on') store.rules.switchOn(id);
        const change = {
          ...(state === undefined || state === 'on' ? {} : { state }),
          ...(words === undefined ? {} : { text: written(words) }),
          ...(where === undefined ? {} : { scope: where }),
        };
        store.rules.change(id, change, now());
        tell(id);
        return item(store.rules.find(id));
      },
    ),
  ];
}
