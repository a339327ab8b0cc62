import { type ActivityHour, startsAt } from '../../features/admin-installation/activity';
import type { ViewContext } from '../kit/layout.page';
import { BarChart } from './chart.page';

/** The numbers, the action of the audit that a link leads to, and the color. */
const series = [
  ['logins', 'logged_in', 'good'],
  ['registrations', 'registered', 'good'],
  ['failedLogins', 'login_failed', 'bad'],
  ['limited', 'limited', 'bad'],
] as const;
type SeriesName = (typeof series)[number][0];

interface Props {
  hours: readonly ActivityHour[];
  context: ViewContext;
}

interface SeriesProps extends Props {
  /** The starts of all hours, also of those that are not counted. In ms since 1970. */
  starts: readonly number[];
  name: SeriesName;
  tone: 'good' | 'bad';
}

/** What happened in the last 24 hours: a number, and a bar for each hour. */
export function Activity({ hours, context }: Props) {
  const { words, frame } = context;
  const { overview } = words.console;
  const newest = hours.at(-1);
  const starts = newest ? startsAt(newest.startTs) : [];
  return (
    <section class="card stack" aria-labelledby="activity">
      <h2 id="activity">{overview.lastDay}</h2>
      {(!newest || hours.length < starts.length) && <p class="quiet">{overview.notCounted}</p>}
      {newest && (
        <dl class="figures charts">
          {series.map(([name, action, tone]) => (
            <div>
              <dt>
                <a href={`${frame.base}/console/audit?action=${action}`}>{overview[name]}</a>
              </dt>
              <Numbers hours={hours} starts={starts} name={name} tone={tone} context={context} />
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Numbers({ hours, starts, name, tone, context }: SeriesProps) {
  const { words, frame } = context;
  const { overview } = words.console;
  const textOf = (value: number, hasMore: boolean) => {
    const text = value.toLocaleString(frame.locale);
    return hasMore ? overview.atLeast(text) : text;
  };
  const total = hours.reduce((sum, hour) => sum + hour[name], 0);
  const totalText = textOf(
    total,
    hours.some(({ hasMore }) => hasMore),
  );
  const busiest = hours.reduce((most, hour) => (hour[name] > most[name] ? hour : most));
  const timeOf = (startMs: number) => `${new Date(startMs).toISOString().slice(11, 16)} UTC`;
  const mostText = overview.most(textOf(busiest[name], busiest.hasMore), timeOf(busiest.startTs.getTime()));
  const bars = starts.map((startMs) => {
    const hour = hours.find(({ startTs }) => startTs.getTime() === startMs);
    return hour ? { value: hour[name], title: `${timeOf(startMs)}: ${textOf(hour[name], hour.hasMore)}` } : null;
  });
  return (
    <dd>
      {totalText}
      {total > 0 && (
        <>
          <BarChart bars={bars} tone={tone} label={`${overview[name]}: ${totalText}, ${mostText}`} />
          <span class="quiet small">{mostText}</span>
        </>
      )}
    </dd>
  );
}
