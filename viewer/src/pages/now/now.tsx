// What matters now: where work was left, what is open, what was decided, and what it is worth.
import type { ComponentChildren } from 'preact';
import type { Item, LeftOff, NowReply } from '../../api.ts';
import { count, dayName, money, short, zone } from '../../format.ts';
import { Inline, plain } from '../../inline.tsx';
import { useLive } from '../../live.ts';
import { copyMarkdown } from '../../markdown.ts';
import { FilePath, Text, useTitle, Waiting, When } from '../../parts.tsx';
import { Calendar } from '../../plots/calendar.tsx';
import { Growth } from '../../plots/growth.tsx';
import { projectLabel } from '../../projects.ts';
import { to, useProject } from '../../route.ts';
import { useGet } from '../../store.ts';
import { optionsOf } from '../../template.ts';
import { Lines } from '../item-list.tsx';
import { OpenEnds } from './open-ends.tsx';
import { Welcome } from './welcome.tsx';

const WEEKS = 26;
const DAY = 24 * 3600_000;

export function NowPage() {
  const project = useProject();
  const now = useGet<NowReply>('/api/now', { project, offset: zone() });
  const { data, reload } = now;
  useTitle('Now');
  useLive((kind) => (kind.startsWith('observation.') || kind.startsWith('summary.')) && reload(), [project]);
  if (now.error || !data) return <Waiting of={now} />;
  if (data.worth.sessions === 0 && data.recent.length === 0 && data.kept.length === 0) return <Welcome />;
  return (
    <div class="page now">
      <h1 class="hidden">Now</h1>
      <div class="now-main">
        <WhereLeft left={data.left} />
        <OpenEnds ends={data.openEnds} onChange={reload} />
        <Recent items={data.recent} isThisWeek={data.isThisWeek} />
      </div>
      <div class="now-side">
        <Worth worth={data.worth} />
        <Card title="Turns a day">
          <Calendar days={data.turns} weeks={WEEKS} label="Turns a day" />
        </Card>
        <Card
          title="Memories kept"
          note={count(data.growth.before + data.growth.days.reduce((sum, day) => sum + day.count, 0))}
        >
          <Growth label="Memories kept" from={Date.now() - WEEKS * 7 * DAY} {...data.growth} />
        </Card>
        <Kept items={data.kept} />
        <Files files={data.files} />
      </div>
    </div>
  );
}

export function Card({
  title,
  note,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note && <span class="faint">{note}</span>}
      </header>
      {children}
    </section>
  );
}

const turnOf = ({ sessionId, promptNumber }: LeftOff) =>
  to(['session', sessionId, ...(promptNumber === null ? [] : [String(promptNumber)])]);

function WhereLeft({ left }: { left: LeftOff[] }) {
  const [last, ...others] = left;
  if (!last) return null;
  const text = last.completed ?? '';
  const request = plain(last.request ?? '');
  return (
    <Card
      title="Where you left off"
      note={
        <>
          {projectLabel(last.projectId, last.project)}
          {last.branch && (
            <>
              {' · '}
              <code>{last.branch}</code>
            </>
          )}
          {' · '}
          <When at={last.at} past />
        </>
      }
    >
      <h3 class="headline">
        <a href={turnOf(last)}>{plain(last.title)}</a>
      </h3>
      {request.length > 15 && <p class="faint asked">You asked: “{request}”</p>}
      <p class="clamped">
        <Inline text={text} />
      </p>
      {last.nextSteps && (
        <p class="next">
          <b>Next:</b> <Inline text={last.nextSteps} />
        </p>
      )}
      <p class="actions">
        <a class="button main" href={turnOf(last)}>
          Open the session
        </a>
        <a class="button" href={to(['settings'], { project: String(last.projectId) })}>
          What the next session sees
        </a>
        <button type="button" onClick={() => void copyMarkdown([{ kind: 'summary', id: last.summaryId }])}>
          Copy as Markdown
        </button>
      </p>
      {others.length > 0 && (
        <ul class="lines" aria-label="On other branches">
          {others.map((each) => (
            <li key={each.summaryId}>
              <a href={turnOf(each)}>
                <code class="branch">{each.branch ?? 'no branch'}</code>
                <span class="title">{plain(each.title)}</span>
                <span class="faint">
                  {projectLabel(each.projectId, each.project)} · {dayName(each.at)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Recent({ items, isThisWeek }: { items: Item[]; isThisWeek: boolean }) {
  if (items.length === 0) return null;
  return (
    <Card
      title={isThisWeek ? 'Decisions and fixes this week' : 'Last decisions and fixes'}
      note={<a href={to(['memories'], { type: 'decision,bugfix' })}>All</a>}
    >
      <Lines items={items} label="Decisions and fixes" />
    </Card>
  );
}

function Worth({ worth }: { worth: NowReply['worth'] }) {
  const times = worth.memoryTokens > 0 ? worth.rawTokens / worth.memoryTokens : 0;
  const figures = [
    times >= 1 ? `${times.toFixed(1)}×` : '–',
    `${count(worth.toldSessions)} of ${count(worth.sessions)}`,
    short(worth.toldTokens),
    money(worth.usd),
  ];
  return (
    <Card title="What it is worth" note={<a href={to(['insights'])}>Insights</a>}>
      <dl class="figures">
        {optionsOf('worth').map(([words], index) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{figures[index]}</dd>
          </div>
        ))}
      </dl>
      {worth.toldSessions === 0 && worth.sessions > 0 && <Text of="only-imported" class="faint" />}
    </Card>
  );
}

function Kept({ items }: { items: Item[] }) {
  return (
    <Card title="Rules and pins" note={<a href={to(['rules'])}>Rules</a>}>
      {items.length === 0 ? <Text of="no-pins" class="faint" /> : <Lines items={items} label="Rules and pins" />}
    </Card>
  );
}

function Files({ files }: { files: NowReply['files'] }) {
  const most = files[0]?.memories ?? 1;
  if (files.length === 0) return null;
  return (
    <Card title="Files with the most history" note={<a href={to(['files'])}>All</a>}>
      <ul class="busy" aria-label="Files with the most history">
        {files.map(({ path, memories }) => (
          <li key={path}>
            <a href={to(['file'], { path })}>
              <span class="share">
                <i style={{ width: `${(100 * memories) / most}%` }} />
              </span>
              <FilePath path={path.split(/[\\/]/).slice(-2).join('/')} />
              <span class="faint">{count(memories)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
