// The dialog for choosing the memory that supersedes another.
import { useState } from 'preact/hooks';
import { type ObservationReply, type SearchReply, send } from '../../api.ts';
import { Badge, Dialog, When } from '../../parts.tsx';
import { useGet, useLater } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';

export function SupersedeDialog(props: { memory: ObservationReply; onDone(changed: ObservationReply | null): void }) {
  const { memory } = props;
  const [typed, setTyped] = useState(memory.title ?? '');
  const q = useLater(typed, 200);
  const found = useGet<SearchReply>(q.trim() ? '/api/search' : null, {
    q,
    project: memory.projectId,
    kind: 'observation',
    limit: 8,
  });
  const choose = async (by: number | null) => {
    try {
      const changed = await send<ObservationReply>('PATCH', `/api/observations/${memory.id}`, { supersededBy: by });
      notify(by === null ? 'No longer superseded.' : `Superseded by #${by}.`);
      props.onDone(changed);
    } catch (error) {
      notifyError(error);
    }
  };
  const items = found.data?.items.filter((item) => item.id !== memory.id) ?? [];
  return (
    <Dialog title={`Which memory supersedes ${memory.ref}?`} wide onClose={() => props.onDone(null)}>
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
        {memory.supersededBy && (
          <button type="button" onClick={() => void choose(null)}>
            None (keep it current)
          </button>
        )}
        <button type="submit">Cancel</button>
      </form>
    </Dialog>
  );
}
