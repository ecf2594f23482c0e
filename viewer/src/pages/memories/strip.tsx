// Memories over time as a strip above the feed: a click goes to that time, dragging narrows the list to a range.
import { useState } from 'preact/hooks';
import type { ActivityReply } from '../../api.ts';
import { across, dayLabel, daysLabel, memories } from '../../format.ts';
import { OBSERVATION_TYPES } from '../../names.ts';
import { groupedDays } from '../../plots/bars.tsx';

const HEIGHT = 44;
const BARS = 120;
const DAY = 24 * 3600_000;
const LEAST_DAYS = 29;

interface Bucket {
  from: string;
  until: string;
  counts: Record<string, number>;
  total: number;
}

export function Strip(props: {
  /** Null until they are known: the place is kept for them. */
  days: ActivityReply['days'] | null;
  onJump(day: string): void;
  onNarrow(from: string, until: string): void;
}) {
  const [drag, setDrag] = useState<[number, number] | null>(null);
  const [at, setAt] = useState(-1);
  const buckets = bucketsOf(props.days ?? []);
  if (buckets.length === 0) return props.days === null ? <div class="strip is-waiting" /> : null;
  const most = Math.max(...buckets.map(({ total }) => total));
  const inside = (index: number) => Math.max(0, Math.min(buckets.length - 1, index));
  const indexOf = (event: Parameters<typeof across>[0]) => inside(Math.floor(across(event) * buckets.length));
  /** If there is nothing, the nearest time that has something. */
  const choose = (index: number) => {
    const filled = buckets.flatMap(({ total }, at) => (total > 0 ? [at] : []));
    const nearest = filled.reduce(
      (best, at) => (Math.abs(at - index) < Math.abs(best - index) ? at : best),
      filled[0] ?? 0,
    );
    props.onJump((buckets[nearest] as Bucket).until);
  };
  const shown = buckets[at];
  const [low, high] = drag ? [Math.min(...drag), Math.max(...drag)] : [0, -1];
  return (
    <div class="strip">
      <div
        class="strip-bars"
        role="slider"
        tabIndex={0}
        aria-labelledby="about-strip"
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={at < 0 ? buckets.length - 1 : at}
        aria-valuetext={shown ? words(shown) : words(buckets.at(-1) as Bucket)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag([indexOf(event), indexOf(event)]);
        }}
        onPointerMove={(event) => {
          const index = indexOf(event);
          setAt(index);
          if (drag) setDrag([drag[0], index]);
        }}
        onPointerLeave={() => setAt(-1)}
        onPointerUp={(event) => {
          const end = indexOf(event);
          if (!drag) return;
          setDrag(null);
          if (Math.abs(end - drag[0]) < 2) choose(end);
          else
            props.onNarrow(
              (buckets[Math.min(end, drag[0])] as Bucket).from,
              (buckets[Math.max(end, drag[0])] as Bucket).until,
            );
        }}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1, Home: -buckets.length, End: buckets.length }[event.key];
          if (step !== undefined) setAt(inside((at < 0 ? buckets.length - 1 : at) + step));
          else if (event.key === 'Enter' && at >= 0) choose(at);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <svg viewBox={`0 0 ${buckets.length * 6} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {drag && <rect class="range" x={low * 6} y="0" width={(high - low + 1) * 6} height={HEIGHT} />}
          {at >= 0 && <rect class="here" x={at * 6} y="0" width="6" height={HEIGHT} />}
          {buckets.map((bucket, index) => (
            <Bar key={bucket.from} bucket={bucket} x={index * 6} scale={(HEIGHT - 4) / most} />
          ))}
        </svg>
      </div>
      <p aria-hidden="true">
        <span>{dayLabel((buckets[0] as Bucket).from)}</span>
        <span class="readout">{shown ? words(shown) : ''}</span>
        <span>{dayLabel((buckets.at(-1) as Bucket).until)}</span>
      </p>
    </div>
  );
}

function Bar({ bucket, x, scale }: { bucket: Bucket; x: number; scale: number }) {
  let y = HEIGHT;
  if (bucket.total === 0) return <rect class="none" x={x + 0.5} y={HEIGHT - 1} width="5" height="1" />;
  return (
    <>
      {OBSERVATION_TYPES.map((type) => {
        const height = (bucket.counts[type] ?? 0) * scale;
        y -= height;
        return height > 0 && <rect key={type} class={`bar is-${type}`} x={x + 0.5} y={y} width="5" height={height} />;
      })}
    </>
  );
}

function words({ from, until, total }: Bucket): string {
  return `${daysLabel(from, until)}: ${memories(total)}`;
}

/** Days, or several of them together, from the first observation until today. */
function bucketsOf(days: ActivityReply['days']): Bucket[] {
  const [first] = days;
  if (!first) return [];
  const start = new Date(`${first.day}T12:00:00`).getTime();
  const ofDay = new Map<string, Bucket>();
  const buckets = groupedDays(Math.min(start, Date.now() - LEAST_DAYS * DAY), BARS).map((own) => {
    const bucket: Bucket = { from: own[0] as string, until: own.at(-1) as string, counts: {}, total: 0 };
    for (const day of own) ofDay.set(day, bucket);
    return bucket;
  });
  for (const { day, type, count } of days) {
    const bucket = ofDay.get(day);
    if (!bucket) continue;
    bucket.counts[type] = (bucket.counts[type] ?? 0) + count;
    bucket.total += count;
  }
  return buckets;
}
