import type { ListedSession } from '../../accounts/sessions/session.answers';
import type { AppError } from '../../platform/errors/app-error';
import { deviceName, isHandheld } from '../../platform/request/device-name';
import { Note, Problem } from '../kit/form.page';
import { Icon } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import { type AccountFrame, accountPage, DeleteKeys } from './account-shell.page';

type SessionWords = Words['account']['sessions'];
export type SessionsNote = keyof SessionWords['done'];

interface SessionsProps extends AccountFrame {
  sessions: readonly ListedSession[];
  /** The cursor of the next page. */
  next: string | null;
  isFirst: boolean;
  /** How many API keys the person has. */
  keys: number;
  note: SessionsNote | null;
  problem: AppError | null;
}

const nameOf = (userAgent: string | null, words: SessionWords): string => {
  const { browser, system } = deviceName(userAgent);
  return browser && system ? words.device(browser, system) : (browser ?? system ?? words.unknownDevice);
};

export function SessionsPage(props: SessionsProps, context: ViewContext): Content {
  const { sessions, next, isFirst, keys, note, problem, nav } = props;
  const { words, frame } = context;
  const texts = words.account.sessions;
  const path = `${frame.base}/account/sessions`;
  const hasOthers = !isFirst || next !== null || sessions.some(({ current }) => !current);
  return accountPage(
    context,
    { title: texts.title, section: '/account/sessions', nav },
    <>
      {note && <Note>{texts.done[note]}</Note>}
      <Problem problem={problem} words={words} own={{ NOT_FOUND: texts.ended }} />
      <section class="card stack">
        <p class="quiet">{hasOthers ? texts.text : texts.none}</p>
        {sessions.length > 0 ? (
          <ul class="rows">
            {sessions.map((session) => (
              <SessionRow session={session} path={path} context={context} />
            ))}
          </ul>
        ) : (
          <p class="empty">{texts.noMore}</p>
        )}
        {(next !== null || !isFirst) && (
          <ul class="links">
            {!isFirst && (
              <li>
                <a href={path}>{texts.first}</a>
              </li>
            )}
            {next !== null && (
              <li>
                <a href={`${path}?after=${encodeURIComponent(next)}`} rel="next">
                  {texts.next}
                </a>
              </li>
            )}
          </ul>
        )}
      </section>
      {hasOthers && !frame.acting && (
        <details>
          <summary>{texts.endOthers}</summary>
          <form method="post" action={`${path}/end-others`} class="stack">
            <p>{texts.endOthersText}</p>
            <DeleteKeys count={keys} words={words} />
            <button type="submit" class="danger">
              {texts.endOthers}
            </button>
          </form>
        </details>
      )}
    </>,
  );
}

interface RowProps {
  session: ListedSession;
  path: string;
  context: ViewContext;
}

function SessionRow({ session, path, context: { words, frame } }: RowProps) {
  const texts = words.account.sessions;
  const { id, current, userAgent, ip, lastUsedTs, impersonated, clientName } = session;
  const device = nameOf(userAgent, texts);
  const name = clientName ?? device;
  return (
    <li>
      <Icon name={isHandheld(userAgent) ? 'phone' : 'laptop'} />
      <div>
        <h2 class="row-name">
          <bdi>{name}</bdi> {current && <span class="tag good">{texts.current}</span>}
          {impersonated && <span class="tag warn">{texts.impersonated}</span>}
        </h2>
        <p class="quiet small">
          {clientName && `${device} · `}
          {ip ?? texts.unknownAddress} · {texts.lastUsed} <Time at={lastUsedTs} locale={frame.locale} />
        </p>
      </div>
      {!current && !frame.acting && (
        <form method="post" action={`${path}/end`}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" class="second" aria-label={`${texts.end}: ${name}`}>
            {texts.end}
          </button>
        </form>
      )}
    </li>
  );
}
