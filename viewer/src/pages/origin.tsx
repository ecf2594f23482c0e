// Where a memory came from: the prompt, the session, and the events that it cites.
import type { Evidence, Memory } from '../api.ts';
import { exact, tail } from '../format.ts';
import { When } from '../parts.tsx';
import { to } from '../route.ts';

/** Who asked for it, in which session, on which branch, from which events. */
export function Origin({ memory, evidence }: { memory: Memory; evidence: Evidence[] }) {
  return (
    <section class="block">
      <h2>Where it came from</h2>
      {memory.prompt && <blockquote>{memory.prompt.slice(0, 600)}</blockquote>}
      <dl class="origin">
        <div>
          <dt>Project</dt>
          <dd>{memory.project}</dd>
        </div>
        {memory.sessionId && (
          <div>
            <dt>Session</dt>
            <dd>
              <a href={to(['session', memory.sessionId])}>{memory.sessionTitle ?? memory.sessionId}</a>
              {memory.promptNumber !== null && `, turn ${memory.promptNumber}`}
            </dd>
          </div>
        )}
        {memory.branch && (
          <div>
            <dt>Branch</dt>
            <dd>
              <code>{memory.branch}</code>
            </dd>
          </div>
        )}
        {memory.commit && (
          <div>
            <dt>Commit</dt>
            <dd>
              <code>{memory.commit.slice(0, 12)}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>When</dt>
          <dd>{exact(memory.at)}</dd>
        </div>
        <div>
          <dt>Written by</dt>
          <dd>{memory.provider === 'user' ? 'hand' : (memory.provider ?? 'unknown')}</dd>
        </div>
        <div>
          <dt>Costs</dt>
          <dd>about {memory.tokens} tokens to read</dd>
        </div>
      </dl>
      {evidence.length > 0 && (
        <ol class="events">
          {evidence.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Event({ event }: { event: Evidence }) {
  const hasMore = event.diff.length > 0 || event.output !== '';
  const head = (
    <>
      <span class="tool">{event.tool ?? event.kind}</span>
      <span class="headline" title={event.headline}>
        {event.headline.startsWith('/') ? tail(event.headline, 4) : event.headline}
      </span>
      <When at={event.at} />
    </>
  );
  if (!hasMore)
    return (
      <li class="event">
        <div class="event-head">{head}</div>
        {event.dropped && <p class="faint">Its raw content was dropped, its time is over.</p>}
      </li>
    );
  return (
    <li class="event">
      <details open={event.diff.length > 0 && event.diff.length < 40}>
        <summary class="event-head">{head}</summary>
        {event.diff.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to
          <pre class="diff" tabIndex={0}>
            {event.diff.map((line, index) => (
              <span key={index} class={line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : ''}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        )}
        {event.output !== '' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to
          <pre class="output" tabIndex={0}>
            {event.output}
          </pre>
        )}
      </details>
    </li>
  );
}
