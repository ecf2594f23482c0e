// What came of it over time: memories by type and project, what agents were shown and used, searches in vain, cost.

import { useEffect, useState } from 'preact/hooks';
import type { InsightsReply, UsageReply } from '../api.ts';
import { count, many, memories, money, short, zone } from '../format.ts';
import { OBSERVATION_TYPES } from '../names.ts';
import { Page, When } from '../parts.tsx';
import { Bars, type Series } from '../plots/bars.tsx';
import { Growth } from '../plots/growth.tsx';
import { hueOf, projectLabel, projects } from '../projects.ts';
import { go, to, usePlace, useProject } from '../route.ts';
import { useCell, useGet } from '../store.ts';
import { optionsOf } from '../template.ts';
import { Card } from './now/now.tsx';

const DAY = 24 * 3600_000;
const ALL = '3650';
const RANGES = optionsOf('ranges');
const TOLD: [InsightsReply['told'][number]['occasion'], string, string][] = [
  ['session_start', 'at the start', 'h-start'],
  ['prompt', 'at a prompt', 'h-prompt'],
  ['tool', 'asked for', 'h-asked'],
];
const MOST_PROJECTS = 6;

export function InsightsPage() {
  const { query } = usePlace();
  const project = useProject();
  // Unless one is chosen, the shortest range that has something.
  const [range, setRange] = useState(0);
  const days = query['days'] ?? (RANGES[range] as [string, string])[0];
  const insights = useGet<InsightsReply>('/api/insights', { project, days, offset: zone() });
  const show = (value: string) => go(['insights'], { days: value }, true);
  const { data } = insights;
  useEffect(() => {
    if (data?.types.length === 0 && data.before > 0 && RANGES[range + 1]) setRange(range + 1);
  }, [data]);
  return (
    <Page
      title="Insights"
      class="insights"
      of={insights}
      head={
        <fieldset class="choice" aria-label="Range">
          {RANGES.map(([value, words]) => (
            <button
              key={value}
              type="button"
              class="chip pinned"
              aria-pressed={value === days}
              onClick={() => show(value)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      }
    >
      {data?.types.length === 0 && data.before > 0 && (
        <p class="notice draft">
          Nothing was captured in this time. Older: {memories(data.before)}.
          <button type="button" onClick={() => show(ALL)}>
            Show all
          </button>
        </p>
      )}
      {data && <Plots data={data} from={firstDay(data, days)} />}
      <Cost days={Math.min(366, Number(days))} />
    </Page>
  );
}

/** "All" begins with the first observation, and is not shorter than a month. */
function firstDay({ since, types }: InsightsReply, days: string): number {
  const after = since + DAY;
  if (days !== ALL) return after;
  const [first] = types;
  const month = Date.now() - 29 * DAY;
  return Math.max(after, first ? Math.min(month, new Date(`${first.day}T12:00:00`).getTime()) : month);
}

interface Row {
  day: string;
  key: string | number;
  count: number;
}

function seriesOf(rows: Row[], of: { key: string | number; name: string; hue: string }[]): Series[] {
  return of.map(({ key, name, hue }) => {
    const values = new Map<string, number>();
    for (const row of rows) if (row.key === key) values.set(row.day, (values.get(row.day) ?? 0) + row.count);
    return { name, hue, values };
  });
}

const OTHERS = 0;

/** The busiest projects, in the colors that they have everywhere, and the others together. */
function byProject({ projects: days }: InsightsReply): Series[] {
  const totals = new Map<number, number>();
  for (const { projectId, count: more } of days) totals.set(projectId, (totals.get(projectId) ?? 0) + more);
  const top = [...totals.keys()].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, MOST_PROJECTS);
  const rows = days.map((row) => ({ ...row, key: top.includes(row.projectId) ? row.projectId : OTHERS }));
  const nameOf = (id: number) => projectLabel(id, days.find(({ projectId }) => projectId === id)?.project ?? '');
  return seriesOf(rows, [
    ...top.map((id) => ({ key: id, name: nameOf(id), hue: hueOf(id) })),
    ...(totals.size > top.length ? [{ key: OTHERS, name: 'others', hue: 'others' }] : []),
  ]);
}

function Plots({ data, from }: { data: InsightsReply; from: number }) {
  // Their names and colors may arrive after the numbers.
  useCell(projects);
  const types = OBSERVATION_TYPES.filter((type) => data.types.some(({ name }) => name === type));
  const told = data.told.reduce((sum, { memories }) => sum + memories, 0);
  const used = data.told.reduce((sum, day) => sum + day.used, 0);
  return (
    <div class="plots">
      <Card title="Memories by type">
        <Bars
          label="Memories by type"
          from={from}
          series={seriesOf(
            data.types.map(({ name, ...rest }) => ({ ...rest, key: name })),
            types.map((type) => ({ key: type, name: type, hue: `is-${type}` })),
          )}
        />
      </Card>
      <Card title="Memories by project">
        <Bars label="Memories by project" from={from} series={byProject(data)} />
      </Card>
      <Card title="Memories kept">
        <Growth label="Memories kept" from={from} before={data.before} days={data.types} />
      </Card>
      <Card title="Shown to agents" note={told > 0 ? `${Math.round((100 * used) / told)}% used` : undefined}>
        {told === 0 ? (
          <p class="faint">Nothing in this time.</p>
        ) : (
          <>
            <Bars
              label="Memories shown to agents"
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
              {memories(told)} shown. {count(used)} of them were about files that the same session worked on later.
            </p>
          </>
        )}
      </Card>
      <Card title="Agents’ searches that found nothing">
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
      <Card title="Import, all projects">
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
        title="Budget, all projects"
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
