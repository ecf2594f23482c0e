// The dialog for choosing the memory that replaces others.
import { useState } from 'preact/hooks';
import { type Item, type SearchReply, send } from '../../api.ts';
import { Badge, Dialog, When } from '../../parts.tsx';
import { useGet, useLater } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';

type Replaced = Pick<Item, 'id' | 'ref' | 'projectId'> & { title: string | null };

export function SupersedeDialog(props: {
  memories: Replaced[];
  isReplaced?: boolean;
  onDone(isChanged: boolean): void;
}) {
  const { memories } = props;
  const [first] = memories as [Replaced];
  const [typed, setTyped] = useState(first.title ?? '');
  const q = useLater(typed, 200);
  const found = useGet<SearchReply>(q.trim() ? '/api/search' : null, {
    q,
    project: first.projectId,
    kind: 'observation',
    limit: 8,
  });
  const choose = async (by: number | null) => {
    try {
      for (const { id } of memories) await send('PATCH', `/api/observations/${id}`, { supersededBy: by });
      notify(by === null ? 'No longer replaced.' : `Replaced by #${by}.`);
      props.onDone(true);
    } catch (error) {
      notifyError(error);
    }
  };
  const items = found.data?.items.filter((item) => !memories.some(({ id }) => id === item.id)) ?? [];
  const what = memories.length === 1 ? first.ref : `these ${memories.length} memories`;
  return (
    <Dialog title={`Which memory replaces ${what}?`} wide onClose={() => props.onDone(false)}>
      <input
        type="search"
        aria-label="Search for the newer memory"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <ul class="choices">
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" class="plain" onClick={() => void choose(item.id)}>
              <Badge item={item} />
              <span class="title">{item.title}</span>
              <When at={item.at} />
            </button>
          </li>
        ))}
        {items.length === 0 && <li class="faint">No other memories in this project match.</li>}
      </ul>
      <form method="dialog" class="buttons">
        {props.isReplaced && (
          <button type="button" onClick={() => void choose(null)}>
            None (keep it current)
          </button>
        )}
        <button type="submit">Cancel</button>
      </form>
    </Dialog>
  );
}
