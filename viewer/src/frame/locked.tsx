// Shown without the cookie: explains how to open the viewer.
import { useTitle } from '../parts.tsx';
import { filledWith } from '../template.ts';

export function Locked({ isUsedLink }: { isUsedLink: boolean }) {
  useTitle('Open the viewer');
  return <main class="locked" id="main" ref={filledWith(isUsedLink ? 'used-link' : 'locked')} />;
}
