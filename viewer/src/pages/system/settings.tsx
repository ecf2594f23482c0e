// The settings page, with a live preview of the session-start context.
import { useEffect, useState } from 'preact/hooks';
import {
  ApiError,
  type ContextReply,
  messageOf,
  type ProjectItem,
  type Setting,
  type SettingsReply,
  send,
} from '../../api.ts';
import { dropDraft, keepDraft, readDraft } from '../../drafts.ts';
import { count, many } from '../../format.ts';
import { Inline } from '../../inline.tsx';
import { Find, Page, Select, useFind } from '../../parts.tsx';
import { projectOptions } from '../../projects.ts';
import { useProject } from '../../route.ts';
import { revision, useCell, useGet, useLater } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';
import { Field, type Value } from './setting-field.tsx';

export function SettingsPage() {
  const settings = useGet<SettingsReply>('/api/settings');
  const { data, put } = settings;
  const [draft, setDraft] = useState<Record<string, Value>>(() => readDraft(DRAFT) ?? {});
  const [problem, setProblem] = useState<{ key: string; message: string } | null>(null);
  const wanted = useFind();
  useEffect(() => {
    if (Object.keys(draft).length === 0) dropDraft(DRAFT);
    else keepDraft(DRAFT, draft);
  }, [draft]);
  const changed = Object.keys(draft).length;
  const change = (setting: Setting, value: Value, message = '') => {
    setProblem((before) =>
      message !== '' ? { key: setting.key, message } : before?.key === setting.key ? null : before,
    );
    setDraft(({ [setting.key]: _, ...rest }) =>
      JSON.stringify(value) === JSON.stringify(setting.value) ? rest : { ...rest, [setting.key]: value },
    );
  };
  const save = async () => {
    try {
      put(await send<SettingsReply>('PATCH', '/api/settings', draft));
      setDraft({});
      notify('Saved.');
    } catch (failed) {
      const key =
        failed instanceof ApiError ? Object.keys(draft).find((each) => failed.message.startsWith(each)) : undefined;
      if (key === undefined) return notifyError(failed);
      setProblem({ key, message: (failed as ApiError).message.slice(key.length + 1) });
      document.getElementById(`set-${key}`)?.focus();
    }
  };
  return (
    <Page
      title="Settings"
      class="settings"
      of={settings}
      head={
        <>
          <Find label="Find a setting" />
          <div class="actions" role="status">
            {changed > 0 && (
              <>
                <button
                  type="button"
                  onClick={() => {
                    setDraft({});
                    setProblem(null);
                  }}
                >
                  Discard
                </button>
                <button type="button" class="main" disabled={problem !== null} onClick={() => void save()}>
                  Save {many(changed, 'change')}
                </button>
              </>
            )}
          </div>
        </>
      }
    >
      {data?.problems.map((problem) => (
        <p class="notice warm" key={problem.message}>
          <Inline text={`${problem.message}. ${problem.fix}`} />
        </p>
      ))}
      <div class="settings-body">
        <div class="groups">
          {grouped((data?.settings ?? []).filter((setting) => isWanted(setting, wanted))).map(([title, some]) => (
            <section class="block" key={title}>
              <h2>{title}</h2>
              {some.map((setting) => (
                <Field
                  key={setting.key}
                  setting={setting}
                  value={draft[setting.key]}
                  problem={problem?.key === setting.key ? problem.message : null}
                  onChange={(value, message) => change(setting, value, message)}
                />
              ))}
            </section>
          ))}
        </div>
        <Preview draft={draft} />
      </div>
    </Page>
  );
}

const DRAFT = 'settings';

const isWanted = ({ key, label, about }: Setting, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${key} ${label} ${about}`.toLowerCase().includes(word));

function grouped(settings: Setting[]): [string, Setting[]][] {
  return [...new Set(settings.map(({ group }) => group))].map((group) => [
    group,
    settings.filter((each) => each.group === group),
  ]);
}

function Preview({ draft }: { draft: Record<string, Value> }) {
  const projects = useGet<{ projects: ProjectItem[] }>('/api/projects').data?.projects ?? [];
  const shared = useProject();
  const [own, setOwn] = useState('');
  const chosen = own || shared || String(projects[0]?.id ?? '');
  const tried = useLater(
    // A number that is being typed may be empty.
    JSON.stringify(
      Object.fromEntries(Object.entries(draft).filter(([key, value]) => key.startsWith('context') && value !== '')),
    ),
    200,
  );
  // What is saved changes it, too.
  const saved = useCell(revision);
  const [context, setContext] = useState<ContextReply | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (chosen === '') return;
    let isCurrent = true;
    send<ContextReply>('POST', '/api/context/preview', { project: chosen, settings: JSON.parse(tried) }).then(
      (reply) => {
        if (!isCurrent) return;
        setContext(reply);
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen, tried, saved]);
  return (
    <aside class="preview-pane" aria-label="Context preview">
      <div class="preview-head">
        <h2>Context for a new session</h2>
        <Select label="Project to preview" value={chosen} options={projectOptions(projects)} onChange={setOwn} />
      </div>
      {problem && <p class="notice warm">{problem}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0} aria-live="polite">
        {context?.text ?? (projects.length === 0 ? 'No projects yet.' : '')}
      </pre>
      {context && (
        <p class="faint">
          {count(context.characters)} characters, about {count(context.tokens)} tokens
        </p>
      )}
    </aside>
  );
}
