// A turn in the trace of its session.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Evidence, SessionReply } from '../../api.ts';
import { many, memories, span } from '../../format.ts';
import { Inline } from '../../inline.tsx';
import { copyLinkTo } from '../../markdown.ts';
import { Clock, Waiting } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { Lines } from '../item-list.tsx';
import { SummaryFields } from '../memories/memory-body.tsx';
import { Events } from '../memories/origin.tsx';
import { Reason } from '../memories/shown.tsx';

type TurnOf = SessionReply['turns'][number];
/** A longer prompt is folded. */
const FOLDED = 320;
const FOLDED_LINES = 4;

export function Turn({ session, turn, isCurrent }: { session: SessionReply; turn: TurnOf; isCurrent: boolean }) {
  const number = String(turn.number ?? 0);
  return (
    <li class={isCurrent ? 'turn is-here' : 'turn'} id={`turn-${number}`}>
      <header class="turn-head">
        <a href={to(['session', session.id, number])} aria-label={`Turn ${number}`}>
          <b>{turn.number ?? '·'}</b>
        </a>
        <Clock at={turn.at} />
        {turn.seconds > 0 && <span class="faint">{span(turn.seconds)}</span>}
        {turn.branch && <code class="branch">{turn.branch}</code>}
        <button
          type="button"
          class="plain"
          aria-label={`Copy the link to turn ${number}`}
          onClick={() => void copyLinkTo(['session', session.id, number])}
        >
          Link
        </button>
      </header>
      {turn.prompt ? <Prompt text={turn.prompt} /> : <p class="faint">{noPrompt(turn)}</p>}
      <Told told={turn.told} />
      {turn.observations.length > 0 && (
        <Lines items={turn.observations} label={`Memories of turn ${number}`} class="found" note={({ ref }) => ref} />
      )}
      <Calls session={session.id} turn={turn} />
      {[...turn.earlier, ...(turn.summary ? [turn.summary] : [])].map((summary) => (
        <details key={summary.id} class="turn-summary" open={turn.observations.length === 0}>
          <summary>Summary {summary.ref}</summary>
          <p>
            <a href={to(['memory', `S${summary.id}`])}>Open {summary.ref}</a>
          </p>
          <SummaryFields memory={summary} />
        </details>
      ))}
      {turn.summary?.nextSteps && (
        <p class="next">
          <b>Next:</b> <Inline text={turn.summary.nextSteps} />
        </p>
      )}
      {!turn.summary && turn.observations.length === 0 && (
        <p class="faint">{turn.prompt === '' ? 'Nothing is kept of this turn.' : 'No memories of this turn.'}</p>
      )}
    </li>
  );
}

/** Why there are no words of the user. */
export const noPrompt = ({ number, prompt }: TurnOf) =>
  number === null ? 'Before the first prompt' : prompt === '' ? 'This prompt was forgotten' : 'No prompt was recorded';

function Prompt({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > FOLDED || text.split('\n').length > FOLDED_LINES;
  return (
    <div class={isLong && !isOpen ? 'prompt is-folded' : 'prompt'}>
      <p class="text">
        <Inline text={isLong && !isOpen ? text.slice(0, FOLDED * 2) : text} />
      </p>
      {isLong && (
        <button type="button" class="plain accent" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : `Show all (${many(text.length, 'character')})`}
        </button>
      )}
    </div>
  );
}

/** What the agent was shown, inside the turn where it was shown. */
function Told({ told }: { told: TurnOf['told'] }) {
  if (told.length === 0) return null;
  return (
    <ul class="told" aria-label="Shown to the agent">
      {told.map((each) => (
        <li key={`${each.at} ${each.occasion}`}>
          <details>
            <summary>
              <span aria-hidden="true">⇢ </span>
              {each.memories.length > 0
                ? `Shown ${memories(each.memories.length)} in full`
                : each.occasion === 'tool'
                  ? 'Found nothing'
                  : `Shown ${many(each.characters, 'character')} in brief`}
              , <Reason occasion={each.occasion} terms={each.terms} />
            </summary>
            <Lines items={each.memories} label="Shown" note={({ ref }) => ref} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** One line: which tools how often, and how it ended; the events themselves on demand. */
function Calls({ session, turn }: { session: string; turn: TurnOf }) {
  const [isOpen, setOpen] = useState(false);
  const events = useGet<{ events: Evidence[] }>(
    isOpen ? `/api/sessions/${encodeURIComponent(session)}/events` : null,
    turn.number === null ? {} : { turn: turn.number },
  );
  if (turn.events === 0) return null;
  return (
    <details class="calls" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {turn.calls.length === 0 && many(turn.events, 'event')}
        {turn.calls.map(({ tool, calls, failed }) => (
          <Fragment key={tool}>
            <span class="call">
              {tool.split('__').at(-1)} {calls}
              {failed > 0 && <span class="failed"> ({failed} failed)</span>}
            </span>{' '}
          </Fragment>
        ))}
      </summary>
      <Waiting of={events} />
      {events.data && <Events events={events.data.events} />}
    </details>
  );
}
