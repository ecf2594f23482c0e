// One session as a trace: an index of its turns, and each turn with what was told, called and kept in it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { forgetWhole } from '../../actions.ts';
import type { SessionReply } from '../../api.ts';
import { clock, many, sessionName, span } from '../../format.ts';
import { Inline, plain } from '../../inline.tsx';
import { useKeys } from '../../keys.ts';
import { useLive } from '../../live.ts';
import { Dot, Empty, Icon, useTitle, Waiting, When } from '../../parts.tsx';
import { projectLabel } from '../../projects.ts';
import { go, to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { noPrompt, Turn } from './turn.tsx';

/** News of a running session come in bursts. */
const SOON_MS = 250;

export function SessionPage({ id, turn }: { id: string; turn: string | null }) {
  const session = useGet<SessionReply>(`/api/sessions/${encodeURIComponent(id)}`);
  const { data, error, reload } = session;
  const timer = useRef(0);
  useTitle(data ? sessionName(data.title, data.startedAt) : 'Session');
  useLive(
    (kind, news) => {
      const captured =
        kind === 'events.captured' && news.sessions.some((each: { sessionId: string }) => each.sessionId === id);
      if (!captured && news.id !== id && news.item?.sessionId !== id && kind !== 'queue') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, SOON_MS) as unknown as number;
    },
    [id],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useTurnInView(turn, data !== null);
  const seen = useTurnInSight(turn, data?.turns.length ?? 0);
  const numbers = data?.turns.map(({ number }) => String(number ?? 0)) ?? [];
  const move = (by: number) => {
    const next = numbers[Math.max(0, Math.min(numbers.length - 1, numbers.indexOf(turn ?? '') + by))];
    if (next !== undefined) go(['session', id, next], {}, true);
  };
  useKeys({ j: () => move(1), k: () => move(-1) }, [turn, numbers.length]);
  const forget = async () => {
    if (await forgetWhole({ session: id }, 'this session')) go(['sessions']);
  };
  if (error?.code === 'SESSION_UNKNOWN') return <Empty title="This session no longer exists" />;
  if (error || !data) return <Waiting of={session} />;
  return (
    <div class="page session">
      <SessionHead session={data} onForget={() => void forget()} />
      {data.turns.length === 0 && <Empty title="No events yet" />}
      <div class="trace">
        {data.turns.length > 1 && <Index session={data} turn={seen} />}
        <ol class="turns">
          {data.turns.map((each) => (
            <Turn key={each.number ?? 0} session={data} turn={each} isCurrent={String(each.number ?? 0) === turn} />
          ))}
        </ol>
      </div>
    </div>
  );
}

/** An address names a turn: it is brought into view once, when it is there. */
function useTurnInView(turn: string | null, isThere: boolean): void {
  useEffect(() => {
    if (turn === null || !isThere) return;
    const show = () => document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'start' });
    show();
    // Turns that were not laid out yet have an estimated height.
    const again = requestAnimationFrame(() => requestAnimationFrame(show));
    return () => cancelAnimationFrame(again);
  }, [turn, isThere]);
}

/** The turn that is being read: the one that the address names while it can be seen, else the last that began above. */
function useTurnInSight(named: string | null, turns: number): string | null {
  const [seen, setSeen] = useState(named);
  useEffect(() => {
    const main = document.getElementById('main') as HTMLElement;
    const look = () => {
      const { top, bottom } = main.getBoundingClientRect();
      const topOf = (turn: Element) => turn.getBoundingClientRect().top;
      const all = [...main.querySelectorAll('.turn')];
      const isEnd = main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
      const inSight = (turn: Element) =>
        turn.id === `turn-${named}` && topOf(turn) >= top - 1 && topOf(turn) < bottom - 40;
      const reading =
        all.find(inSight) ?? (isEnd ? all : all.filter((turn) => topOf(turn) < top + 90)).at(-1) ?? all[0];
      if (reading) setSeen(reading.id.slice(5));
    };
    look();
    main.addEventListener('scroll', look);
    return () => main.removeEventListener('scroll', look);
  }, [named, turns]);
  return seen;
}

function SessionHead({ session, onForget }: { session: SessionReply; onForget(): void }) {
  return (
    <>
      {/* Stays in sight: an address may name a turn far below. */}
      <header class="page-head">
        <a class="button plain back" href={to(['sessions'])} aria-label="All sessions">
          <Icon name="back" />
        </a>
        <h1>{sessionName(session.title, session.startedAt)}</h1>
      </header>
      <div class="session-about">
        {session.subtitle && (
          <p class="lead">
            <Inline text={session.subtitle} />
          </p>
        )}
        <p class="line">
          <span class={`state is-${session.status}`}>
            <i aria-hidden="true" />
            {session.status}
          </span>
          <a href={to(['memories'], { session: session.id })}>memories</a>
          <span>{projectLabel(session.projectId, session.project)}</span>
          <span>{session.host}</span>
          <span>
            started <When at={session.startedAt} past />
          </span>
          <span>{span(Math.round((session.lastEventAt - session.startedAt) / 1000))}</span>
          <span>{many(session.turns.length, 'turn')}</span>
          <span>{many(session.events, 'event')}</span>
          {session.waiting > 0 && <span class="accent">{many(session.waiting, 'turn')} being compressed</span>}
        </p>
        <button type="button" class="danger" onClick={onForget}>
          Forget session
        </button>
      </div>
    </>
  );
}

function Index({ session, turn }: { session: SessionReply; turn: string | null }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = box.current as HTMLElement;
    const { offsetTop = 0 } = list.querySelector<HTMLElement>('[aria-current]') ?? {};
    if (offsetTop < list.scrollTop || offsetTop > list.scrollTop + list.clientHeight - 30)
      list.scrollTop = offsetTop - list.clientHeight / 2;
  }, [turn]);
  return (
    <nav class="turn-index" aria-label="Turns" ref={box}>
      <ol>
        {session.turns.map((each) => {
          const number = String(each.number ?? 0);
          const [first] = each.observations;
          const words = first?.title ?? each.summary?.title ?? (each.prompt || noPrompt(each));
          return (
            <li key={number}>
              <a
                href={to(['session', session.id, number])}
                aria-current={number === turn ? 'true' : undefined}
                title={clock(each.at)}
              >
                <b>{each.number ?? '·'}</b>
                {first && <Dot item={first} />}
                <span class="title">{plain(words).slice(0, 120)}</span>
                {each.observations.length > 1 && <span class="faint">{each.observations.length}</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
