// What forgetting reaches, in words.
import { many } from './format.ts';
import { plain } from './inline.tsx';
import { filledWith } from './template.ts';

/** `3 sessions, 1 summary`. */
const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const words = name.replace('observations', 'memories').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${count} ${count === 1 ? words.replace(/ies\b/, 'y').replace(/s\b/, '') : words}`;
    })
    .join(', ');

const Until = () => <p class="faint" ref={filledWith('until')} />;

export const wholeWords = (counts: Record<string, number>) => (
  <>
    <p>{listed(counts)} will be forgotten.</p>
    <Until />
  </>
);

export function reachWords(
  memories: { title?: string | null; pinned?: boolean }[],
  prompts: { text: string }[],
  counts: Record<string, number>,
) {
  const also = listed(counts);
  return (
    <>
      <ul class="titles">
        {memories.map(({ title, pinned }) => (
          <li>
            {plain(title ?? '(untitled)')}
            {pinned && <b> (pinned)</b>}
          </li>
        ))}
      </ul>
      {also !== '' && <p>Also forgotten: {also}.</p>}
      {prompts.length > 0 && <p>Similar words of your prompts are forgotten too:</p>}
      {prompts.slice(0, 3).map(({ text }) => (
        <blockquote key={text}>{plain(text).slice(0, 280)}</blockquote>
      ))}
      {prompts.length > 3 && <p>and {many(prompts.length - 3, 'more prompt', 'more prompts')}.</p>}
      <Until />
    </>
  );
}
