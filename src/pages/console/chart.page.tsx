interface Bar {
  value: number;
  /** Shown while the pointer is on the bar. */
  title: string;
}

interface Props {
  /** Null leaves a gap: its value is not known. */
  bars: readonly (Bar | null)[];
  /** What the chart shows, for people who do not see it. */
  label: string;
  tone: 'good' | 'bad';
}

const barWidth = 8;
const gap = 2;
const height = 40;
/** The height of a bar with the value 0. It shows that the value is known. */
const leastLength = 1;

/** Bars on a scale that begins at 0 and ends with the greatest value. */
export const BarChart = ({ bars, label, tone }: Props) => {
  const most = Math.max(1, ...bars.map((bar) => bar?.value ?? 0));
  const width = bars.length * (barWidth + gap) - gap;
  return (
    <svg
      class={`chart ${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map((bar, i) => {
        if (!bar) return null;
        const length = Math.max(leastLength, Math.round((bar.value / most) * height));
        return (
          <rect x={i * (barWidth + gap)} y={height - length} width={barWidth} height={length}>
            <title>{bar.title}</title>
          </rect>
        );
      })}
    </svg>
  );
};
