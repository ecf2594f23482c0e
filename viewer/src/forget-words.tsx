// What forgetting reaches, in words.
import { many } from './format.ts';
import { plain } from './inline.tsx';

/** `3 sessions, 1 summary`. */
const listed = (counts: Record<string, number>, without?: RegExp) =>
  Object.entries(counts)
    .filter(([name, count]) => count > 0 && !without?.test(name))
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/ies$/, 'y').replace(/s$/, '') : name}`)
    .join(', ');

const UNTIL = 'This is permanent, and includes backups. You can undo it for a few seconds.';

export const wholeWords = (counts: Record<string, number>) => (
  <p>
    {listed(counts)} will be forgotten. {UNTIL}
  </p>
);

export function reachWords(prompts: { text: string; keepsSome: boolean }[], counts: Record<string, number>) {
  const also = listed(counts, /observations|prompts|sessions/);
  return (
    <>
      <p>What you asked says the same, so it is forgotten too:</p>
      {prompts.slice(0, 3).map(({ text, keepsSome }) => (
        <blockquote key={text}>
          {keepsSome && <b>In part: </b>}
          {plain(text).slice(0, 280)}
        </blockquote>
      ))}
      {prompts.length > 3 && <p>and {many(prompts.length - 3, 'more prompt', 'more prompts')}.</p>}
      <p class="faint">
        {also !== '' && `Also forgotten: ${also}. `}
        {UNTIL}
      </p>
    </>
  );
}
