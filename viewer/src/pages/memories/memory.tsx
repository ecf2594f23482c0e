// The memory pane: a memory, and what can be done with it.
import { useEffect, useState } from 'preact/hooks';
import { forget, memoryPath, parseRef, pin } from '../../actions.ts';
import type { Memory } from '../../api.ts';
import { dropDraft, readDraft } from '../../drafts.ts';
import { useKeys } from '../../keys.ts';
import { useLive } from '../../live.ts';
import { copyLink, copyMarkdown } from '../../markdown.ts';
import { Empty, useTitle } from '../../parts.tsx';
import { go } from '../../route.ts';
import { useGet } from '../../store.ts';
import { EditMemory } from './edit.tsx';
import { Observation, Summary, titleOf } from './memory-body.tsx';
import { type Action, Pane } from './pane.tsx';
import { SupersedeDialog } from './supersede.tsx';

export function MemoryPane(props: {
  memoryRef: string;
  query: Record<string, string>;
  onClose(): void;
  onLoad(memory: Memory): void;
}) {
  const parsed = parseRef(props.memoryRef);
  const loaded = useGet<Memory>(parsed ? memoryPath(parsed.kind, parsed.id) : null);
  const { data, reload, put } = loaded;
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
    if (data && (await forget([{ ...data, title: titleOf(data) }]))) props.onClose();
  };
  const around = () => data && go(['memory', props.memoryRef], { from: String(data.near) });
  const actions: Action[] = data
    ? [
        [data.pinned ? 'Unpin' : 'Pin', () => void togglePin()],
        ['Edit', () => edit(true)],
        ['Copy', () => void copyMarkdown([data])],
        ['Link', () => void copyLink(props.memoryRef)],
        ['Around', () => around()],
        ...(data.kind === 'observation' ? [['Replace', () => setSupersedes(true)] as Action] : []),
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
        }
      : {},
    [data, isEditing],
    1,
  );

  return (
    <Pane of={loaded} actions={isEditing ? [] : actions} onClose={props.onClose} top={isEditing}>
      {!parsed && <Empty title={`There is no memory ${props.memoryRef}`} />}
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
    </Pane>
  );
}

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
