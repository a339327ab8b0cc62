import type { ComponentChildren } from 'preact';
import { failureCauses } from '../../accounts/admin-access/event-cause';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { type Figures, figureRanges, type LabelCount } from '../../features/admin-installation/figures';
import { keysOf } from '../../platform/runtime/keys-of';
import type { ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import { type Series, StackedBars } from './chart.page';
import { nameOfMethod, SentenceText } from './console-parts.page';

interface Props {
  figures: Figures;
  context: ViewContext;
}

/** The parts of a bar with a color of their own. What is more is one part. */
const mostSeries = 6;

/** What happened in a range of time that the person chooses. */
export function FigureCharts({ figures, context }: Props) {
  const { words, frame } = context;
  const { overview, events } = words.console;
  const { range, bars, sinceTs, countedTs } = figures;
  const starts = bars.map(({ startTs }) => startTs);
  const texts = { table: overview.table, from: overview.from, none: overview.nothing };
  const isPartial = sinceTs === null || sinceTs > (starts[0] ?? sinceTs);
  const audit = (action: string) => `${frame.base}/console/audit?action=${action}`;
  const nameOfReason = (label: string): ComponentChildren => {
    if (label === 'limited' || label === 'shed') return events[label];
    return <SentenceText sentence={failureCauses(label)} context={context} />;
  };
  const nameOfSignIn = (label: string) => (label === 'unknown' ? overview.unknown : nameOfMethod(label, context));
  return (
    <>
      <div class="head">
        <nav class="ranges" aria-label={overview.range}>
          <ul class="links">
            {keysOf(figureRanges).map((name) => (
              <li>
                <a href={`${frame.base}/console?range=${name}`} aria-current={name === range ? 'true' : undefined}>
                  {overview.ranges[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p class="small quiet">
          {countedTs && (
            <>
              {overview.countedAt} <Time at={countedTs} locale={frame.locale} />.
            </>
          )}{' '}
          {isPartial &&
            (sinceTs ? (
              <>
                {overview.countedSince} <Time at={sinceTs} locale={frame.locale} />.
              </>
            ) : (
              overview.notCounted
            ))}
        </p>
      </div>
      <StackedBars
        id="sign-ins"
        title={overview.signIns}
        starts={starts}
        series={seriesOf(
          bars.map(({ signIns }) => signIns),
          (label) => ({ name: nameOfSignIn(label), href: audit(sessionActions.logged_in.name) }),
          overview.others,
        )}
        texts={texts}
        locale={frame.locale}
      />
      <StackedBars
        id="rejected"
        title={overview.rejected}
        starts={starts}
        series={seriesOf(
          bars.map(({ rejected }) => rejected),
          (label) => ({
            name: nameOfReason(label),
            href: label === 'limited' || label === 'shed' ? audit(label) : null,
          }),
          overview.others,
        )}
        texts={texts}
        locale={frame.locale}
      />
    </>
  );
}

/** The labels with the greatest sums first. */
function seriesOf(
  bars: readonly (readonly LabelCount[])[],
  textOf: (label: string) => Pick<Series, 'name' | 'href'>,
  others: string,
): Series[] {
  const labels = [...new Set(bars.flatMap((counts) => counts.map(({ label }) => label)))];
  const all = labels
    .map((label) => {
      const values = bars.map((counts) => counts.find((one) => one.label === label)?.count ?? 0);
      return { ...textOf(label), values, total: sumOf(values) };
    })
    .toSorted((a, b) => b.total - a.total);
  if (all.length <= mostSeries) return all;
  const rest = all.slice(mostSeries - 1);
  const values = bars.map((_, i) => sumOf(rest.map((one) => one.values[i] ?? 0)));
  return [...all.slice(0, mostSeries - 1), { name: others, href: null, values, total: sumOf(values) }];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** How many accounts there are, and what they have. */
export function AccountTiles({ figures: { accounts, bars, range }, context }: Props) {
  const { words, frame } = context;
  const { overview } = words.console;
  const number = (value: number) => value.toLocaleString(frame.locale);
  const share = (value: number, total: number) =>
    total === 0 ? '–' : (value / total).toLocaleString(frame.locale, { style: 'percent', maximumFractionDigits: 1 });
  const created = sumOf(bars.map(({ newAccounts }) => newAccounts));
  const tiles: [string, string, string?][] = [
    ...(accounts
      ? ([
          [overview.accounts, number(accounts.total), '/console/users'],
          [overview.active, number(accounts.active)],
        ] as [string, string, string?][])
      : []),
    [`${overview.newAccounts}: ${overview.ranges[range]}`, number(created), '/console/audit?action=registered'],
    ...(accounts
      ? ([
          [overview.verified, share(accounts.verified, accounts.total)],
          [overview.twoStep, share(accounts.twoStep, accounts.total)],
          [overview.passkey, share(accounts.passkey, accounts.total)],
        ] as [string, string][])
      : []),
  ];
  return (
    <>
      {tiles.map(([name, value, href]) => (
        <div>
          <dt>{href ? <a href={frame.base + href}>{name}</a> : name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {!accounts && (
        <div>
          <dt>{overview.accounts}</dt>
          <dd class="small quiet">{overview.notCounted}</dd>
        </div>
      )}
    </>
  );
}
