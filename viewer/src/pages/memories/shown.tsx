// Why and when agents were shown a memory.
import { Fragment } from 'preact';
import type { ShownTo } from '../../api.ts';
import { many } from '../../format.ts';
import { When } from '../../parts.tsx';
import { to } from '../../route.ts';

export function ShownToAgents({ shown }: { shown: ShownTo[] }) {
  const sessions = new Set(shown.map(({ sessionId }) => sessionId)).size;
  return (
    <section class="block" aria-label="Shown to agents">
      <h2>
        Shown to agents
        {shown.length > 0 && ` · ${many(shown.length, 'time')} in ${many(sessions, 'session')}`}
      </h2>
      {shown.length === 0 ? (
        <p class="faint">Not yet.</p>
      ) : (
        <ul class="shown">
          {shown.map((each) => (
            <li key={`${each.at} ${each.sessionId}`}>
              <When at={each.at} past />
              <span class="why">
                <Reason {...each} />
              </span>
              <a
                href={to([
                  'session',
                  each.sessionId,
                  ...(each.promptNumber === null ? [] : [String(each.promptNumber)]),
                ])}
                title={each.sessionTitle ?? ''}
              >
                {each.promptNumber === null ? 'session' : `turn ${each.promptNumber}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** In words, with the words that matched. */
export function Reason({ occasion, terms }: Pick<ShownTo, 'occasion' | 'terms'>) {
  const words = terms.map((term) => (
    <Fragment key={term}>
      {' '}
      <mark>{term}</mark>
    </Fragment>
  ));
  if (occasion === 'session_start') return <>when the session started</>;
  if (occasion === 'prompt')
    return terms.length === 0 ? <>at a prompt that matched</> : <>at a prompt, because of{words}</>;
  return terms.length === 0 ? <>the agent asked for it by its ID</> : <>the agent searched for{words}</>;
}
