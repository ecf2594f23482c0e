// The projects page: rename, merge, exclude and forget projects.
import { useState } from 'preact/hooks';
import { type ProjectItem, send } from '../api.ts';
import { project } from '../app.tsx';
import { many } from '../format.ts';
import { Dialog, Empty, Loading, Trouble, When } from '../parts.tsx';
import { to } from '../route.ts';
import { refresh, useGet } from '../store.ts';
import { notify, notifyError } from '../toast.tsx';

type Act = { kind: 'rename' | 'merge' | 'forget'; of: ProjectItem } | null;

export function ProjectsPage() {
  const { data, error, isLoading } = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const [act, setAct] = useState<Act>(null);
  const done = (words: string) => {
    notify(words);
    setAct(null);
    refresh();
  };
  const exclude = (of: ProjectItem) =>
    send('PATCH', `/api/projects/${of.id}`, { excluded: !of.excluded }).then(
      () => done(of.excluded ? `Recording ${of.name} again.` : `${of.name} is no longer recorded.`),
      notifyError,
    );
  return (
    <div class="page">
      <header class="page-head">
        <h1>Projects</h1>
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && <Loading />}
      {data?.projects.length === 0 && <Empty title="No projects yet">A project appears after its first session.</Empty>}
      <ul class="projects" aria-label="Projects">
        {data?.projects.map((each) => (
          <li key={each.id} class={each.excluded ? 'is-excluded' : ''}>
            <div>
              <h2>
                {each.name} {each.excluded && <span class="tag">not recorded</span>}
              </h2>
              <p class="faint path">{each.key.replace(/\/\.git$/, '')}</p>
              <p class="line">
                <span>{many(each.sessions, 'session')}</span>
                <span>{many(each.observations, 'observation')}</span>
                <a
                  href={to(['profile'])}
                  aria-label={`Profile of ${each.name}`}
                  onClick={() => project.set(String(each.id))}
                >
                  profile
                </a>
                {each.lastEventAt !== null && (
                  <span>
                    last active <When at={each.lastEventAt} past />
                  </span>
                )}
              </p>
            </div>
            <div class="actions">
              <button
                type="button"
                aria-label={`Rename ${each.name}`}
                onClick={() => setAct({ kind: 'rename', of: each })}
              >
                Rename
              </button>
              <button
                type="button"
                aria-label={`Merge ${each.name}`}
                onClick={() => setAct({ kind: 'merge', of: each })}
              >
                Merge
              </button>
              <button
                type="button"
                aria-label={`${each.excluded ? 'Include' : 'Exclude'} ${each.name}`}
                onClick={() => void exclude(each)}
              >
                {each.excluded ? 'Include' : 'Exclude'}
              </button>
              <button
                type="button"
                class="danger"
                aria-label={`Forget ${each.name}`}
                onClick={() => setAct({ kind: 'forget', of: each })}
              >
                Forget
              </button>
            </div>
          </li>
        ))}
      </ul>
      {act && <ActDialog act={act} projects={data?.projects ?? []} onDone={done} onClose={() => setAct(null)} />}
    </div>
  );
}

function ActDialog(props: {
  act: NonNullable<Act>;
  projects: ProjectItem[];
  onDone(words: string): void;
  onClose(): void;
}) {
  const { kind, of } = props.act;
  const others = props.projects.filter((each) => each.id !== of.id);
  const [value, setValue] = useState(kind === 'rename' ? of.name : String(others[0]?.id ?? ''));
  const run = () => {
    if (kind === 'rename')
      return send('PATCH', `/api/projects/${of.id}`, { name: value }).then(
        () => props.onDone(`Renamed to ${value}.`),
        notifyError,
      );
    if (kind === 'merge')
      return send('POST', `/api/projects/${of.id}/merge`, { into: Number(value) }).then(
        () => props.onDone(`Merged ${of.name} into ${others.find((each) => String(each.id) === value)?.name}.`),
        notifyError,
      );
    return send('POST', '/api/forget', { targets: [{ project: String(of.id) }] }).then(
      () => props.onDone(`${of.name} forgotten.`),
      notifyError,
    );
  };
  const titles = {
    rename: `Rename ${of.name}`,
    merge: `Merge ${of.name} into another project`,
    forget: `Forget ${of.name} permanently?`,
  };
  return (
    <Dialog title={titles[kind]} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {kind === 'rename' && (
          <input aria-label="New name" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
        )}
        {kind === 'merge' && (
          <select aria-label="Merge into" value={value} onChange={(event) => setValue(event.currentTarget.value)}>
            {others.map((each) => (
              <option key={each.id} value={String(each.id)}>
                {each.name} ({each.key.replace(/\/\.git$/, '')})
              </option>
            ))}
          </select>
        )}
        {kind === 'merge' && (
          <p class="faint">All current and future data moves to that project. This cannot be undone.</p>
        )}
        {kind === 'forget' && (
          <p>
            {many(of.sessions, 'session')} with {many(of.observations, 'observation')} will be deleted. This cannot be
            undone.
          </p>
        )}
        <div class="buttons">
          <button
            type="submit"
            class={kind === 'forget' ? 'danger' : 'main'}
            disabled={value.trim() === '' && kind !== 'forget'}
          >
            {{ rename: 'Rename', merge: 'Merge', forget: 'Forget' }[kind]}
          </button>
          <button type="button" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
