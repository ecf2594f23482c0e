// What can be done with several memories together.
import { useState } from 'preact/hooks';
import { forget, pinAll } from '../../actions.ts';
import type { Item } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { copyMarkdown } from '../../markdown.ts';
import { SupersedeDialog } from './supersede.tsx';

export function BulkBar({ items, onDone }: { items: Item[]; onDone(): void }) {
  const [supersedes, setSupersedes] = useState(false);
  const own = items.filter(({ kind }) => kind === 'observation' || kind === 'summary');
  const findings = items.filter(({ kind }) => kind === 'observation');
  const isOneProject = new Set(findings.map(({ projectId }) => projectId)).size === 1;
  const allPinned = own.length > 0 && own.every(({ pinned }) => pinned);
  const drop = async () => {
    const kept = items.filter(({ kind }) => kind !== 'prompt');
    if (kept.length > 0 && (await forget(kept))) onDone();
  };
  useKeys(
    {
      Escape: onDone,
      c: () => void copyMarkdown(own),
      p: () => void pinAll(own, !allPinned),
      '#': () => void drop(),
    },
    [items],
    2,
  );
  return (
    <div class="bulk" role="toolbar" aria-label="Selected memories">
      <strong>{items.length} selected</strong>
      <button type="button" disabled={own.length === 0} onClick={() => void pinAll(own, !allPinned)}>
        {allPinned ? 'Unpin' : 'Pin'}
      </button>
      <button type="button" disabled={!isOneProject} onClick={() => setSupersedes(true)}>
        Replace
      </button>
      <button type="button" disabled={own.length === 0} onClick={() => void copyMarkdown(own)}>
        Copy
      </button>
      <button type="button" class="danger" onClick={() => void drop()}>
        Forget
      </button>
      <button type="button" class="plain" onClick={onDone}>
        Cancel
      </button>
      {supersedes && (
        <SupersedeDialog
          memories={findings}
          onDone={(isChanged) => {
            setSupersedes(false);
            if (isChanged) onDone();
          }}
        />
      )}
    </div>
  );
}
