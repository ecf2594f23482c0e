// The sessions page, most recently active first.
import { useState } from 'preact/hooks';
import { get, type SessionItem, type SessionItems } from '../../api.ts';
import { count, many, memories, sessionName } from '../../format.ts';
import { useLive } from '../../live.ts';
import { Empty, Find, Page, useFind, useListKeys, When } from '../../parts.tsx';
import { projectLabel } from '../../projects.ts';
import { to, useProject } from '../../route.ts';
import { useGet, useLater } from '../../store.ts';

export function SessionsPage() {
  const chosen = useProject();
  const query = { project: chosen, title: useLater(useFind(), 150), limit: 50 };
  useListKeys();
  const list = useGet<SessionItems>('/api/sessions', query);
  const { data, put, reload } = list;
  const [counts, setCounts] = useState<Record<string, number>>({});
  useLive(
    (kind, data) => {
      if (kind.startsWith('session.') || kind === 'summary.added') reload();
      if (kind !== 'events.captured') return;
      setCounts((before) => {
        const after = { ...before };
        for (const { sessionId, count } of data.sessions as { sessionId: string; count: number }[])
          after[sessionId] = (after[sessionId] ?? 0) + count;
        return after;
      });
    },
    [chosen],
  );
  const more = async () => {
    if (!data?.next) return;
    const page = await get<SessionItems>('/api/sessions', { ...query, cursor: data.next });
    put({ ...page, sessions: [...data.sessions, ...page.sessions] });
  };
  return (
    <Page
      title="Sessions"
      of={list}
      head={
        <>
          {data && <span class="faint">{count(data.total)}</span>}
          <Find label="Filter by title or project" />
        </>
      }
    >
      {data?.sessions.length === 0 && query.title !== '' && (
        <Empty title={`No title or project has “${query.title}”`} />
      )}
      {data?.sessions.length === 0 && query.title === '' && <Empty title="No sessions yet" about="no-sessions" />}
      <ul class="sessions" aria-label="Sessions">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} captured={counts[session.id] ?? 0} />
        ))}
      </ul>
      {data?.next && (
        <button type="button" class="more" onClick={() => void more()}>
          Earlier
        </button>
      )}
    </Page>
  );
}

function SessionRow({ session, captured }: { session: SessionItem; captured: number }) {
  return (
    <li>
      <a href={to(['session', session.id])}>
        <span class={`state is-${session.status}`} title={session.status}>
          <i aria-hidden="true" />
          <span class="hidden">{session.status}</span>
        </span>
        <span class="title">{sessionName(session.title, session.startedAt)}</span>
        <When at={session.lastEventAt} />
        <span class="preview">
          {projectLabel(session.projectId, session.project)} · {many(session.prompts, 'turn')} ·{' '}
          {memories(session.observations)}
          {captured > 0 && session.status === 'active' && <b class="accent"> · {many(captured, 'event')} just now</b>}
        </span>
      </a>
    </li>
  );
}
