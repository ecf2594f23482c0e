// The form for editing a memory. A compressor never overwrites what a person wrote.

import { useEffect, useRef, useState } from 'preact/hooks';
import { FINDING_TYPES } from '../../../../src/domain/memory-types.ts';
import { memoryPath } from '../../actions.ts';
import { type Memory, send } from '../../api.ts';
import { useKeys } from '../../keys.ts';
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
  const [draft, setDraft] = useState<Draft>(() => toDraft(memory));
  const [isSaving, setSaving] = useState(false);
  const first = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  useKeys({ Escape: () => onDone(null) }, []);
  const save = async (event: Event) => {
    event.preventDefault();
    setSaving(true);
    try {
      const changed = await send<Memory>('PATCH', memoryPath(memory.kind, memory.id), changes(memory, draft));
      notify('Saved.');
      onDone(changed);
    } catch (error) {
      setSaving(false);
      notifyError(error);
    }
  };
  const put = (name: string) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    setDraft((before) => ({ ...before, [name]: value }));
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
        };
        return (
          <div class="edit-field" key={name}>
            <label for={common.id}>{label}</label>
            {rows === 1 ? <input {...common} /> : <textarea {...common} rows={rows} />}
          </div>
        );
      })}
      <div class="buttons">
        <button type="submit" class="main" disabled={isSaving}>
          Save
        </button>
        <button type="button" onClick={() => onDone(null)}>
          Cancel
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
