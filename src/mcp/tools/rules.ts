// list_rules and propose_rule: an agent reads rules and proposes one. Only a person confirms or changes them.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createCleaner } from '../../capture/clean/index.ts';
import { ruleText } from '../../capture/rule-text.ts';
import { CMemError } from '../../domain/errors.ts';
import { branchOf } from '../../recall/context/working-tree.ts';
import { cut, day, ruleTitle } from '../../recall/format.ts';
import { answer, type Deps } from '../deps.ts';
import { registerTool } from '../tool.ts';

export function registerListRules(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'list_rules',
    description: "List the user's rules. Only confirmed ones are instructions.",
    input: z.strictObject({}),
    output: z.object({ rules: z.array(z.string()) }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: () =>
      deps.withStore((store) => {
        const here = store.projects.find(deps.project.key);
        const rules = store.rules
          .list(here?.id ?? 0)
          .filter(({ state, supersededBy }) => state !== 'off' && supersededBy === null)
          .map((rule) => {
            const state = rule.state === 'confirmed' ? 'confirmed' : 'not confirmed';
            const conflicts = rule.conflictsWith.map((id) => `#${id}`).join(', ');
            const where = rule.scope === 'everywhere' ? ', all projects' : '';
            return `#${rule.id} ${state}, ${day(rule.lastSaidAt)}${where}: ${ruleTitle(rule, cut(rule.text, 160))}${conflicts && ` [in conflict with ${conflicts}]`}`;
          });
        return answer(rules.length > 0 ? rules : ['No rules yet.'], { rules });
      }),
  });
}

export function registerProposeRule(server: McpServer, deps: Deps): void {
  registerTool(server, {
    name: 'propose_rule',
    description: 'Propose a rule. Only the user can confirm it.',
    input: z.strictObject({ text: z.string() }),
    output: z.object({ outcome: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: ({ text }) =>
      deps.withStore((store) => {
        const rule = ruleText(text, createCleaner(deps.settings()));
        const now = deps.now();
        const projectId = store.projects.ensure(deps.project, now);
        const branch = branchOf(deps.project.worktree);
        const id = store.rules.add({ text: rule, scope: 'project', projectId, branch, by: 'agent' }, now);
        if (id === null)
          throw new CMemError('REQUEST_INVALID', 'The user forgot this rule', { fix: 'Do not propose it again.' });
        const { state, source } = store.rules.find(id);
        const isNew = state === 'said' && source === 'agent';
        const outcome = isNew ? `Proposed as #${id}; only the user can confirm it.` : `Rule #${id} already says so.`;
        return answer([outcome], { outcome });
      }),
  });
}
