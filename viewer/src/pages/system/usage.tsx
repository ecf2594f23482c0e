// Model usage and cost, and how many memories each day added.
import type { StatsReply, UsageReply } from '../../api.ts';
import { Bars } from '../../bars.tsx';
import { count, many, money, short } from '../../format.ts';
import { Loading, Trouble } from '../../parts.tsx';
import { useGet } from '../../store.ts';

const DAYS = 30;

export function UsagePage() {
  const { data, error, isLoading } = useGet<UsageReply>('/api/usage', { days: DAYS });
  const stats = useGet<StatsReply>('/api/stats');
  if (error) return <Trouble error={error} />;
  if (!data) return isLoading ? <Loading /> : null;
  const days = lastDays(DAYS);
  const sum = (day: string, pick: (of: UsageReply['days'][number]) => number) =>
    data.days.filter((each) => each.day === day).reduce((total, each) => total + pick(each), 0);
  const made = new Map(stats.data?.days.map(({ day, observations }) => [day, observations]));
  const types = Object.entries(stats.data?.types ?? {}).sort((a, b) => b[1] - a[1]);
  const total = types.reduce((all, [, number]) => all + number, 0);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Usage</h1>
        <p class="verdict">
          {data.provider === 'embedded'
            ? 'Compressed by the built-in compressor, at no cost.'
            : `Compressed by ${data.provider}.`}
        </p>
      </header>
      <section class="block">
        <h2>Memories per day</h2>
        <Bars
          label={`Observations per day in the last ${DAYS} days`}
          days={days}
          values={days.map((day) => made.get(day) ?? 0)}
          write={(value) => many(value, 'observation')}
        />
        {total > 0 && (
          <ul class="shares" aria-label="By type">
            {types.map(([type, number]) => (
              <li key={type}>
                <span class={`badge is-${type}`}>{type}</span>
                <span class="share">
                  <i style={{ width: `${(100 * number) / total}%` }} />
                </span>
                <span>{count(number)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="block">
        <h2>Budget</h2>
        <div class="meters">
          <Meter name="Today" used={data.today.usd} limit={data.limits.dailyUsd} write={money} />
          <Meter name="This month" used={data.month.usd} limit={data.limits.monthlyUsd} write={money} />
          <Meter name="Tokens today" used={data.today.tokens} limit={data.limits.dailyTokens} write={short} />
          <Meter name="Tokens this month" used={data.month.tokens} limit={data.limits.monthlyTokens} write={short} />
        </div>
      </section>
      {data.days.length > 0 && (
        <>
          <section class="block">
            <h2>Tokens per day</h2>
            <Bars
              label={`Tokens per day in the last ${DAYS} days`}
              days={days}
              values={days.map((day) => sum(day, (each) => each.tokens))}
              write={(value) => `${short(value)} tokens`}
            />
          </section>
          <section class="block">
            <h2>Cost per day</h2>
            <Bars
              label={`Cost per day in the last ${DAYS} days`}
              days={days}
              values={days.map((day) => sum(day, (each) => each.usd))}
              write={money}
            />
          </section>
          <section class="block">
            <h2>By day and model</h2>
            <div class="table-box">
              <table>
                <thead>
                  <tr>
                    <th>Day</th>
                    <th>Provider</th>
                    <th>Model</th>
                    <th class="number">Calls</th>
                    <th class="number">Failed</th>
                    <th class="number">Tokens</th>
                    <th class="number">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  {data.days.map((each) => (
                    <tr key={`${each.day} ${each.provider} ${each.model}`}>
                      <td>{each.day}</td>
                      <td>{each.provider}</td>
                      <td>{each.model ?? ''}</td>
                      <td class="number">{count(each.calls)}</td>
                      <td class="number">{count(each.failed)}</td>
                      <td class="number">{count(each.tokens)}</td>
                      <td class="number">{money(each.usd)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
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

function lastDays(many: number): string[] {
  return Array.from({ length: many }, (_, index) =>
    new Date(Date.now() - (many - 1 - index) * 24 * 3600_000).toISOString().slice(0, 10),
  );
}
