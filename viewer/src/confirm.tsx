// Asks before something that reaches further than one might think.
import type { ComponentChildren } from 'preact';
import { Dialog } from './parts.tsx';
import { cell, useCell } from './store.ts';

interface Question {
  title: string;
  text: ComponentChildren;
  /** The word on the button. */
  label: string;
  answer(isYes: boolean): void;
}

const asked = cell<Question | null>(null);

export const confirm = (title: string, text: ComponentChildren, label = 'Forget') =>
  new Promise<boolean>((answer) => asked.set({ title, text, label, answer }));

export function Confirm() {
  const question = useCell(asked);
  if (!question) return null;
  const end = (isYes: boolean) => {
    asked.set(null);
    question.answer(isYes);
  };
  return (
    <Dialog title={question.title} onClose={() => end(false)}>
      {question.text}
      <form method="dialog" class="buttons">
        <button type="button" class="danger" onClick={() => end(true)}>
          {question.label}
        </button>
        <button type="submit" autofocus>
          Cancel
        </button>
      </form>
    </Dialog>
  );
}
