// The list of keyboard shortcuts.
import { Dialog } from '../parts.tsx';
import { filledWith } from '../template.ts';

/** Computers of Apple name the key that opens the commands otherwise. */
export const isMac = /Mac|iP/.test(navigator.platform);

export function Help({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <div class={isMac ? 'is-mac' : ''} ref={filledWith('keys')} />
      <form method="dialog" class="buttons">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}
