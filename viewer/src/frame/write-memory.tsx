// The dialog for writing a memory. What was typed is kept until it is saved.
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';
import { FINDING_TYPES } from '../names.ts';
import { FormDialog } from '../parts.tsx';
import { projects } from '../projects.ts';
import { go, useProject } from '../route.ts';

const DRAFT = 'new memory';

export function WriteMemory({ onClose }: { onClose(): void }) {
  const chosen = useProject();
  const all = projects.get();
  const [draft, setDraft] = useState(
    () => readDraft<Record<string, string>>(DRAFT) ?? { type: 'decision', project: chosen || String(all[0]?.id ?? '') },
  );
  const put = (name: string) => (event: Event) => {
    const after = { ...draft, [name]: (event.currentTarget as HTMLInputElement).value };
    setDraft(after);
    keepDraft(DRAFT, after);
  };
  const { text = '', type = '', project = '' } = draft;
  const save = async () => {
    const { id } = await send<{ id: number }>('POST', '/api/observations', { text, type, project });
    dropDraft(DRAFT);
    onClose();
    go(['memory', String(id)]);
  };
  return (
    <FormDialog title="Write a memory" label="Save" isReady={text.trim() !== ''} onSave={save} onClose={onClose} wide>
      {(wrong) => (
        <>
          <label class="edit-field">
            What should be remembered
            <textarea rows={4} value={text} onInput={put('text')} {...wrong} />
          </label>
          <div class="two">
            <label class="edit-field">
              Type
              <select value={type} onChange={put('type')}>
                {FINDING_TYPES.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <label class="edit-field">
              Project
              <select value={project} onChange={put('project')}>
                {all.map((each) => (
                  <option key={each.id} value={String(each.id)}>
                    {each.label}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </>
      )}
    </FormDialog>
  );
}
