// What comments of code say.
import { expect, it } from 'vitest';
import { compress, edit, prompt, stop } from '../../../../test/helpers/material.ts';
import { commentsIn } from './comments.ts';

it('comments are words, not code that was commented out', () => {
  expect(
    commentsIn(
      'const a = 1; // the queue is flushed before the lock is released\n// const b = 2;\n# ------\n# src/a.ts\n  # Keep one connection for each worker',
    ),
  ).toEqual(['the queue is flushed before the lock is released', 'Keep one connection for each worker']);
});

it('a change that nobody said anything of is told by its comment', () => {
  const changed = (said: string) =>
    compress([
      prompt('Fix the error'),
      edit(
        '/w/src/client.ts',
        'headers();',
        '// Keep the content type of form data unset for the browser\nif (!isForm) headers();',
      ),
      stop(said),
    ]).observations[0]?.title;
  expect(changed('Fixed. Try the upload again - it should work now.')).toBe(
    'Keep the content type of form data unset for the browser',
  );
  expect(changed('I moved the upload of invoices into `sendInvoice`, so that retries send the file again.')).toMatch(
    /move (?:the )?upload of invoices into sendInvoice/i,
  );
});
