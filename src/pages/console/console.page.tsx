import type { ComponentChildren } from 'preact';
import type { ListedKey } from '../../accounts/tokens/key-ring';
import type { InstallationFinding } from '../../features/admin-installation/admin-installation.service';
import type { Figures } from '../../features/admin-installation/figures';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import { AccountTiles, FigureCharts } from './console-figures.page';
import { consolePage, Heading, SentenceText, TextField } from './console-parts.page';

interface OverviewProps {
  findings: readonly InstallationFinding[];
  keys: readonly ListedKey[];
  /** The mails of the first page, and whether there are more. */
  mails: { waiting: Counted; failed: Counted };
  figures: Figures;
}

/** A number, or the least that it is. */
export interface Counted {
  count: number;
  hasMore: boolean;
}

/** Answers the question of an operator: is all well? */
export function ConsoleOverviewPage(props: OverviewProps, context: ViewContext): Content {
  const { keys, mails, figures } = props;
  const { words, frame } = context;
  const { overview } = words.console;
  const numberText = ({ count, hasMore }: Counted) =>
    hasMore ? overview.atLeast(String(count)) : count.toLocaleString(frame.locale);
  const signing = keys.find(({ state }) => state === 'signing');
  return consolePage(
    context,
    { title: overview.title, section: 'overview' },
    <>
      <Verdict {...props} context={context} />
      <dl class="figures">
        <AccountTiles figures={figures} context={context} />
        <Figure name={overview.waitingMails} href={`${frame.base}/console/mails?state=waiting`}>
          {numberText(mails.waiting)}
        </Figure>
        <Figure name={overview.failedMailsShort} href={`${frame.base}/console/mails?state=failed`}>
          {numberText(mails.failed)}
        </Figure>
        {signing && (
          <Figure name={overview.signsSince} href={`${frame.base}/console/keys`}>
            <Time at={signing.signsFromTs} locale={frame.locale} />
          </Figure>
        )}
      </dl>
      <form action={`${frame.base}/console/users`} class="card search">
        <div class="actions end">
          <TextField name="text" label={overview.find} context={context} />
          <button type="submit">{words.console.search}</button>
        </div>
      </form>
      <FigureCharts figures={figures} context={context} />
    </>,
  );
}

/** What needs attention, or that nothing does. */
function Verdict({ findings, mails, context }: OverviewProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { overview, findings: texts } = words.console;
  const bad = findings.filter(({ verdict }) => verdict === 'failure' || verdict === 'warning');
  const problems = bad.length + (mails.failed.count > 0 ? 1 : 0);
  if (problems === 0) {
    const checks = findings.filter(({ verdict }) => verdict === 'ok').length;
    return <Heading title={overview.well} lead={overview.wellText(checks)} />;
  }
  return (
    <>
      <h1>{overview.problems(problems)}</h1>
      <ul class="card rows">
        {mails.failed.count > 0 && (
          <li>
            <span>
              <span class="tag bad">{texts.verdicts.failure}</span> {overview.failedMails}
            </span>
            <a href={`${frame.base}/console/mails?state=failed`}>{overview.showMails}</a>
          </li>
        )}
        {bad.map(({ check, verdict, sentence }) => (
          <li>
            <span>
              <span class={`tag ${verdict === 'failure' ? 'bad' : 'warn'}`}>{texts.verdicts[verdict]}</span>{' '}
              {words.checks.names[check] ?? check}: <SentenceText sentence={sentence} context={context} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const Figure = ({ name, href, children }: { name: string; href: string; children: ComponentChildren }) => (
  <div>
    <dt>
      <a href={href}>{name}</a>
    </dt>
    <dd>{children}</dd>
  </div>
);
