// Health of the installation: problems and their fixes, the queue, the worker.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type HealthReply, send, type TeamReply } from '../../api.ts';
import { count, many, span } from '../../format.ts';
import { Inline } from '../../inline.tsx';
import { useLive } from '../../live.ts';
import { Block, Page, Waiting, When } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { notify, notifyError } from '../../toast.tsx';

/** Longer than a vacation. */
const LONG_SECONDS = 30 * 86_400;

export function HealthPage() {
  const health = useGet<HealthReply>('/api/health');
  const { data, reload } = health;
  useLive((kind) => {
    if (kind === 'queue' || kind === 'events.captured' || kind.endsWith('.added')) {
      reload();
    }
  }, []);
  useEffect(() => {
    const timer = setInterval(reload, 5000);
    return () => clearInterval(timer);
  }, []);
  const process = () =>
    send<{ started: number }>('POST', '/api/pending-queue/process').then(
      ({ started }) => notify(started === 0 ? 'Nothing is waiting.' : `Compressing ${many(started, 'turn')}.`),
      notifyError,
    );
  if (health.error || !data) return <Waiting of={health} />;
  // Not an error: nobody may have worked. But nothing proves that it still works, either.
  const silence = data.lastEventAt ? (Date.now() - data.lastEventAt) / 1000 : 0;
  const isSilent = data.status === 'ok' && silence > LONG_SECONDS;
  const queue = data.queue ?? { waiting: 0, running: 0, failed: 0 };
  return (
    <Page
      title="Health"
      head={
        <p class={`verdict is-${data.capturing === false ? 'wrong' : isSilent ? '' : data.status}`}>
          {data.status === 'ok'
            ? `Everything is working${isSilent ? `, last event ${span(silence)} ago` : ''}`
            : data.capturing === false
              ? 'Nothing is being captured'
              : 'Something needs your attention'}
        </p>
      }
    >
      <p class="faint">
        {data.capturing === false ? 'Not capturing.' : 'Capturing.'} Last event:{' '}
        {data.lastEventAt ? <When at={data.lastEventAt} /> : 'none yet'}
      </p>
      {data.findings
        ?.filter((finding) => finding.state !== 'ok')
        .map((finding) => (
          <p class={finding.state === 'offer' ? 'notice' : 'notice warm'} key={`${finding.check} ${finding.message}`}>
            <Inline text={`${finding.message}. ${finding.fix ?? ''}`} />
          </p>
        ))}
      <Block title="Queue">
        <div class="tiles">
          <Tile name="Waiting">{count(queue.waiting)}</Tile>
          <Tile name="Compressing">{count(queue.running)}</Tile>
          <Tile name="Failed">{count(queue.failed)}</Tile>
          <Tile name="Oldest waiting">{data.oldestWaiting ? <When at={data.oldestWaiting} /> : '–'}</Tile>
          <Tile name="In the spool">{count(data.spoolBacklog ?? 0)}</Tile>
          <Tile name="In quarantine">{count(data.quarantine ?? 0)}</Tile>
        </div>
        <button type="button" onClick={() => void process()} disabled={queue.waiting + queue.failed === 0}>
          Compress now
        </button>
      </Block>
      <Team of={data} />
      <Block title="Worker">
        <div class="tiles">
          <Tile name="Version">{data.version}</Tile>
          <Tile name="Uptime">{span(data.uptime ?? 0)}</Tile>
          <Tile name="Memory">{data.memoryMb} MB</Tile>
          <Tile name="Active sessions">{count(data.activeSessions ?? 0)}</Tile>
        </div>
        <p class="faint">
          Data folder: <code>{data.home}</code>
        </p>
        {data.lastModelError && (
          <p class="faint">
            Last model error: {data.lastModelError.message}{' '}
            <span>
              (<When at={data.lastModelError.at} />)
            </span>
          </p>
        )}
      </Block>
    </Page>
  );
}

function Tile({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="tile">
      <span class="faint">{name}</span>
      <strong>{children}</strong>
    </div>
  );
}

/** Looked at again whenever the health is. */
function Team(props: { of: HealthReply }) {
  const { data, reload } = useGet<TeamReply>('/api/team');
  useEffect(reload, [props.of]);
  const team = data?.team;
  const when = (at: number | null) => (at ? <When at={at} /> : 'never');
  return (
    team && (
      <Block title="Team">
        <div class="tiles">
          <Tile name="Sent">{when(team.pushedAt)}</Tile>
          <Tile name="Pulled">{when(team.pulledAt)}</Tile>
          <Tile name="Waiting">
            {count(team.waiting)} {team.waitingSince && when(team.waitingSince)}
          </Tile>
          {data.authors.map(({ author, memories, lastAt }) => (
            <Tile key={author} name={author ?? 'You'}>
              <a href={to(['memories'], { author: author ?? 'me' })}>{count(memories)}</a> {when(lastAt)}
            </Tile>
          ))}
        </div>
      </Block>
    )
  );
}
