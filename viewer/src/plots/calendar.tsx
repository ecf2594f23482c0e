// Weeks as columns, days as cells: darker means more.
import { useState } from 'preact/hooks';
import { dayLabel, isoDay, many } from '../format.ts';

const CELL = 14;
const GAP = 3;
const DAY = 24 * 3600_000;

export function Calendar({
  days,
  weeks,
  label,
}: {
  days: { day: string; count: number }[];
  weeks: number;
  label: string;
}) {
  const [at, setAt] = useState('');
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const most = Math.max(1, ...counts.values());
  const today = new Date(`${isoDay(Date.now())}T12:00:00`);
  // Weeks begin on Monday.
  const monday = today.getTime() - ((today.getDay() + 6) % 7) * DAY;
  const level = (count: number) =>
    count === 0 ? 0 : Math.min(4, 1 + Math.floor((3.99 * Math.sqrt(count)) / Math.sqrt(most)));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure class="plot">
      <svg
        class="calendar"
        viewBox={`0 0 ${weeks * (CELL + GAP)} ${7 * (CELL + GAP)}`}
        role="img"
        aria-label={`${label}: ${many(total, 'turn')} on ${many(counts.size, 'day')}`}
        onPointerLeave={() => setAt('')}
      >
        {Array.from({ length: weeks * 7 }, (_, index) => {
          const [week, weekday] = [Math.floor(index / 7), index % 7];
          const day = isoDay(monday - (weeks - 1 - week) * 7 * DAY + weekday * DAY);
          if (day > isoDay(today.getTime())) return null;
          return (
            <rect
              key={day}
              class={`l${level(counts.get(day) ?? 0)}`}
              x={week * (CELL + GAP)}
              y={weekday * (CELL + GAP)}
              width={CELL}
              height={CELL}
              rx="2"
              onPointerEnter={() => setAt(day)}
            />
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span class="readout">{at ? `${dayLabel(at)}: ${many(counts.get(at) ?? 0, 'turn')}` : `${weeks} weeks`}</span>
      </figcaption>
    </figure>
  );
}
