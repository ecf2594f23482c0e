// What came of it over time: findings by type and project, what agents were told and used, searches in vain, cost.

import type { InsightsReply, UsageReply } from '../api.ts';
import { count, many, money, short, zone } from '../format.ts';
import { OBSERVATION_TYPES } from '../names.ts';
import { Loading, Trouble, useTitle, When } from '../parts.tsx';
import { Bars, type Series } from '../plots/bars.tsx';
import { Growth } from '../plots/growth.tsx';
import { projectLabel } from '../projects.ts';
import { go, to, usePlace, useProject } from '../route.ts';
import { useGet } from '../store.ts';
import { Card } from './now/now.tsx';

const RANGES: [string, string][] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['3650', 'all'],
];
const TOLD: [InsightsReply['told'][number]['occasion'], string, string][] = [
  ['session_start', 'at the start', 'h-start'],
  ['prompt', 'at a prompt', 'h-prompt'],
  ['tool', 'asked for', 'h-asked'],
];
const MOST_PROJECTS = 6;

export function InsightsPage() {
  const { query } = usePlace();
  const project = useProject();
  const days = query['days'] ?? '90';
  const { data, error, isLoading } = useGet<InsightsReply>('/api/insights', { project, days, offset: zone() });
  useTitle('Insights');
  if (error) return <Trouble error={error} />;
  return (
    <div class="page insights">
      <header class="page-head">
        <h1>Insights</h1>
        <fieldset class="choice" aria-label="Range">
          {RANGES.map(([value, words]) => (
            <button
              key={value}
              type="button"
              class="chip pinned"
              aria-pressed={value === days}
              onClick={() => go(['insights'], { days: value }, true)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      </header>
      {!data && isLoading && <Loading />}
      {data && <Plots data={data} from={firstDay(data)} />}
      <Cost days={Math.min(366, Number(days))} />
    </div>
  );
}

/** "All" begins with the first finding. */
function firstDay({ since, types }: InsightsReply): number {
  const [first] = types;
  const start = first ? new Date(`${first.day}T12:00:00`).getTime() : Date.now() - 29 * 24 * 3600_000;
  return Math.max(since, Math.min(start, Date.now() - 29 * 24 * 3600_000));
}

function seriesOf(
  rows: { day: string; name: string; count: number }[],
  names: string[],
  hue: (name: string, index: number) => string,
): Series[] {
  return names.map((name, index) => {
    const values = new Map<string, number>();
    for (const row of rows) if (row.name === name) values.set(row.day, (values.get(row.day) ?? 0) + row.count);
    return { name, hue: hue(name, index), values };
  });
}

function Plots({ data, from }: { data: InsightsReply; from: number }) {
  const rows = data.projects.map(({ day, projectId, project, count: many }) => ({
    day,
    name: projectLabel(projectId, project),
    count: many,
  }));
  const totals = new Map<string, number>();
  for (const { name, count: many } of rows) totals.set(name, (totals.get(name) ?? 0) + many);
  const names = [...totals].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const top = names.slice(0, MOST_PROJECTS);
  const rest = names.length > MOST_PROJECTS ? ['others'] : [];
  const byProject = rows.map((row) => (top.includes(row.name) ? row : { ...row, name: 'others' }));
  const types = OBSERVATION_TYPES.filter((type) => data.types.some(({ name }) => name === type));
  const told = data.told.reduce((sum, { memories }) => sum + memories, 0);
  const used = data.told.reduce((sum, day) => sum + day.used, 0);
  return (
    <div class="plots">
      <Card title="Findings by type">
        <Bars label="Findings by type" from={from} series={seriesOf(data.types, types, (type) => `is-${type}`)} />
      </Card>
      <Card title="Findings by project">
        <Bars
          label="Findings by project"
          from={from}
          series={seriesOf(byProject, [...top, ...rest], (_, index) => `p${index}`)}
        />
      </Card>
      <Card title="Findings kept">
        <Growth label="Findings kept" from={from} before={data.before} days={data.types} />
      </Card>
      <Card title="Told to agents" note={told > 0 ? `${Math.round((100 * used) / told)}% used` : undefined}>
        {told === 0 ? (
          <p class="faint">Nothing in this time.</p>
        ) : (
          <>
            <Bars
              label="Memories told to agents"
              from={from}
              series={TOLD.map(([occasion, name, hue]) => ({
                name,
                hue,
                values: new Map(
                  data.told.filter((each) => each.occasion === occasion).map(({ day, memories }) => [day, memories]),
                ),
              }))}
            />
            <p class="faint">
              {many(told, 'memory', 'memories')} shown. {count(used)} of them were about files that the same session
              worked on later.
            </p>
          </>
        )}
      </Card>
      <Card title="Searches that found nothing">
        {data.missed.length === 0 ? (
          <p class="faint">None.</p>
        ) : (
          <ul class="lines" aria-label="Searches that found nothing">
            {data.missed.map(({ query, times, sessionId, at }) => (
              <li key={query}>
                <a href={to(['session', sessionId])}>
                  <span class="title">“{query}”</span>
                  <span class="faint">
                    {times > 1 && `${times} times · `}
                    <When at={at} past />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Import">
        <p>
          {many(data.imports.sessions, 'session')} imported
          {data.imports.waiting > 0
            ? `; ${many(data.imports.waiting, 'turn')} of ${many(data.imports.unfinished, 'session')} still to be compressed. Continue with `
            : '.'}
          {data.imports.waiting > 0 && <code>c-mem import claude-code</code>}
        </p>
      </Card>
    </div>
  );
}

function Cost({ days }: { days: number }) {
  const { data } = useGet<UsageReply>('/api/usage', { days });
  if (!data) return null;
  const sum = (pick: (of: UsageReply['days'][number]) => number) => {
    const values = new Map<string, number>();
    for (const each of data.days) values.set(each.day, (values.get(each.day) ?? 0) + pick(each));
    return [{ name: 'all models', hue: 'h-start', values }];
  };
  const from = Date.now() - (days - 1) * 24 * 3600_000;
  return (
    <div class="plots">
      <Card
        title="Budget"
        note={data.provider === 'embedded' ? 'built-in compressor, at no cost' : `compressed by ${data.provider}`}
      >
        <div class="meters">
          <Meter name="Today" used={data.today.usd} limit={data.limits.dailyUsd} write={money} />
          <Meter name="This month" used={data.month.usd} limit={data.limits.monthlyUsd} write={money} />
          <Meter name="Tokens today" used={data.today.tokens} limit={data.limits.dailyTokens} write={short} />
          <Meter name="Tokens this month" used={data.month.tokens} limit={data.limits.monthlyTokens} write={short} />
        </div>
      </Card>
      {data.days.length > 0 && (
        <>
          <Card title="Tokens per day">
            <Bars label="Tokens per day" from={from} series={sum((each) => each.tokens)} write={short} />
          </Card>
          <Card title="Cost per day">
            <Bars
              label="Cost per day"
              from={from}
              series={sum((each) => each.usd)}
              write={money}
              limit={data.limits.dailyUsd}
            />
          </Card>
        </>
      )}
    </div>
  );
}

function Meter(props: { name: string; used: number; limit: number; write(value: number): string }) {
  const part = props.limit > 0 ? Math.min(1, props.used / props.limit) : 0;
  return (
    <div class="meter">
      <span class="faint">{props.name}</span>
      <strong>{props.write(props.used)}</strong>
      <span class="faint">of {props.write(props.limit)}</span>
      <span class="share" role="img" aria-label={`${Math.round(part * 100)} percent used`}>
        <i class={part > 0.9 ? 'warm' : ''} style={{ width: `${part * 100}%` }} />
      </span>
    </div>
  );
}
