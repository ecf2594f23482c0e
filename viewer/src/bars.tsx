// A bar chart with one bar per day, as inline SVG.

const WIDTH = 720;
const HEIGHT = 140;
const FOOT = 18;
const LEFT = 44;

export function Bars(props: { label: string; days: string[]; values: number[]; write(value: number): string }) {
  const most = nice(Math.max(0, ...props.values));
  const step = (WIDTH - LEFT) / props.values.length;
  const scale = (value: number) => (most === 0 ? 0 : ((HEIGHT - FOOT - 8) * value) / most);
  const total = props.values.reduce((sum, value) => sum + value, 0);
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${props.label}: ${props.write(total)} in total`}
    >
      {[0.5, 1].map((part) => {
        const y = HEIGHT - FOOT - scale(most * part);
        return (
          <g key={part}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={y} y2={y} />
            <text class="axis" x={LEFT - 6} y={y + 3} text-anchor="end">
              {most > 0 ? short(most * part) : ''}
            </text>
          </g>
        );
      })}
      <line class="base" x1={LEFT} x2={WIDTH} y1={HEIGHT - FOOT + 0.5} y2={HEIGHT - FOOT + 0.5} />
      {props.values.map((value, index) => {
        const height = value > 0 ? Math.max(2, scale(value)) : 0;
        const day = props.days[index] ?? '';
        return (
          <g key={day}>
            <rect
              class="bar"
              x={LEFT + index * step + step * 0.15}
              y={HEIGHT - FOOT - height}
              width={step * 0.7}
              height={height}
              rx="1.5"
            >
              <title>{`${day}: ${props.write(value)}`}</title>
            </rect>
            {index % 7 === (props.days.length - 1) % 7 && (
              <text
                class="axis"
                x={index === props.days.length - 1 ? WIDTH : LEFT + index * step + step / 2}
                y={HEIGHT - 4}
                text-anchor={index === props.days.length - 1 ? 'end' : 'middle'}
              >
                {label(day)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const label = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

/** Rounds up to 1, 2 or 5 times a power of ten. */
function nice(value: number): number {
  if (value <= 0) return 0;
  const ten = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * ten).find((step) => step >= value) ?? value;
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  if (value >= 1000) return `${value / 1000} k`;
  return String(Number(value.toPrecision(2)));
}
