// A number that grows, as an area.
import { useState } from 'preact/hooks';
import { across, count, dayLabel } from '../format.ts';
import { daysFrom } from './bars.tsx';

const WIDTH = 480;
const HEIGHT = 96;

export function Growth(props: { label: string; from: number; before: number; days: { day: string; count: number }[] }) {
  const [at, setAt] = useState(-1);
  const added = new Map(props.days.map(({ day, count: many }) => [day, many]));
  let sum = props.before;
  const points = daysFrom(props.from).map((day) => {
    sum += added.get(day) ?? 0;
    return { day, total: sum };
  });
  const most = Math.max(1, sum);
  const x = (index: number) => (index / Math.max(1, points.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 2 - (value / most) * (HEIGHT - 8);
  const line = points.map(({ total }, index) => `${x(index).toFixed(1)} ${y(total).toFixed(1)}`).join('L');
  const shown = points[at];
  return (
    <figure class="plot">
      <svg
        class="growth"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${props.label}: from ${count(props.before)} to ${count(sum)}`}
        onPointerMove={(event) => setAt(Math.round(across(event) * (points.length - 1)))}
        onPointerLeave={() => setAt(-1)}
      >
        <path class="area" d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} />
        <path class="line" d={`M${line}`} vector-effect="non-scaling-stroke" />
        {shown && <line class="limit" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />}
      </svg>
      <figcaption aria-hidden="true">
        <span>{points[0] && dayLabel(points[0].day)}</span>
        <span class="readout">{shown ? `${dayLabel(shown.day)}: ${count(shown.total)}` : ''}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
