// What the last turn of each session left to do. Ticking it off also keeps it from the next session.
import { useState } from 'preact/hooks';
import { type LeftOff, send } from '../../api.ts';
import { dayName, many } from '../../format.ts';
import { plain } from '../../inline.tsx';
import { projectLabel } from '../../projects.ts';
import { to } from '../../route.ts';
import { notify, notifyError, undo } from '../../toast.tsx';
import { Card } from './now.tsx';

const FEW = 6;

export function OpenEnds({ ends, onChange }: { ends: LeftOff[]; onChange(): void }) {
  const [showsAll, setShowsAll] = useState(false);
  const [done, setDone] = useState<Set<number>>(new Set());
  const write = (end: LeftOff, nextSteps: string) => send('PATCH', `/api/summaries/${end.summaryId}`, { nextSteps });
  const tick = (end: LeftOff) => {
    const mark = (isDone: boolean) =>
      setDone((before) => new Set([...before, end.summaryId].filter((id) => isDone || id !== end.summaryId)));
    mark(true);
    const back = () =>
      write(end, end.nextSteps ?? '').then(() => {
        mark(false);
        onChange();
      });
    write(end, '').then(
      () => notify('Done. New sessions no longer see it.', undo(back)),
      (error: unknown) => {
        mark(false);
        notifyError(error);
      },
    );
  };
  if (ends.length === 0) return null;
  const shown = showsAll ? ends : ends.slice(0, FEW);
  return (
    <Card title="Open ends" note={`${many(ends.length, 'session')} ended with something left to do`}>
      <ul class="lines ends" aria-label="Open ends">
        {shown.map((end) => (
          <li key={end.summaryId} class={done.has(end.summaryId) ? 'is-done' : ''}>
            <input
              type="checkbox"
              aria-label={`Done: ${plain(end.nextSteps ?? '')}`}
              checked={done.has(end.summaryId)}
              disabled={done.has(end.summaryId)}
              onChange={() => tick(end)}
            />
            <a href={to(['session', end.sessionId, String(end.promptNumber ?? '')])} title={plain(end.nextSteps ?? '')}>
              <span class="title">{plain(end.nextSteps ?? '')}</span>
              <span class="faint">
                {projectLabel(end.projectId, end.project)} · {dayName(end.at)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {ends.length > FEW && (
        <button type="button" class="plain accent" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${ends.length}`}
        </button>
      )}
    </Card>
  );
}
