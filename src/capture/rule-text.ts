// The text of a rule that a person or an agent wrote: one line, cleaned like everything else.
import { CMemError } from '../domain/errors.ts';
import { oneLine } from '../text/truncate.ts';
import { type CleanOptions, cleanText } from './clean/fields.ts';

const MOST_CHARACTERS = 160;

export function ruleText(text: string, cleaner: CleanOptions): string {
  const line = oneLine(cleanText(text, cleaner), MOST_CHARACTERS + 1);
  if (line === '') throw new CMemError('USAGE', 'The rule is empty', { fix: 'Write it in one sentence.' });
  if (line.length > MOST_CHARACTERS)
    throw new CMemError('USAGE', `The rule has more than ${MOST_CHARACTERS} characters`, {
      fix: 'Make it one sentence.',
    });
  return line;
}
