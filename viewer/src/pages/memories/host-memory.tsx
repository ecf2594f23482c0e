// The pane of a part of the host's own memory: its text, where it comes from, and how to remove it.
import { forget } from '../../actions.ts';
import type { HostMemoryReply } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { Badge, Text, useTitle, When } from '../../parts.tsx';
import { useGet } from '../../store.ts';
import { Pane } from './pane.tsx';

export function HostMemoryPane({ id, onClose }: { id: number; onClose(): void }) {
  const loaded = useGet<HostMemoryReply>(`/api/host-memories/${id}`);
  const { data } = loaded;
  const title = data ? [data.file, data.heading].filter(Boolean).join(' › ') : 'Memory';
  const drop = async () => {
    if (data && (await forget([{ ...data, title }]))) onClose();
  };
  useKeys(data ? { '#': () => void drop() } : {}, [data], 1);
  useTitle(title);
  return (
    <Pane of={loaded} actions={data ? [['Forget', () => void drop()]] : []} onClose={onClose}>
      {data && (
        <div class="memory-body">
          <header class="memory-head">
            <p class="line">
              <Badge item={{ kind: 'host-memory', type: null }} />
              <code>{data.ref}</code>
              <When at={data.at} past />
              {data.type && <span class="tag">{data.type}</span>}
            </p>
            <h1>{title}</h1>
          </header>
          <p class="text">{data.text}</p>
          <section class="block">
            <h2>From {data.hostTitle}</h2>
            <Text of="about-host-memory" />
            {data.removal && <p>To remove it there, {data.removal}.</p>}
            <p>
              <code>{data.path}</code>
            </p>
          </section>
        </div>
      )}
    </Pane>
  );
}
