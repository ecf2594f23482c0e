// The sessions page, most recently active first.
import { useState } from 'preact/hooks';
import { get, type SessionItem, type SessionItems } from '../../api.ts';
import { many } from '../../format.ts';
import { plain } from '../../inline.tsx';
import { useLive } from '../../live.ts';
import { Empty, Loading, Trouble, useTitle, When } from '../../parts.tsx';
import { projectLabel } from '../../projects.ts';
import { to, useProject } from '../../route.ts';
import { useGet } from '../../store.ts';

export function SessionsPage() {
  const chosen = useProject();
  useTitle('Sessions');
  const { data, error, isLoading, put, reload } = useGet<SessionItems>('/api/sessions', { project: chosen, limit: 50 });
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
    const page = await get<SessionItems>('/api/sessions', { project: chosen, limit: 50, cursor: data.next });
    put({ sessions: [...data.sessions, ...page.sessions], next: page.next });
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Sessions</h1>
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && <Loading />}
      {data?.sessions.length === 0 && (
        <Empty title="No sessions yet">Start your agent in a project, and its sessions appear here.</Empty>
      )}
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
    </div>
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
        <span class="title">{plain(session.title ?? 'Untitled session')}</span>
        <When at={session.lastEventAt} />
        <span class="preview">
          {projectLabel(session.projectId, session.project)} · {many(session.prompts, 'prompt')} ·{' '}
          {many(session.observations, 'observation')}
          {captured > 0 && session.status === 'active' && <b class="accent"> · {many(captured, 'event')} just now</b>}
        </span>
      </a>
    </li>
  );
}
