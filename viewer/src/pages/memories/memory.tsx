// The memory pane: content, origin and actions.
import { useState } from 'preact/hooks';
import { forget, memoryPath, parseRef, pin, refOf } from '../../actions.ts';
import type { Memory, ObservationReply, SummaryReply } from '../../api.ts';
import { tail } from '../../format.ts';
import { useKeys } from '../../keys.ts';
import { useLive } from '../../live.ts';
import { Badge, Empty, Icon, Loading, Trouble, When } from '../../parts.tsx';
import { go, to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { EditMemory } from './edit.tsx';
import { Origin } from './origin.tsx';
import { SupersedeDialog } from './supersede.tsx';

export function MemoryPane(props: { memoryRef: string; query: Record<string, string>; onClose(): void }) {
  const parsed = parseRef(props.memoryRef);
  const { data, error, isLoading, reload, put } = useGet<Memory>(parsed ? memoryPath(parsed.kind, parsed.id) : null);
  const [supersedes, setSupersedes] = useState(false);
  const isEditing = props.query['edit'] === '1';
  const { edit: _, ...rest } = props.query;
  // A rule is edited where it is confirmed.
  const isRule = data?.kind === 'observation' && data.type === 'rule';
  const edit = (on: boolean) =>
    isRule ? go(['rules']) : go(['memory', props.memoryRef], on ? { ...rest, edit: '1' } : rest, true);
  const togglePin = async () => {
    const changed = data && (await pin(data));
    if (changed) put(changed);
  };
  const drop = async () => {
    if (data && (await forget(data))) props.onClose();
  };
  useLive(
    (kind, data) => {
      if (data.id === parsed?.id && kind.startsWith(parsed?.kind ?? ' ') && kind.endsWith('changed') && !isEditing)
        reload();
    },
    [props.memoryRef, isEditing],
  );
  useKeys(
    data && !isEditing
      ? {
          e: () => edit(true),
          p: () => void togglePin(),
          t: () => go(['timeline', props.memoryRef]),
          Backspace: () => void drop(),
          Delete: () => void drop(),
        }
      : {},
    [data, isEditing],
  );

  return (
    <article class="pane" aria-label={data ? `Memory ${data.ref}` : 'Memory'}>
      <div class="pane-bar">
        <button type="button" class="plain back" onClick={props.onClose} aria-label="Close">
          <Icon name="back" />
        </button>
        {data && !isEditing && (
          <div class="actions">
            <button type="button" aria-pressed={data.pinned} onClick={() => void togglePin()}>
              {data.pinned ? 'Unpin' : 'Pin'}
            </button>
            <button type="button" onClick={() => edit(true)}>
              Edit
            </button>
            <a class="button" href={to(['timeline', refOf(data)])}>
              Timeline
            </a>
            {data.kind === 'observation' && (
              <button type="button" onClick={() => setSupersedes(true)}>
                Supersede
              </button>
            )}
            <button type="button" class="danger" onClick={() => void drop()}>
              Forget
            </button>
          </div>
        )}
      </div>
      {!data && isLoading && <Loading />}
      {error &&
        (error.code === 'MEMORY_UNKNOWN' ? <Empty title="This memory no longer exists" /> : <Trouble error={error} />)}
      {data && isEditing && (
        <EditMemory
          memory={data}
          onDone={(changed) => {
            if (changed) put(changed);
            edit(false);
          }}
        />
      )}
      {data && !isEditing && (data.kind === 'observation' ? <Observation memory={data} /> : <Summary memory={data} />)}
      {supersedes && data?.kind === 'observation' && (
        <SupersedeDialog
          memory={data}
          onDone={(changed) => {
            if (changed) put(changed);
            setSupersedes(false);
          }}
        />
      )}
    </article>
  );
}

function Head({ memory, title }: { memory: Memory; title: string }) {
  return (
    <header class="memory-head">
      <p class="line">
        <Badge item={memory.kind === 'observation' ? memory : { kind: 'summary', type: null }} />
        <code>{memory.ref}</code>
        <When at={memory.at} past />
        {memory.pinned && <span class="tag">pinned</span>}
        {memory.edited && <span class="tag">edited</span>}
      </p>
      <h1>{title}</h1>
    </header>
  );
}

function Observation({ memory }: { memory: ObservationReply }) {
  return (
    <div class="memory-body">
      <Head memory={memory} title={memory.title ?? '(untitled)'} />
      {memory.supersededBy && (
        <p class="notice">
          Superseded by{' '}
          <a href={to(['memory', String(memory.supersededBy.id)])}>
            #{memory.supersededBy.id} {memory.supersededBy.title}
          </a>
        </p>
      )}
      {memory.freshness === 'changed' && <p class="notice warm">A referenced file has changed since.</p>}
      {memory.freshness === 'gone' && <p class="notice warm">A referenced file no longer exists.</p>}
      {memory.subtitle && <p class="lead">{memory.subtitle}</p>}
      {memory.narrative && memory.narrative !== memory.subtitle && <p class="text">{memory.narrative}</p>}
      {memory.facts.length > 0 && (
        <ul class="facts">
          {memory.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {memory.concepts.length > 0 && (
        <p class="concepts">
          {memory.concepts.map((concept) => (
            <span class="tag" key={concept}>
              {concept}
            </span>
          ))}
        </p>
      )}
      <FileList files={memory.files} />
      <Origin memory={memory} evidence={memory.evidence} />
      {memory.supersedes.length > 0 && (
        <section class="block">
          <h2>Replaces</h2>
          <ul class="links">
            {memory.supersedes.map(({ id, title }) => (
              <li key={id}>
                <a href={to(['memory', String(id)])}>
                  <code>#{id}</code> {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Summary({ memory }: { memory: SummaryReply }) {
  const files = [
    ...memory.filesEdited.map((path) => ({ path, role: 'modified' as const })),
    ...memory.filesRead.map((path) => ({ path, role: 'read' as const })),
  ];
  return (
    <div class="memory-body">
      <Head memory={memory} title={memory.title ?? memory.request ?? '(no request)'} />
      <SummaryFields memory={memory} />
      <FileList files={files} />
      <Origin memory={memory} evidence={[]} />
    </div>
  );
}

export function SummaryFields({ memory }: { memory: SummaryReply }) {
  const fields: [string, string | null][] = [
    ['Asked', memory.title ? memory.request : null],
    ['Done', memory.completed],
    ['Learned', memory.learned],
    ['Investigated', memory.investigated],
    ['Next', memory.nextSteps],
    ['Notes', memory.notes],
  ];
  return (
    <dl class="fields">
      {fields.map(
        ([name, words]) =>
          words && (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="text">{words}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function FileList({ files }: { files: { path: string; role: 'read' | 'modified' }[] }) {
  const once = files.filter(({ path }, index) => files.findIndex((each) => each.path === path) === index);
  if (once.length === 0) return null;
  return (
    <section class="block">
      <h2>Files</h2>
      <ul class="links files">
        {once.map(({ path, role }) => (
          <li key={path}>
            <a href={to(['file'], { path })} title={path}>
              {tail(path, 4)}
            </a>
            <span class="tag">{role}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
