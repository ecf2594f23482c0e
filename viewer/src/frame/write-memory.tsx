// The dialog for writing a memory. What was typed is kept until it is saved.
import { useState } from 'preact/hooks';
import { messageOf, send } from '../api.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';
import { FINDING_TYPES } from '../names.ts';
import { Dialog, PROBLEM, Problem } from '../parts.tsx';
import { projects } from '../projects.ts';
import { go, useProject } from '../route.ts';

const DRAFT = 'new memory';

export function WriteMemory({ onClose }: { onClose(): void }) {
  const chosen = useProject();
  const all = projects.get();
  const [draft, setDraft] = useState(
    () => readDraft<Record<string, string>>(DRAFT) ?? { type: 'decision', project: chosen || String(all[0]?.id ?? '') },
  );
  const [problem, setProblem] = useState('');
  const put = (name: string) => (event: Event) => {
    const after = { ...draft, [name]: (event.currentTarget as HTMLInputElement).value };
    setDraft(after);
    keepDraft(DRAFT, after);
    setProblem('');
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const { text = '', type, project } = draft;
    try {
      const { id } = await send<{ id: number }>('POST', '/api/observations', { text, type, project });
      dropDraft(DRAFT);
      onClose();
      go(['memory', String(id)]);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title="Write a memory" onClose={onClose} wide>
      <form onSubmit={(event) => void save(event)}>
        <label class="edit-field">
          What should be remembered
          <textarea
            rows={4}
            value={draft['text'] ?? ''}
            onInput={put('text')}
            aria-invalid={problem !== ''}
            aria-describedby={PROBLEM}
          />
        </label>
        <Problem text={problem} />
        <div class="two">
          <label class="edit-field">
            Type
            <select value={draft['type'] ?? ''} onChange={put('type')}>
              {FINDING_TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </label>
          <label class="edit-field">
            Project
            <select value={draft['project'] ?? ''} onChange={put('project')}>
              {all.map((each) => (
                <option key={each.id} value={String(each.id)}>
                  {each.label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div class="buttons">
          <button type="submit" class="main" disabled={(draft['text'] ?? '').trim() === ''}>
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
