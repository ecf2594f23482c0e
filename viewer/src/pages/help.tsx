// The keys, all in one place.
import { Dialog } from '../parts.tsx';

const KEYS: [string[], string][] = [
  [['/'], 'search'],
  [['j', 'k'], 'next, previous'],
  [['Enter'], 'open'],
  [['Esc'], 'close, leave the search'],
  [['e'], 'edit'],
  [['p'], 'pin'],
  [['t'], 'what happened around it'],
  [['Backspace'], 'forget'],
  [['u'], 'undo, while it is offered'],
  [['?'], 'this help'],
];

export function Help({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
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
