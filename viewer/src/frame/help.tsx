// The list of keyboard shortcuts.
import { Dialog } from '../parts.tsx';

const KEYS: [string, [string[], string][]][] = [
  [
    'Everywhere',
    [
      [['/'], 'Search'],
      [['⌘K'], 'Commands (Ctrl+K)'],
      [['n'], 'Write a memory'],
      [['g', 'n'], 'Go to Now'],
      [['g', 'm'], 'Go to Memories'],
      [['g', 's'], 'Go to Sessions'],
      [['g', 'f'], 'Go to Files'],
      [['g', 'i'], 'Go to Insights'],
      [['u'], 'Undo, while offered'],
      [['?'], 'Show this help'],
    ],
  ],
  [
    'Memories',
    [
      [['j', 'k'], 'Next, previous'],
      [['Enter'], 'Open'],
      [['Esc'], 'Close, or leave a field'],
      [['e'], 'Edit'],
      [['p'], 'Pin or unpin'],
      [['c'], 'Copy as Markdown'],
      [['y'], 'Copy the link'],
      [['t'], 'Show what is around it'],
      [['x'], 'Select'],
      [['X'], 'Select up to here'],
      [['#'], 'Forget'],
    ],
  ],
];

export function Help({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      {KEYS.map(([title, keys]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <form method="dialog" class="buttons">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}
