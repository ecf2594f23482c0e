// The form for editing a memory. A compressor never overwrites what a person wrote.

import { useEffect, useRef, useState } from 'preact/hooks';
import { memoryPath } from '../../actions.ts';
import { ApiError, get, type Memory, send } from '../../api.ts';
import { dropDraft, keepDraft, readDraft } from '../../drafts.ts';
import { useKeys } from '../../keys.ts';
import { useLive } from '../../live.ts';
import { FINDING_TYPES } from '../../names.ts';
import { PROBLEM, Problem } from '../../parts.tsx';
import { filledWith, optionsOf } from '../../template.ts';
import { notify, notifyError, undo } from '../../toast.tsx';

type Draft = Record<string, string>;
/** What was typed, and when the version that it changes was edited. */
type Kept = { draft: Draft; seen: number | null };

/** The name of each field, its label, and how many rows it has. */
const fieldsOf = (kind: Memory['kind']) =>
  optionsOf(`${kind}-fields`).map(([value, label]) => {
    const [name = '', rows] = value.split(' ');
    return [name, label, Number(rows)] as const;
  });

export function EditMemory({ memory, onDone }: { memory: Memory; onDone(changed: Memory | null): void }) {
  const kept = readDraft<Kept>(memory.ref);
  const [draft, setDraft] = useState<Draft>(() => ({ ...toDraft(memory), ...kept?.draft }));
  /** The version that is being edited. */
  const [seen] = useState(kept ? kept.seen : memory.editedAt);
  const [theirs, setTheirs] = useState<Memory | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const first = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  // The first Escape leaves the field, the next one the form; what was typed is kept.
  useKeys(
    {
      Escape: () => {
        const field = document.activeElement as HTMLElement | null;
        if (field?.closest('form.edit') && /^(?:INPUT|TEXTAREA|SELECT)$/.test(field.tagName)) field.blur();
        else onDone(null);
      },
    },
    [],
    3,
  );
  const path = memoryPath(memory.kind, memory.id);
  const end = (changed: Memory | null) => {
    dropDraft(memory.ref);
    onDone(changed);
  };
  /** Somebody else saved another text since: the person decides. */
  const look = async () => {
    const now = await get<Memory>(path);
    if (now.editedAt === seen) return;
    // What the person did not touch follows.
    const [base, other] = [toDraft(memory), toDraft(now)];
    setDraft((mine) =>
      Object.fromEntries(
        Object.entries(mine).map(([name, text]) => [name, text === base[name] ? (other[name] ?? '') : text]),
      ),
    );
    setTheirs(now);
  };
  useLive(
    (kind, { id }) => {
      if (kind === `${memory.kind}.changed` && id === memory.id && !isSaving) look().catch(notifyError);
    },
    [seen, isSaving],
  );
  const save = async (event: Event) => {
    event.preventDefault();
    setSaving(true);
    try {
      const before = theirs ?? memory;
      const body = { ...changes(before, draft), seenEditedAt: theirs ? theirs.editedAt : seen };
      const changed = await send<Memory>('PATCH', path, body);
      const old = { ...changes(changed, toDraft(before)), seenEditedAt: changed.editedAt };
      notify(
        'Saved.',
        undo(() => send('PATCH', path, old)),
      );
      end(changed);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.code === 'MEMORY_CHANGED') return look().catch(notifyError);
      const field = error instanceof ApiError ? /^body: (\w+)/.exec(error.message)?.[1] : undefined;
      if (field === undefined) notifyError(error);
      else setProblem({ field, message: (error as ApiError).message.replace(/^body: \w+ /, '') });
    }
  };
  const put = (name: string) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    setProblem(null);
    setDraft((before) => {
      const after = { ...before, [name]: value };
      keepDraft(memory.ref, { draft: after, seen });
      return after;
    });
  };
  return (
    <form class="edit" aria-label="Edit" onSubmit={(event) => void save(event)}>
      {theirs && <Conflict base={toDraft(memory)} mine={draft} theirs={toDraft(theirs)} kind={memory.kind} />}
      {memory.kind === 'observation' && (
        <div class="edit-field">
          <label for="edit-type">Type</label>
          <select id="edit-type" value={draft['type'] ?? ''} onChange={put('type')}>
            {FINDING_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </div>
      )}
      {fieldsOf(memory.kind).map(([name, label, rows], index) => {
        const common = {
          id: `edit-${name}`,
          ref: index === 0 ? first : null,
          value: draft[name] ?? '',
          onInput: put(name),
          required: name === 'title' && memory.kind === 'observation',
          'aria-invalid': problem?.field === name,
          'aria-describedby': problem?.field === name ? PROBLEM : undefined,
        };
        return (
          <div class="edit-field" key={name}>
            <label for={common.id}>{label}</label>
            {rows === 1 ? <input {...common} /> : <textarea {...common} rows={rows} />}
            {problem?.field === name && <Problem text={problem.message} />}
          </div>
        );
      })}
      <div class="buttons">
        <button type="submit" class="main" disabled={isSaving}>
          {theirs ? 'Save yours' : 'Save'}
        </button>
        <button type="button" onClick={() => end(theirs)}>
          {theirs ? 'Keep the other text' : 'Discard'}
        </button>
      </div>
    </form>
  );
}

/** Both texts of what both have changed. */
function Conflict(props: { base: Draft; mine: Draft; theirs: Draft; kind: Memory['kind'] }) {
  const { base, mine, theirs, kind } = props;
  const fields = [['type', 'Type'] as const, ...fieldsOf(kind)].filter(
    ([name]) => mine[name] !== theirs[name] && theirs[name] !== base[name],
  );
  return (
    <section class="notice warm conflict" role="alert">
      <p ref={filledWith('edited-elsewhere')} />
      {fields.length > 0 && 'Choose which text to keep:'}
      {fields.map(([name, label]) => (
        <dl key={name}>
          <dt>{label}, the other text</dt>
          <dd class="text">{theirs[name] || '(empty)'}</dd>
          <dt>{label}, yours</dt>
          <dd class="text">{mine[name] || '(empty)'}</dd>
        </dl>
      ))}
    </section>
  );
}

function toDraft(memory: Memory): Draft {
  const fields = memory as unknown as Record<string, unknown>;
  const draft: Draft = {};
  for (const [name] of fieldsOf(memory.kind)) {
    const value = fields[name];
    draft[name] = Array.isArray(value) ? value.join(name === 'facts' ? '\n' : ', ') : ((value as string | null) ?? '');
  }
  if (memory.kind === 'observation') draft['type'] = memory.type;
  return draft;
}

/** Only the fields that differ. */
function changes(memory: Memory, draft: Draft): Record<string, unknown> {
  const before = toDraft(memory);
  return Object.fromEntries(
    Object.entries(draft)
      .filter(([name, value]) => value !== before[name])
      .map(([name, value]) => {
        if (name === 'facts') return [name, lines(value, '\n')];
        return [name, name === 'concepts' ? lines(value, ',') : value];
      }),
  );
}

const lines = (value: string, by: string) =>
  value
    .split(by)
    .map((line) => line.trim())
    .filter(Boolean);
