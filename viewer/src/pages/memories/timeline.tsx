// The events around a memory, in chronological order.
import { useState } from 'preact/hooks';
import type { Item, TimelineReply } from '../../api.ts';
import { clock, dayName, dayOf } from '../../format.ts';
import { Empty, Icon, Loading, Trouble } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { ItemList } from '../item-list.tsx';

const STEP = 15;

export function TimelinePage({ anchor }: { anchor: string }) {
  const [before, setBefore] = useState(STEP);
  const [after, setAfter] = useState(STEP);
  const [session, setSession] = useState(false);
  const { data, error, isLoading } = useGet<TimelineReply>('/api/timeline', {
    anchor,
    before,
    after,
    session: session ? 'true' : '',
  });
  const days = byDay(data?.items ?? []);
  const at = data?.items.findIndex((item) => item.ref === data.anchor) ?? -1;
  return (
    <div class="page timeline">
      <header class="page-head">
        <a class="button plain back" href={to(['memory', anchor])} aria-label="Back to the memory">
          <Icon name="back" />
        </a>
        <h1>Timeline around {data?.anchor ?? anchor}</h1>
        <label class="check">
          <input type="checkbox" checked={session} onChange={(event) => setSession(event.currentTarget.checked)} /> This
          session only
        </label>
      </header>
      {error &&
        (error.code === 'MEMORY_UNKNOWN' ? <Empty title="This memory no longer exists" /> : <Trouble error={error} />)}
      {!data && isLoading && <Loading />}
      {data && at >= before && before < 200 && (
        <button type="button" class="more" onClick={() => setBefore(Math.min(200, before + 30))}>
          Earlier
        </button>
      )}
      {days.map(({ day, items }) => (
        <section key={day} class="day-group">
          <h2>{day}</h2>
          <ItemList
            items={items}
            label={day}
            current={data?.anchor ?? ''}
            extra={(item) => <span class="clock">{clock(item.at)}</span>}
          />
        </section>
      ))}
      {data && data.items.length - at - 1 >= after && after < 200 && (
        <button type="button" class="more" onClick={() => setAfter(Math.min(200, after + 30))}>
          Later
        </button>
      )}
    </div>
  );
}

function byDay(items: Item[]): { day: string; items: Item[] }[] {
  const groups: { key: string; day: string; items: Item[] }[] = [];
  for (const item of items) {
    const key = dayOf(item.at);
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, day: dayName(item.at), items: [item] });
  }
  return groups;
}
