// The projects page: rename, merge, exclude and forget projects.
import { useState } from 'preact/hooks';
import { forgetWhole } from '../actions.ts';
import { type ProjectItem, send } from '../api.ts';
import { many } from '../format.ts';
import { Dialog, Empty, Loading, Trouble, useTitle, When } from '../parts.tsx';
import { folderOfProject, hueOf, labelOf } from '../projects.ts';
import { to } from '../route.ts';
import { refresh, useGet } from '../store.ts';
import { notify, notifyError } from '../toast.tsx';

type Act = { kind: 'rename' | 'merge' | 'forget'; of: ProjectItem; others?: ProjectItem[] } | null;

/** Projects that share a name, which may be one project on several machines or in several folders. */
function sameNamed(projects: ProjectItem[]): ProjectItem[][] {
  const groups = new Map<string, ProjectItem[]>();
  for (const project of projects) groups.set(project.name, [...(groups.get(project.name) ?? []), project]);
  return [...groups.values()].filter((group) => group.length > 1);
}

export function ProjectsPage() {
  const { data, error, isLoading } = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const [act, setAct] = useState<Act>(null);
  useTitle('Projects');
  const alike = sameNamed(data?.projects ?? []);
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
  const button = (label: string, { name }: ProjectItem, onClick: () => void, kind = '') => (
    <button type="button" class={kind} aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <div class="page">
      <header class="page-head">
        <h1>Projects</h1>
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && <Loading />}
      {data?.projects.length === 0 && <Empty title="No projects yet">A project appears after its first session.</Empty>}
      {alike.map((group) => (
        <p class="notice draft" key={group[0]?.name}>
          {group.length} projects are called {group[0]?.name}. If they are one, merge them.
          <button
            type="button"
            onClick={() => setAct({ kind: 'merge', of: group[1] as ProjectItem, others: group.slice(2) })}
          >
            Merge {group.length}
          </button>
        </p>
      ))}
      <ul class="projects" aria-label="Projects">
        {data?.projects.map((each) => (
          <li key={each.id} class={each.excluded ? 'is-excluded' : ''}>
            <div>
              <h2>
                <i class={`swatch ${hueOf(each.id)}`} />
                <a href={to(['memories'], { project: String(each.id) })}>{labelOf(each, data.projects)}</a>{' '}
                {each.excluded && <span class="tag">not recorded</span>}
              </h2>
              <p class="faint path">{folderOfProject(each)}</p>
              <p class="line">
                <span>{many(each.sessions, 'session')}</span>
                <span>{many(each.observations, 'observation')}</span>
                <a href={to(['profile'], { project: String(each.id) })} aria-label={`Profile of ${each.name}`}>
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
              {button('Rename', each, () => setAct({ kind: 'rename', of: each }))}
              {button('Merge', each, () => setAct({ kind: 'merge', of: each }))}
              {button(each.excluded ? 'Include' : 'Exclude', each, () => void exclude(each))}
              {button('Forget', each, () => setAct({ kind: 'forget', of: each }), 'danger')}
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
  const merged = [of, ...(props.act.others ?? [])];
  const others = props.projects.filter((each) => !merged.includes(each));
  const alike = others.find((each) => each.name === of.name) ?? others[0];
  const [value, setValue] = useState(kind === 'rename' ? of.name : String(alike?.id ?? ''));
  const run = async () => {
    if (kind === 'forget') {
      props.onClose();
      return void forgetWhole({ project: String(of.id) }, of.name);
    }
    try {
      if (kind === 'rename') await send('PATCH', `/api/projects/${of.id}`, { name: value });
      else for (const each of merged) await send('POST', `/api/projects/${each.id}/merge`, { into: Number(value) });
      props.onDone(kind === 'rename' ? `Renamed to ${value}.` : `Merged ${many(merged.length, 'project')}.`);
    } catch (error) {
      notifyError(error);
    }
  };
  const titles = {
    rename: `Rename ${of.name}`,
    merge: `Merge ${merged.length > 1 ? `${merged.length} projects` : of.name} into another project`,
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
                {each.name} ({folderOfProject(each)})
              </option>
            ))}
          </select>
        )}
        {kind === 'merge' && (
          <p class="faint">All current and future data moves to that project. This cannot be undone.</p>
        )}
        {kind === 'forget' && (
          <p>
            {many(of.sessions, 'session')} with {many(of.observations, 'observation')} will be deleted. You can undo
            this for a few seconds.
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
