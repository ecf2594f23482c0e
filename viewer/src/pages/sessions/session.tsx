// One session, turn by turn, and the context its agent was shown.
import { useState } from 'preact/hooks';
import { type SessionReply, send } from '../../api.ts';
import { exact, many } from '../../format.ts';
import { useLive } from '../../live.ts';
import { Dialog, Empty, Icon, Loading, Trouble, When } from '../../parts.tsx';
import { go, to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';
import { ItemList } from '../item-list.tsx';
import { SummaryFields } from '../memories/memory.tsx';

interface Gone {
  forgotten: Record<string, number>;
}

export function SessionPage({ id }: { id: string }) {
  const { data, error, isLoading, reload } = useGet<SessionReply>(`/api/sessions/${encodeURIComponent(id)}`);
  const [would, setWould] = useState<Gone | null>(null);
  useLive(
    (kind, data) => {
      const captured =
        kind === 'events.captured' && data.sessions.some((each: { sessionId: string }) => each.sessionId === id);
      if (captured || data.id === id || data.item?.sessionId === id || kind === 'queue') reload();
    },
    [id],
  );
  const target = { targets: [{ session: id }] };
  const ask = () => send<Gone>('POST', '/api/forget', { ...target, dryRun: true }).then(setWould, notifyError);
  const forget = () =>
    send<Gone>('POST', '/api/forget', target).then(() => {
      notify('Session forgotten.');
      go(['sessions']);
    }, notifyError);
  if (error)
    return error.code === 'SESSION_UNKNOWN' ? (
      <Empty title="This session no longer exists" />
    ) : (
      <Trouble error={error} />
    );
  if (!data) return isLoading ? <Loading /> : null;
  return (
    <div class="page session">
      <header class="page-head">
        <a class="button plain back" href={to(['sessions'])} aria-label="All sessions">
          <Icon name="back" />
        </a>
        <div>
          <h1>{data.title ?? 'Untitled session'}</h1>
          {data.subtitle && <p class="lead">{data.subtitle}</p>}
          <p class="line">
            <span class={`state is-${data.status}`}>
              <i aria-hidden="true" />
              {data.status}
            </span>
            <span>{data.project}</span>
            <span>{data.host}</span>
            <span title={exact(data.startedAt)}>
              started <When at={data.startedAt} past />
            </span>
            <span>{many(data.events, 'event')}</span>
            {data.waiting > 0 && <span class="accent">{many(data.waiting, 'turn')} being compressed</span>}
          </p>
        </div>
        <button type="button" class="danger" onClick={() => void ask()}>
          Forget session
        </button>
      </header>
      <ol class="turns">
        {data.turns.map((turn) => (
          <li key={turn.number ?? 0} class="turn">
            <div class="turn-mark">
              <b>{turn.number ?? '·'}</b>
            </div>
            <div class="turn-body">
              {turn.prompt ? <p class="prompt text">{turn.prompt}</p> : <p class="faint">Before the first prompt</p>}
              {[...turn.earlier, ...(turn.summary ? [turn.summary] : [])].map((summary) => (
                <div key={summary.id} class="turn-summary">
                  <SummaryFields memory={summary} />
                </div>
              ))}
              {turn.observations.length > 0 && (
                <ItemList items={turn.observations} label={`Observations from turn ${turn.number ?? ''}`} />
              )}
              {!turn.summary && turn.observations.length === 0 && <p class="faint">No memories yet.</p>}
            </div>
          </li>
        ))}
      </ol>
      {data.turns.length === 0 && <Empty title="No events yet" />}
      {data.shown.length > 0 && (
        <section class="block">
          <h2>Context shown to the agent</h2>
          <ul class="shown">
            {data.shown.map((each) => (
              <li key={each.at}>
                <When at={each.at} past />, {each.occasion.replace('_', ' ')}: {many(each.characters, 'character')},{' '}
                {many(each.memories, 'memory', 'memories')} in full
              </li>
            ))}
          </ul>
        </section>
      )}
      {would && (
        <Dialog title="Forget this session permanently?" onClose={() => setWould(null)}>
          <p>
            {Object.entries(would.forgotten)
              .filter(([, count]) => count > 0)
              .map(([name, count]) => `${count} ${name}`)
              .join(', ')}{' '}
            will be deleted. This cannot be undone.
          </p>
          <form method="dialog" class="buttons">
            <button type="button" class="danger" onClick={() => void forget()}>
              Forget
            </button>
            <button type="submit">Cancel</button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
