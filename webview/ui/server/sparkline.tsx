import type { JSX } from 'preact';

const [width, height] = [120, 20];

/** A few numbers over time, as a line without axes: the newest stands beside it as text. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }): JSX.Element {
  const most = 1.2 * Math.max(...values, Number.EPSILON);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(height - (value / most) * height).toFixed(1)}`,
  );
  return (
    <svg
      class="sparkline wide-only"
      viewBox={`0 -1 ${width} ${height + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
