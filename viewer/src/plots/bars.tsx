// Bars over time, stacked by series, as inline SVG: numbers on hover, and the same numbers as a table.
import { useState } from 'preact/hooks';
import { across, count, daysLabel, isoDay } from '../format.ts';

const HEIGHT = 150;
const FOOT = 18;
const LEFT = 40;
const DAY = 24 * 3600_000;
const MOST_BARS = 62;

export interface Series {
  name: string;
  /** Sets its color. */
  hue: string;
  /** By day. */
  values: Map<string, number>;
}

export interface BarsProps {
  label: string;
  from: number;
  series: Series[];
  write?(value: number): string;
  /** A line over the bars, on the same scale. */
  limit?: number;
}

interface Bucket {
  name: string;
  values: number[];
  total: number;
}

export function Bars({ label, from, series, write = count, limit = 0 }: BarsProps) {
  // On a phone, the same text is as large as elsewhere.
  const WIDTH = matchMedia('(max-width: 760px)').matches ? 340 : 720;
  const [at, setAt] = useState(-1);
  const buckets = bucketsOf(from, series);
  const most = nice(Math.max(limit, ...buckets.map(({ total }) => total)));
  const step = (WIDTH - LEFT) / buckets.length;
  const scale = (value: number) => (most === 0 ? 0 : ((HEIGHT - FOOT - 8) * value) / most);
  const total = buckets.reduce((sum, bucket) => sum + bucket.total, 0);
  const labelled = Math.max(1, Math.ceil(buckets.length / (WIDTH / 90)));
  const shown = buckets[at];
  return (
    <figure class="plot">
      <figcaption>
        <Legend series={series} />
        <span class="readout" aria-hidden="true">
          {shown ? readout(shown, series, write) : `${write(total)} in total`}
        </span>
      </figcaption>
      <svg
        class="bars"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${label}: ${write(total)} in total`}
        onPointerMove={(event) => setAt(Math.floor((across(event) * WIDTH - LEFT) / step))}
        onPointerLeave={() => setAt(-1)}
      >
        {[0.5, 1].map((part) => (
          <g key={part}>
            <line
              class="grid"
              x1={LEFT}
              x2={WIDTH}
              y1={HEIGHT - FOOT - scale(most * part)}
              y2={HEIGHT - FOOT - scale(most * part)}
            />
            <text class="axis" x={LEFT - 6} y={HEIGHT - FOOT - scale(most * part) + 3} text-anchor="end">
              {most > 0 ? short(most * part) : ''}
            </text>
          </g>
        ))}
        {shown && <rect class="here" x={LEFT + at * step} y="0" width={step} height={HEIGHT - FOOT} />}
        {buckets.map((bucket, index) => {
          let y = HEIGHT - FOOT;
          return (
            <g key={bucket.name}>
              {series.map(({ name, hue }, which) => {
                const height = scale(bucket.values[which] as number);
                y -= height;
                return (
                  height > 0 && (
                    <rect
                      key={name}
                      class={`bar ${hue}`}
                      x={LEFT + index * step + step * 0.12}
                      y={y}
                      width={step * 0.76}
                      height={height}
                    />
                  )
                );
              })}
              {index % labelled === 0 && index * step < WIDTH - LEFT - 36 && (
                <text class="axis" x={LEFT + index * step} y={HEIGHT - 4}>
                  {bucket.name.split(' – ')[0]}
                </text>
              )}
            </g>
          );
        })}
        {limit > 0 && (
          <line
            class="limit"
            x1={LEFT}
            x2={WIDTH}
            y1={HEIGHT - FOOT - scale(limit)}
            y2={HEIGHT - FOOT - scale(limit)}
          />
        )}
        <line class="base" x1={LEFT} x2={WIDTH} y1={HEIGHT - FOOT + 0.5} y2={HEIGHT - FOOT + 0.5} />
      </svg>
      <Table label={label} buckets={buckets} series={series} write={write} />
    </figure>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <span class="legend" aria-hidden="true">
      {series.map(({ name, hue }) => (
        <span key={name}>
          <i class={hue} /> {name}
        </span>
      ))}
    </span>
  );
}

function readout(bucket: Bucket, series: Series[], write: (value: number) => string): string {
  const parts = series.flatMap(({ name }, index) =>
    (bucket.values[index] as number) > 0 ? [`${name} ${write(bucket.values[index] as number)}`] : [],
  );
  return `${bucket.name}: ${series.length === 1 || parts.length === 0 ? write(bucket.total) : parts.join(', ')}`;
}

function Table(props: { label: string; buckets: Bucket[]; series: Series[]; write(value: number): string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers</summary>
      {isOpen && (
        <div class="table-box">
          <table>
            <caption class="hidden">{props.label}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {props.series.map(({ name }) => (
                  <th scope="col" class="number" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.buckets
                .filter(({ total }) => total > 0)
                .map((bucket) => (
                  <tr key={bucket.name}>
                    <th scope="row">{bucket.name}</th>
                    {bucket.values.map((value, index) => (
                      <td class="number" key={props.series[index]?.name}>
                        {props.write(value)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** Days, or several of them together if there are many, until today. */
function bucketsOf(from: number, series: Series[]): Bucket[] {
  return groupedDays(from, MOST_BARS).map((own) => {
    const values = series.map(({ values: of }) => own.reduce((sum, day) => sum + (of.get(day) ?? 0), 0));
    return {
      name: daysLabel(own[0] as string, own.at(-1) as string),
      values,
      total: values.reduce((sum, value) => sum + value, 0),
    };
  });
}

export function groupedDays(from: number, most: number): string[][] {
  const days = daysFrom(from);
  const each = Math.ceil(days.length / most);
  return Array.from({ length: Math.ceil(days.length / each) }, (_, index) =>
    days.slice(index * each, (index + 1) * each),
  );
}

export function daysFrom(from: number): string[] {
  const days: string[] = [];
  const today = isoDay(Date.now());
  for (let at = new Date(`${isoDay(from)}T12:00:00`).getTime(); ; at += DAY) {
    const day = isoDay(at);
    if (day > today) return days;
    days.push(day);
  }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function nice(value: number): number {
  if (value <= 0) return 0;
  const ten = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * ten).find((step) => step >= value) ?? value;
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  if (value >= 1000) return `${value / 1000} k`;
  return String(Number(value.toPrecision(2)));
}
