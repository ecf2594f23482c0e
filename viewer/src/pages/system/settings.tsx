// The settings page, with a live preview of the session-start context.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, type ContextReply, type ProjectItem, type Setting, type SettingsReply, send } from '../../api.ts';
import { project } from '../../app.tsx';
import { count } from '../../format.ts';
import { Loading, Trouble } from '../../parts.tsx';
import { useCell, useGet, useLater } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';
import { Field, type Value } from './setting-field.tsx';

const GROUPS: [string, (key: string) => boolean][] = [
  ['Context', (key) => key.startsWith('context.')],
  ['Capture', (key) => /^(?:skipTools|excludeProjects|redactPatterns|fieldLimitKb|rawDays)$/.test(key)],
  [
    'Compression',
    (key) => /^(?:provider|model|baseUrl|apiKey|claudePath|verbosity|answerSeconds|batchEvents)$/.test(key),
  ],
  ['Budget', (key) => key.startsWith('budget.')],
  ['Vectors', (key) => key.startsWith('embeddings.')],
  ['Other', () => true],
];

export function SettingsPage() {
  const { data, error, isLoading, put } = useGet<SettingsReply>('/api/settings');
  const [draft, setDraft] = useState<Record<string, Value>>({});
  const changed = Object.keys(draft).length;
  const change = (setting: Setting, value: Value) => {
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
      notifyError(failed);
    }
  };
  if (error) return <Trouble error={error} />;
  if (!data) return isLoading ? <Loading /> : null;
  return (
    <div class="page settings">
      <header class="page-head">
        <h1>Settings</h1>
        <div class="actions" role="status">
          {changed > 0 && (
            <>
              <button type="button" onClick={() => setDraft({})}>
                Discard
              </button>
              <button type="button" class="main" onClick={() => void save()}>
                Save {changed === 1 ? '1 change' : `${changed} changes`}
              </button>
            </>
          )}
        </div>
      </header>
      {data.problems.map((problem) => (
        <p class="notice warm" key={problem.message}>
          {problem.message}. {problem.fix}
        </p>
      ))}
      <div class="settings-body">
        <div class="groups">
          {grouped(data.settings).map(([title, settings]) => (
            <section class="block" key={title}>
              <h2>{title}</h2>
              {settings.map((setting) => (
                <Field
                  key={setting.key}
                  setting={setting}
                  value={draft[setting.key]}
                  onChange={(value) => change(setting, value)}
                />
              ))}
            </section>
          ))}
        </div>
        <Preview draft={draft} />
      </div>
    </div>
  );
}

function grouped(settings: Setting[]): [string, Setting[]][] {
  const left = new Set(settings);
  return GROUPS.map(([title, belongs]) => {
    const own = [...left].filter(({ key }) => belongs(key));
    for (const setting of own) left.delete(setting);
    return [title, own];
  });
}

function Preview({ draft }: { draft: Record<string, Value> }) {
  const projects = useGet<{ projects: ProjectItem[] }>('/api/projects').data?.projects ?? [];
  const shared = useCell(project);
  const [own, setOwn] = useState('');
  const chosen = own || shared || String(projects[0]?.id ?? '');
  const tried = useLater(
    JSON.stringify(Object.fromEntries(Object.entries(draft).filter(([key]) => key.startsWith('context')))),
    200,
  );
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
      (error: unknown) => isCurrent && setProblem(error instanceof ApiError ? error.message : ''),
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen, tried]);
  return (
    <aside class="preview-pane" aria-label="Context preview">
      <div class="preview-head">
        <h2>Context for a new session</h2>
        <select aria-label="Project to preview" value={chosen} onChange={(event) => setOwn(event.currentTarget.value)}>
          {projects.map((each) => (
            <option key={each.id} value={String(each.id)}>
              {each.name}
            </option>
          ))}
        </select>
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
