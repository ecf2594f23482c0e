// Weeks as columns, days as cells: darker means more.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { dayLabel, isoDay, many } from '../format.ts';

const CELL = 14;
const GAP = 3;
const DAY = 24 * 3600_000;
/** For the names of months. */
const HEAD = 16;

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
  const level = (count: number) => Math.ceil((4 * count) / most);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure class="plot">
      <svg
        class="calendar"
        viewBox={`0 -${HEAD} ${weeks * (CELL + GAP)} ${7 * (CELL + GAP) + HEAD}`}
        role="img"
        aria-label={`${label}: ${many(total, 'turn')} on ${many(counts.size, 'day')}`}
        onPointerLeave={() => setAt('')}
      >
        {Array.from({ length: weeks * 7 }, (_, index) => {
          const [week, weekday] = [Math.floor(index / 7), index % 7];
          const time = monday - (weeks - 1 - week) * 7 * DAY + weekday * DAY;
          const day = isoDay(time);
          if (day > isoDay(today.getTime())) return null;
          // Over the first week that begins in a month.
          const isFirst = weekday === 0 && day.slice(-2) < '08';
          return (
            <Fragment key={day}>
              {isFirst && (
                <text class="axis" x={week * (CELL + GAP)} y="-5">
                  {new Date(time).toLocaleDateString(undefined, { month: 'short' })}
                </text>
              )}
              <rect
                class={`l${level(counts.get(day) ?? 0)}`}
                x={week * (CELL + GAP)}
                y={weekday * (CELL + GAP)}
                width={CELL}
                height={CELL}
                rx="2"
                onPointerEnter={() => setAt(day)}
              />
            </Fragment>
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>
          none <i class="scale" /> {many(most, 'turn')}
        </span>
        <span class="readout">{at ? `${dayLabel(at)}: ${many(counts.get(at) ?? 0, 'turn')}` : `${weeks} weeks`}</span>
      </figcaption>
    </figure>
  );
}
