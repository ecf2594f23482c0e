// The pane of a part of the host's own memory: its text, where it comes from, and how to remove it.
import { forget } from '../../actions.ts';
import type { HostMemoryReply } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { Badge, Empty, Icon, Loading, Trouble, useTitle, When } from '../../parts.tsx';
import { useGet } from '../../store.ts';

export function HostMemoryPane({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, isLoading } = useGet<HostMemoryReply>(`/api/host-memories/${id}`);
  const drop = async () => {
    if (data && (await forget([data]))) onClose();
  };
  useKeys(data ? { '#': () => void drop() } : {}, [data], 1);
  useTitle(data ? [data.file, data.heading].filter(Boolean).join(' › ') : 'Memory');
  return (
    <article class="pane" aria-label={data ? `Memory ${data.ref}` : 'Memory'}>
      <div class="pane-bar">
        <button type="button" class="plain back" onClick={onClose} aria-label="Close">
          <Icon name="back" />
        </button>
        {data && (
          <div class="actions">
            <button type="button" class="danger" onClick={() => void drop()}>
              Forget
            </button>
          </div>
        )}
      </div>
      {!data && isLoading && <Loading />}
      {error &&
        (error.code === 'MEMORY_UNKNOWN' ? <Empty title="This memory no longer exists" /> : <Trouble error={error} />)}
      {data && (
        <div class="memory-body">
          <header class="memory-head">
            <p class="line">
              <Badge item={{ kind: 'host-memory', type: null }} />
              <code>{data.ref}</code>
              <When at={data.at} past />
              {data.type && <span class="tag">{data.type}</span>}
            </p>
            <h1>{[data.file, data.heading].filter(Boolean).join(' › ')}</h1>
          </header>
          <p class="text">{data.text}</p>
          <section class="block">
            <h2>From {data.hostTitle}</h2>
            <p>
              {data.hostTitle} keeps this in its own file and shows it to its agent itself. C-Mem only makes it
              searchable. Forgetting it removes it from the search, not from the file
              {data.removal && `: to remove it there, ${data.removal}`}.
            </p>
            <p>
              <code>{data.path}</code>
            </p>
          </section>
        </div>
      )}
    </article>
  );
}
