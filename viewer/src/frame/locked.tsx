// Shown without the cookie: explains how to open the viewer.
import { useTitle } from '../parts.tsx';

export function Locked({ isUsedLink }: { isUsedLink: boolean }) {
  useTitle('Open the viewer');
  return (
    <main class="locked" id="main">
      <img src="/icon.svg" alt="" width="44" height="44" />
      <h1>{isUsedLink ? 'That link was used or has expired' : 'Open the viewer from your terminal'}</h1>
      <p>
        {isUsedLink
          ? 'A link opens the viewer once, within a minute. For a new one, run'
          : 'Your memories are private to you. To see them, run'}
      </p>
      <pre>c-mem viewer</pre>
      {!isUsedLink && <p>This opens the viewer with a single-use link.</p>}
    </main>
  );
}
