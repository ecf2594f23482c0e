// The form for editing a memory. A compressor never overwrites what a person wrote.

import { useEffect, useRef, useState } from 'preact/hooks';
import { memoryPath } from '../../actions.ts';
import { ApiError, type Memory, send } from '../../api.ts';
import { dropDraft, keepDraft, readDraft } from '../../drafts.ts';
import { useKeys } from '../../keys.ts';
import { FINDING_TYPES } from '../../names.ts';
import { notify, notifyError } from '../../toast.tsx';

type Draft = Record<string, string>;

const FIELDS: Record<Memory['kind'], [string, string, number][]> = {
  observation: [
    ['title', 'Title', 1],
    ['subtitle', 'Subtitle', 2],
    ['narrative', 'Narrative', 8],
    ['facts', 'Facts, one per line', 5],
    ['concepts', 'Concepts, comma-separated', 1],
  ],
  summary: [
    ['title', 'Title', 1],
    ['request', 'Request', 2],
    ['completed', 'Done', 4],
    ['learned', 'Learned', 4],
    ['investigated', 'Investigated', 3],
    ['nextSteps', 'Next', 3],
    ['notes', 'Notes', 2],
  ],
};

export function EditMemory({ memory, onDone }: { memory: Memory; onDone(changed: Memory | null): void }) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...toDraft(memory), ...readDraft<Draft>(memory.ref) }));
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
  const save = async (event: Event) => {
    event.preventDefault();
    setSaving(true);
    try {
      const changed = await send<Memory>('PATCH', memoryPath(memory.kind, memory.id), changes(memory, draft));
      dropDraft(memory.ref);
      notify('Saved.');
      onDone(changed);
    } catch (error) {
      setSaving(false);
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
      keepDraft(memory.ref, after);
      return after;
    });
  };
  return (
    <form class="edit" aria-label="Edit" onSubmit={(event) => void save(event)}>
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
      {FIELDS[memory.kind].map(([name, label, rows], index) => {
        const common = {
          id: `edit-${name}`,
          ref: index === 0 ? first : null,
          value: draft[name] ?? '',
          onInput: put(name),
          'aria-invalid': problem?.field === name,
          'aria-describedby': problem?.field === name ? 'edit-problem' : undefined,
        };
        return (
          <div class="edit-field" key={name}>
            <label for={common.id}>{label}</label>
            {rows === 1 ? <input {...common} /> : <textarea {...common} rows={rows} />}
            {problem?.field === name && (
              <p class="problem" id="edit-problem" role="alert">
                {problem.message}
              </p>
            )}
          </div>
        );
      })}
      <div class="buttons">
        <button type="submit" class="main" disabled={isSaving}>
          Save
        </button>
        <button
          type="button"
          onClick={() => {
            dropDraft(memory.ref);
            onDone(null);
          }}
        >
          Discard
        </button>
      </div>
    </form>
  );
}

function toDraft(memory: Memory): Draft {
  const fields = memory as unknown as Record<string, unknown>;
  const draft: Draft = {};
  for (const [name] of FIELDS[memory.kind]) {
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
