// The list of keyboard shortcuts.
import { Dialog } from '../parts.tsx';

const KEYS: [string[], string][] = [
  [['/'], 'Search'],
  [['j', 'k'], 'Next, previous'],
  [['Enter'], 'Open'],
  [['Esc'], 'Close, or leave the search box'],
  [['e'], 'Edit'],
  [['p'], 'Pin or unpin'],
  [['t'], 'Show the timeline'],
  [['Backspace'], 'Forget'],
  [['u'], 'Undo, while offered'],
  [['?'], 'Show this help'],
];

export function Help({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="buttons">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}
