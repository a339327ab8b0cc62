import type { ComponentChildren } from 'preact';
import type { Locale } from '../../platform/request/locale';
import { Time } from '../kit/time.page';

/** A part of each bar. Its place in the list is its color. */
export interface Series {
  /** The text of the legend, and the head of the column of the table. */
  name: ComponentChildren;
  /** Where its events are. */
  href: string | null;
  total: number;
  values: readonly number[];
}

interface Props {
  id: string;
  title: string;
  /** The starts of the bars. */
  starts: readonly Date[];
  series: readonly Series[];
  texts: { table: string; from: string; none: string };
  locale: Locale;
}

const height = 320;
const barWidth = 10;
const gap = 2;
const lines = 4;

/** Stacked bars, with their numbers as a table. */
export function StackedBars(props: Props) {
  const { id, title, series, texts, locale } = props;
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {series.length === 0 ? (
        <p class="quiet">{texts.none}</p>
      ) : (
        <>
          <ul class="legend">
            {series.map(({ name, href, total }, i) => (
              <li>
                <span class={`key color-${i}`} aria-hidden="true" />
                {href ? <a href={href}>{name}</a> : name} <strong>{total.toLocaleString(locale)}</strong>
              </li>
            ))}
          </ul>
          <Plot {...props} />
          <details>
            <summary>{texts.table}</summary>
            <Numbers {...props} />
          </details>
        </>
      )}
    </section>
  );
}

function Plot({ title, starts, series, locale }: Props) {
  const sums = starts.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const step = stepOf(Math.max(...sums));
  return (
    <div class="plot">
      <div class="scale small quiet" aria-hidden="true">
        {Array.from({ length: lines + 1 }, (_, i) => (
          <span>{((lines - i) * step).toLocaleString(locale)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${starts.length * barWidth} ${height}`}
        preserveAspectRatio="none"
        class="bars"
        role="img"
        aria-label={title}
      >
        {Array.from({ length: lines + 1 }, (_, i) => (
          <line x1="0" x2={starts.length * barWidth} y1={(i * height) / lines} y2={(i * height) / lines} />
        ))}
        {starts.map((_, i) => (
          <Bar values={series.map(({ values }) => values[i] ?? 0)} x={i * barWidth} most={lines * step} />
        ))}
      </svg>
      <div class="scale times small quiet" aria-hidden="true">
        {[0, Math.floor((starts.length - 1) / 2), starts.length - 1].map(
          (i) => starts[i] && <Time at={starts[i]} locale={locale} />,
        )}
      </div>
    </div>
  );
}

const Numbers = ({ id, starts, series, texts, locale }: Props) => (
  <section class="scroll" aria-labelledby={id} tabindex={0}>
    <table>
      <thead>
        <tr>
          {[texts.from, ...series.map(({ name }) => name)].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {starts.map((start, i) => (
          <tr>
            <th scope="row">
              <Time at={start} locale={locale} />
            </th>
            {series.map(({ values }) => (
              <td>{(values[i] ?? 0).toLocaleString(locale)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function Bar({ values, x, most }: { values: readonly number[]; x: number; most: number }) {
  let top = height;
  return (
    <g>
      {values.map((value, i) => {
        if (value === 0) return null;
        const length = Math.max(1, Math.round((value / most) * height));
        top -= length;
        return <rect class={`color-${i}`} x={x + gap / 2} y={top} width={barWidth - gap} height={length} />;
      })}
    </g>
  );
}

/** The numbers between the lines: 1, 2 or 5 with zeros. */
function stepOf(most: number): number {
  const least = Math.max(1, most / lines);
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}
