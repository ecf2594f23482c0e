// The rules page: what was said that should hold from now on. A person confirms, edits, switches off or forgets it.
import { useState } from 'preact/hooks';
import { forget } from '../actions.ts';
import { type RuleItem, send } from '../api.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';
import { useLive } from '../live.ts';
import { Empty, FormDialog, Page, Select, Text, When } from '../parts.tsx';
import { projectLabel, projects } from '../projects.ts';
import { to, useProject } from '../route.ts';
import { useCell, useGet } from '../store.ts';
import { notify, notifyError, undo } from '../toast.tsx';

type Change = { state?: RuleItem['state'] | 'on'; text?: string; scope?: RuleItem['scope'] };

export function RulesPage() {
  const chosen = useProject();
  // For their names.
  useCell(projects);
  const list = useGet<{ rules: RuleItem[] }>('/api/rules', { project: chosen });
  const { data, reload } = list;
  const [edited, setEdited] = useState<RuleItem | null>(null);
  useLive((kind) => kind.startsWith('observation.') && reload(), [chosen]);
  const save = (rule: RuleItem, wanted: Change, told: string) => {
    const put = (change: Change) => send('PATCH', `/api/rules/${rule.id}`, change).then(reload);
    return put(wanted).then(() => {
      const { state, text, scope } = rule;
      const before = { state, scope, ...(wanted.text && { text }) };
      // Confirming it may also have settled a conflict, which is not undone.
      const isAlone = rule.supersededBy === null && rule.conflictsWith.length === 0;
      notify(told, isAlone ? undo(() => put(before)) : null);
      setEdited(null);
    });
  };
  const change = (...wanted: Parameters<typeof save>) => void save(...wanted).catch(notifyError);
  const rules = data?.rules ?? [];
  const current = rules.filter((rule) => rule.supersededBy === null);
  const groups: [string, RuleItem[]][] = [
    ['Confirmed', current.filter(({ state }) => state === 'confirmed')],
    ['Said, not confirmed', current.filter(({ state }) => state === 'said')],
    ['Off', current.filter(({ state }) => state === 'off')],
    ['Superseded', rules.filter((rule) => rule.supersededBy !== null)],
  ];
  return (
    <Page title="Rules" of={list}>
      <Text of="about-rules" class="faint" />
      {data && rules.length === 0 && <Empty title="No rules yet" about="no-rules" />}
      {groups.map(
        ([title, some]) =>
          some.length > 0 && (
            <section key={title} aria-label={title}>
              <h2 class="rules-head">{title}</h2>
              <ul class="rules">
                {some.map((rule) => (
                  <Rule key={rule.id} rule={rule} onChange={change} onEdit={() => setEdited(rule)} onGone={reload} />
                ))}
              </ul>
            </section>
          ),
      )}
      {edited && (
        <EditRule
          rule={edited}
          onClose={() => setEdited(null)}
          onSave={(text, scope) => save(edited, { text, scope }, `#${edited.id} changed and confirmed.`)}
        />
      )}
    </Page>
  );
}

function Rule(props: {
  rule: RuleItem;
  onChange(rule: RuleItem, wanted: Change, told: string): void;
  onEdit(): void;
  onGone(): void;
}) {
  const { rule, onChange } = props;
  const drop = async () => {
    if (await forget([{ kind: 'observation', id: rule.id, ref: `#${rule.id}`, title: rule.text }])) props.onGone();
  };
  const button = (label: string, act: () => void, kind = '') => (
    <button type="button" class={kind} aria-label={`${label} #${rule.id}`} onClick={act}>
      {label}
    </button>
  );
  return (
    <li class={rule.state === 'off' || rule.supersededBy !== null ? 'is-off' : ''}>
      <div>
        <h3>{rule.text}</h3>
        {rule.quote !== null && <blockquote>{rule.quote}</blockquote>}
        <p class="line">
          <a href={to(['memory', String(rule.id)])}>
            <code>#{rule.id}</code>
          </a>
          <span>{rule.scope === 'everywhere' ? 'all projects' : projectLabel(rule.projectId, rule.project)}</span>
          {rule.source === 'agent' && <span class="tag warm">proposed by an agent, not your words</span>}
          {rule.source === 'import' && <span class="tag">imported</span>}
          {rule.conflictsWith.length > 0 && (
            <span class="tag warm">in conflict with {rule.conflictsWith.map((id) => `#${id}`).join(', ')}</span>
          )}
          {rule.supersededBy !== null && <span class="tag">superseded by #{rule.supersededBy}</span>}
          <span>
            {rule.timesSaid > 1 ? `said ${rule.timesSaid} times, last ` : ''}
            <When at={rule.lastSaidAt} past />
          </span>
          {rule.sessionId !== null && <a href={to(['session', rule.sessionId])}>{rule.sessionTitle ?? 'session'}</a>}
        </p>
      </div>
      <div class="actions">
        {(rule.state === 'said' || rule.supersededBy !== null) &&
          button('Confirm', () => onChange(rule, { state: 'confirmed' }, `#${rule.id} confirmed.`), 'main')}
        {button('Edit', props.onEdit)}
        {rule.state === 'off'
          ? button('Switch on', () => onChange(rule, { state: 'on' }, `#${rule.id} switched on.`))
          : button('Switch off', () => onChange(rule, { state: 'off' }, `#${rule.id} switched off.`))}
        {button('Forget', () => void drop(), 'danger')}
      </div>
    </li>
  );
}

function EditRule(props: {
  rule: RuleItem;
  onSave(text: string, scope: RuleItem['scope']): Promise<void>;
  onClose(): void;
}) {
  const key = `rule ${props.rule.id}`;
  const [text, setText] = useState(readDraft<string>(key) ?? props.rule.text);
  const [scope, setScope] = useState(props.rule.scope);
  return (
    <FormDialog
      title={`Edit #${props.rule.id}`}
      label="Save"
      isReady={text.trim() !== ''}
      onSave={() => props.onSave(text, scope).then(() => dropDraft(key))}
      onClose={props.onClose}
      wide
    >
      {(wrong) => (
        <>
          <input
            aria-label="Rule"
            maxLength={160}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              keepDraft(key, event.currentTarget.value);
            }}
            {...wrong}
          />
          <Select
            label="Holds in"
            value={scope}
            options={[
              ['project', `${projectLabel(props.rule.projectId, props.rule.project)} only`],
              ['everywhere', 'All projects'],
            ]}
            onChange={(chosen) => setScope(chosen as RuleItem['scope'])}
          />
          <Text of="saving-rule" class="faint" />
        </>
      )}
    </FormDialog>
  );
}
