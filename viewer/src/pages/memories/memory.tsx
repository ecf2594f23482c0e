// The memory pane: content, why agents were shown it, origin and actions.
import { useEffect, useState } from 'preact/hooks';
import { forget, memoryPath, parseRef, pin } from '../../actions.ts';
import type { Memory, ObservationReply, SummaryReply } from '../../api.ts';
import { dropDraft, readDraft } from '../../drafts.ts';
import { exact, tail } from '../../format.ts';
import { Inline, plain } from '../../inline.tsx';
import { useKeys } from '../../keys.ts';
import { useLive } from '../../live.ts';
import { copyLink, copyMarkdown } from '../../markdown.ts';
import { Badge, Empty, Icon, Loading, Trouble, useTitle, When } from '../../parts.tsx';
import { go, to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { Lines } from '../item-list.tsx';
import { EditMemory } from './edit.tsx';
import { History } from './history.tsx';
import { Origin } from './origin.tsx';
import { ShownToAgents } from './shown.tsx';
import { SupersedeDialog } from './supersede.tsx';

export function MemoryPane(props: {
  memoryRef: string;
  query: Record<string, string>;
  onClose(): void;
  onLoad(memory: Memory): void;
}) {
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
  const around = () => data && go(['memory', props.memoryRef], { from: String(data.at + 3600_000) });
  const actions: [string, () => void][] = data
    ? [
        [data.pinned ? 'Unpin' : 'Pin', () => void togglePin()],
        ['Edit', () => edit(true)],
        ['Copy', () => void copyMarkdown([data])],
        ['Link', () => void copyLink(props.memoryRef)],
        ['Around', () => around()],
        ...(data.kind === 'observation' ? [['Replace', () => setSupersedes(true)] as [string, () => void]] : []),
        ['Forget', () => void drop()],
      ]
    : [];
  useTitle(data ? titleOf(data) : 'Memory');
  useEffect(() => {
    if (data) props.onLoad(data);
  });
  useLive(
    (kind, changed) => {
      const isThis = changed.id === parsed?.id && kind.startsWith(parsed?.kind ?? ' ');
      if (isThis && kind.endsWith('changed') && !isEditing) reload();
    },
    [props.memoryRef, isEditing],
  );
  useKeys(
    data && !isEditing
      ? {
          e: () => edit(true),
          p: () => void togglePin(),
          c: () => void copyMarkdown([data]),
          y: () => void copyLink(props.memoryRef),
          t: () => around(),
          '#': () => void drop(),
          'Shift+Backspace': () => void drop(),
        }
      : {},
    [data, isEditing],
    1,
  );

  return (
    <article class="pane" aria-label={data ? `Memory ${data.ref}` : 'Memory'}>
      <div class="pane-bar">
        <button type="button" class="plain back" onClick={props.onClose} aria-label="Close">
          <Icon name="back" />
        </button>
        {data && !isEditing && (
          <div class="actions">
            {actions.map(([label, act]) => (
              <button key={label} type="button" class={label === 'Forget' ? 'danger' : ''} onClick={act}>
                {label}
              </button>
            ))}
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
      {data && !isEditing && <DraftNotice memory={data} onEdit={() => edit(true)} />}
      {data && !isEditing && (data.kind === 'observation' ? <Observation memory={data} /> : <Summary memory={data} />)}
      {supersedes && data?.kind === 'observation' && (
        <SupersedeDialog
          memories={[data]}
          isReplaced={data.supersededBy !== null}
          onDone={(isChanged) => {
            if (isChanged) reload();
            setSupersedes(false);
          }}
        />
      )}
    </article>
  );
}

const titleOf = (memory: Memory) =>
  plain(memory.title ?? (memory.kind === 'summary' ? memory.request : null) ?? '(untitled)');

/** What was typed and not saved waits here. */
function DraftNotice({ memory, onEdit }: { memory: Memory; onEdit(): void }) {
  const [isThere, setThere] = useState(() => readDraft(memory.ref) !== null);
  if (!isThere) return null;
  return (
    <p class="notice draft">
      You have unsaved changes to {memory.ref}.
      <button type="button" onClick={onEdit}>
        Continue editing
      </button>
      <button
        type="button"
        class="plain"
        onClick={() => {
          dropDraft(memory.ref);
          setThere(false);
        }}
      >
        Discard
      </button>
    </p>
  );
}

function Head({ memory }: { memory: Memory }) {
  return (
    <header class="memory-head">
      <p class="line">
        <Badge item={memory.kind === 'observation' ? memory : { kind: 'summary', type: null }} />
        <code>{memory.ref}</code>
        <span title={exact(memory.at)}>
          <When at={memory.at} past />
        </span>
        {memory.branch && (
          <a href={to(['memories'], { branch: memory.branch })}>
            <code>{memory.branch}</code>
          </a>
        )}
        {memory.pinned && <span class="tag">pinned</span>}
        {memory.edited && <span class="tag">edited</span>}
      </p>
      <h1>
        <Inline text={titleOf(memory)} />
      </h1>
    </header>
  );
}

const STALE = { fresh: 'unchanged', unknown: '', changed: 'changed since', gone: 'no longer exists' };

function Observation({ memory }: { memory: ObservationReply }) {
  const stale = memory.files.filter(({ freshness }) => freshness === 'changed' || freshness === 'gone');
  return (
    <div class="memory-body">
      <Head memory={memory} />
      {memory.supersededBy && (
        <p class="notice">
          Superseded by{' '}
          <a href={to(['memory', String(memory.supersededBy.id)])}>
            #{memory.supersededBy.id} {memory.supersededBy.title}
          </a>
        </p>
      )}
      {stale.length > 0 && (
        <p class="notice warm">
          {stale.map(({ path, freshness }) => `${tail(path, 2)} ${STALE[freshness]}`).join(', ')}.
        </p>
      )}
      {memory.subtitle && !memory.subtitle.startsWith('Asked: ') && (
        <p class="lead">
          <Inline text={memory.subtitle} />
        </p>
      )}
      {memory.narrative && memory.narrative !== memory.subtitle && (
        <p class="text">
          <Inline text={memory.narrative} />
        </p>
      )}
      {memory.facts.length > 0 && <Facts facts={memory.facts} />}
      {memory.concepts.length > 0 && (
        <p class="concepts">
          {memory.concepts.map((concept) => (
            <a class="tag" key={concept} href={to(['memories'], { concept })}>
              {concept}
            </a>
          ))}
        </p>
      )}
      <ShownToAgents shown={memory.shown} />
      <FileList files={memory.files} />
      {memory.related.length > 0 && (
        <section class="block">
          <h2>Also about these files</h2>
          <Lines items={memory.related} label="Related memories" />
        </section>
      )}
      <Origin memory={memory} evidence={memory.evidence} />
      <History memory={memory} />
    </div>
  );
}

const FEW_FACTS = 6;

function Facts({ facts }: { facts: string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || facts.length <= FEW_FACTS + 1 ? facts : facts.slice(0, FEW_FACTS);
  return (
    <ul class="facts">
      {shown.map((fact) => (
        <li key={fact}>
          <Inline text={fact} />
        </li>
      ))}
      {shown.length < facts.length && (
        <li>
          <button type="button" class="plain accent" onClick={() => setShowsAll(true)}>
            Show all {facts.length}
          </button>
        </li>
      )}
    </ul>
  );
}

function Summary({ memory }: { memory: SummaryReply }) {
  const files = [
    ...memory.filesEdited.map((path) => ({ path, role: 'modified' as const })),
    ...memory.filesRead.map((path) => ({ path, role: 'read' as const })),
  ].map((file) => ({ ...file, freshness: 'unknown' as const }));
  return (
    <div class="memory-body">
      <Head memory={memory} />
      <SummaryFields memory={memory} />
      <ShownToAgents shown={memory.shown} />
      <FileList files={files} />
      <Origin memory={memory} evidence={[]} />
      <History memory={memory} />
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
              <dd class="text">
                <Inline text={words} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function FileList({ files }: { files: ObservationReply['files'] }) {
  const once = files.filter(({ path }, index) => files.findIndex((each) => each.path === path) === index);
  if (once.length === 0) return null;
  return (
    <section class="block">
      <h2>Files</h2>
      <ul class="links files">
        {once.map(({ path, role, freshness }) => (
          <li key={path}>
            <a href={to(['file'], { path })} title={path}>
              {tail(path, 4)}
            </a>
            <span class="tag">{role}</span>
            {STALE[freshness] && <span class={freshness === 'fresh' ? 'tag' : 'tag warm'}>{STALE[freshness]}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
