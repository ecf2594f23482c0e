// The projects page: rename, merge, exclude and forget projects.
import { useState } from 'preact/hooks';
import { forgetWhole } from '../actions.ts';
import { type ProjectItem, send } from '../api.ts';
import { many, memories } from '../format.ts';
import { Empty, FormDialog, Page, Select, Text, When } from '../parts.tsx';
import { hueOf, projects } from '../projects.ts';
import { to } from '../route.ts';
import { refresh, useCell, useGet } from '../store.ts';
import { notify, notifyError, undo } from '../toast.tsx';

type Act = { kind: 'rename' | 'merge'; of: ProjectItem; others?: ProjectItem[] } | null;

/** Projects that share a name, which may be one project on several machines or in several folders. */
function sameNamed(projects: ProjectItem[]): ProjectItem[][] {
  const groups = new Map<string, ProjectItem[]>();
  for (const project of projects) groups.set(project.name, [...(groups.get(project.name) ?? []), project]);
  // The one with the most sessions comes first: the others are merged into it.
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.sort((a, b) => b.sessions - a.sessions));
}

export function ProjectsPage() {
  const list = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const { data } = list;
  // For their colors.
  useCell(projects);
  const [act, setAct] = useState<Act>(null);
  const alike = sameNamed(data?.projects ?? []);
  const done = (words: string, merged: ProjectItem[]) => {
    const back = async () => {
      try {
        for (const { id } of merged.reverse()) await send('POST', `/api/projects/${id}/unmerge`);
      } finally {
        refresh();
      }
    };
    notify(words, merged[0] && undo(back));
    setAct(null);
    refresh();
  };
  const exclude = ({ id, name, excluded }: ProjectItem) => {
    const put = (isOut: boolean) => send('PATCH', `/api/projects/${id}`, { excluded: isOut }).then(refresh);
    const told = (isOut: boolean) => (isOut ? `${name} is no longer recorded.` : `Recording ${name} again.`);
    const back = undo(() => put(excluded), told(excluded));
    put(!excluded).then(() => notify(told(!excluded), back), notifyError);
  };
  const button = (label: string, { name }: ProjectItem, onClick: () => void, kind = '') => (
    <button type="button" class={kind} aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <Page title="Projects" of={list}>
      {data?.projects.length === 0 && <Empty title="No projects yet" about="no-projects" />}
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
                <a href={to(['memories'], { project: String(each.id) })}>{each.label}</a>{' '}
                {each.excluded && <span class="tag">not recorded</span>}
              </h2>
              <p class="faint path">{each.folder}</p>
              <p class="line">
                <span>{many(each.sessions, 'session')}</span>
                <span>{memories(each.observations)}</span>
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
              {button(each.excluded ? 'Include' : 'Exclude', each, () => exclude(each))}
              {button(
                'Forget',
                each,
                () =>
                  void forgetWhole({ project: String(each.id) }, each.name, {
                    sessions: each.sessions,
                    observations: each.observations,
                  }),
                'danger',
              )}
            </div>
          </li>
        ))}
      </ul>
      {act && <ActDialog act={act} projects={data?.projects ?? []} onDone={done} onClose={() => setAct(null)} />}
    </Page>
  );
}

function ActDialog(props: {
  act: NonNullable<Act>;
  projects: ProjectItem[];
  onDone(words: string, merged: ProjectItem[]): void;
  onClose(): void;
}) {
  const { kind, of } = props.act;
  const merged = [of, ...(props.act.others ?? [])];
  const others = props.projects.filter((each) => !merged.includes(each));
  const alike = others.find((each) => each.name === of.name);
  const [value, setValue] = useState(kind === 'rename' ? of.name : String(alike?.id ?? ''));
  const run = async () => {
    if (kind === 'rename') {
      await send('PATCH', `/api/projects/${of.id}`, { name: value });
      props.onDone(`Renamed to ${value}.`, []);
    } else {
      for (const each of merged) await send('POST', `/api/projects/${each.id}/merge`, { into: Number(value) });
      props.onDone(`Merged ${merged.map((each) => each.label).join(', ')}.`, merged);
    }
  };
  const titles = {
    rename: `Rename ${of.name}`,
    merge: merged.length > 1 ? `Merge ${merged.length + 1} projects into one` : `Merge ${of.name} into another project`,
  };
  return (
    <FormDialog
      title={titles[kind]}
      label={kind === 'rename' ? 'Rename' : 'Merge'}
      isReady={value.trim() !== ''}
      onSave={run}
      onClose={props.onClose}
    >
      {(wrong) =>
        kind === 'rename' ? (
          <input
            aria-label="New name"
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
            {...wrong}
          />
        ) : (
          <>
            <ul class="merged" aria-label="Merged">
              {merged.map((each) => (
                <li key={each.id}>
                  {each.label} <span class="faint path">{each.folder}</span>
                </li>
              ))}
            </ul>
            <p>into</p>
            <Select
              label="Merge into"
              value={value}
              options={[
                ['', 'Choose'],
                ...others.map((each): [string, string] => [String(each.id), `${each.name} (${each.folder})`]),
              ]}
              onChange={setValue}
            />
            <Text of="merging" class="faint" />
          </>
        )
      }
    </FormDialog>
  );
}
