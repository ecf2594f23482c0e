// Whether a turn is worth an observation: something was changed, found out or decided. Routine leaves only its summary.
import { isFiller, isQuestion } from '../../text/sentences.ts';
import { isPlain } from '../../text/words.ts';
import type { Turn } from './turn.ts';

export function isWorthRemembering(turn: Turn): boolean {
  const { evidence, commits, material, request, tools, reviewed } = turn;
  if (evidence.changes.length > 0) return true;
  if (material.notes.some(({ kind }) => kind === 'plan' || kind === 'choice')) return true;
  const told = toldLength(turn);
  // Git alone is routine, unless it made something, or there was something to say about it.
  const onlyGit =
    tools.length > 0 &&
    evidence.runs.length === tools.length &&
    evidence.runs.every(({ kind }) => kind === 'git' || kind === 'look');
  if (commits.length > 0 && onlyGit) return told >= 400;
  if (onlyGit && reviewed === null) return told >= 400;
  if (/^\s*(?:commit|push|rebase|merge)\b/i.test(request.text) && told < 400) return false;
  return told >= (tools.length > 0 ? 160 : 240);
}

/** How much was said that is neither question nor filler; a character of Chinese says as much as two letters. */
function toldLength({ last }: Turn): number {
  return last.passages
    .filter(({ kind, text }) => kind !== 'heading' && !isFiller(text) && !isQuestion(text))
    .reduce(
      (sum, { text }) =>
        sum + text.length * (isPlain(text) ? 1 : /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(text) ? 2.5 : 1),
      0,
    );
}
