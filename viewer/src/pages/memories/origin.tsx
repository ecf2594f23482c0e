// Where a memory came from: its prompt, its session and the events it cites.
import type { ComponentChildren } from 'preact';
import type { Evidence, Memory } from '../../api.ts';
import { exact, tail } from '../../format.ts';
import { Inline } from '../../inline.tsx';
import { Block, Clock } from '../../parts.tsx';
import { projectLabel } from '../../projects.ts';
import { to } from '../../route.ts';

export function Origin({ memory, evidence }: { memory: Memory; evidence: Evidence[] }) {
  const { sessionId, promptNumber, commit } = memory;
  const session = sessionId && (
    <>
      <a href={to(['session', sessionId])}>{memory.sessionTitle ?? sessionId}</a>
      {promptNumber !== null && (
        <>
          , <a href={to(['session', sessionId, String(promptNumber)])}>turn {promptNumber}</a>
        </>
      )}
    </>
  );
  const facts: [string, ComponentChildren][] = [
    ['Project', projectLabel(memory.projectId, memory.project)],
    ['Session', session],
    ['Commit', commit && <code>{commit.slice(0, 12)}</code>],
    ['When', exact(memory.at)],
    ['Size', `about ${memory.tokens} tokens`],
  ];
  return (
    <Block title="Came from">
      {memory.prompt && (
        <blockquote>
          <Inline text={memory.prompt.slice(0, 600)} />
        </blockquote>
      )}
      <dl class="origin">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Events events={evidence} />
    </Block>
  );
}

export function Events({ events }: { events: Evidence[] }) {
  if (events.length === 0) return null;
  return (
    <ol class="events">
      {events.map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Event({ event }: { event: Evidence }) {
  const hasMore = event.diff.length > 0 || event.output !== '';
  const head = (
    <>
      <span class="tool">{event.tool ?? event.kind}</span>
      <span class="headline" title={event.headline}>
        {/^(?:\/|[A-Z]:\\)/.test(event.headline) ? tail(event.headline, 4) : event.headline}
      </span>
      <Clock at={event.at} />
    </>
  );
  if (!hasMore)
    return (
      <li class="event">
        <div class="event-head">{head}</div>
        {event.dropped && <p class="faint">Raw content expired.</p>}
      </li>
    );
  return (
    <li class="event">
      <details open={event.diff.length > 0 && event.diff.length < 40}>
        <summary class="event-head">{head}</summary>
        {event.diff.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so it must be reachable by keyboard
          <pre class="diff" tabIndex={0}>
            {event.diff.map((line, index) => (
              <span key={index} class={line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : ''}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        )}
        {event.output !== '' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so it must be reachable by keyboard
          <pre class="output" tabIndex={0}>
            {event.output}
          </pre>
        )}
      </details>
    </li>
  );
}
