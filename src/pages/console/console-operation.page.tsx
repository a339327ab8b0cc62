import type { ListedKey } from '../../accounts/tokens/key-ring';
import { auditEvents } from '../../features/admin-audit/admin-audit.operations';
import type { Explanation, NamedEvent } from '../../features/admin-audit/admin-audit.service';
import type { InstallationFinding } from '../../features/admin-installation/admin-installation.service';
import { messages as listMessages } from '../../features/admin-messages/admin-messages.operations';
import type { StatedMessage } from '../../features/admin-messages/admin-messages.service';
import type { TelCountry } from '../../features/tel/tel.answers';
import type { AppError } from '../../platform/errors/app-error';
import { errorTable } from '../../platform/errors/error-table';
import { nextCursorOf, type Page } from '../../platform/operations/answer';
import { rateLimits } from '../../platform/rate-limits/limit-table';
import { Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Pager } from '../kit/pager.page';
import { Time } from '../kit/time.page';
import {
  Aside,
  consolePage,
  Empty,
  Events,
  Heading,
  nameOf,
  PersonLink,
  SentenceText,
  Table,
  TextField,
  TimeCell,
} from './console-parts.page';
import { TelCountries } from './console-tel.page';
import type { UserAction } from './console-user.page';

interface AuditProps {
  query: URLSearchParams;
  /** Null if the search could not be read. */
  page: Page<NamedEvent> | null;
  problem: AppError | null;
}

export function ConsoleAuditPage({ query, page, problem }: AuditProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { audit } = words.console;
  const next = page && nextCursorOf(auditEvents.answer.page, page);
  return consolePage(
    context,
    { title: audit.title, section: 'audit' },
    <>
      <div class="head">
        <h1>{audit.title}</h1>
        <a href={`${frame.base}/console/requests`}>{words.console.request.title}</a>
      </div>
      <Problem problem={problem} words={words} />
      <AuditSearch query={query} problem={problem} context={context} />
      {page && page.items.length > 0 && <Events caption={audit.caption} events={page.items} ofMany context={context} />}
      {page && page.items.length === 0 && <Empty>{audit.empty}</Empty>}
      {page && <Pager path="/console/audit" query={query} next={next} {...context} />}
    </>,
  );
}

/** The codes are the same in every language. */
const errorCodes = Object.keys(errorTable).map((code) => [code, code] as const);
const rareAuditFilters = ['outcome', 'actor', 'network', 'since', 'until', 'reads'];

function AuditSearch({ query, problem, context }: Omit<AuditProps, 'page'> & { context: ViewContext }) {
  const { words, frame } = context;
  const { audit, events, any, search, clear, moreFilters } = words.console;
  const isOpen = rareAuditFilters.some((name) => query.get(name));
  const isSearch = isOpen || Boolean(query.get('user') || query.get('action'));
  const field = (name: 'user' | 'actor' | 'network' | 'since' | 'until') => ({
    name,
    label: audit[name],
    value: query.get(name),
    context,
    problem,
  });
  const actions = Object.entries(events).toSorted(([, one], [, other]) => one.localeCompare(other, frame.locale));
  return (
    <form action={`${frame.base}/console/audit`} class="card search stack">
      <div class="two">
        <TextField {...field('user')} hint={audit.userHint} />
        <SelectField name="action" label={audit.action} value={query.get('action')} options={[['', any], ...actions]} />
      </div>
      <details open={isOpen}>
        <summary>{moreFilters}</summary>
        <div class="two">
          <SelectField
            name="outcome"
            label={audit.outcome}
            value={query.get('outcome')}
            options={[['', any], ...Object.entries(audit.outcomes), ...errorCodes]}
          />
          <TextField {...field('actor')} />
          <TextField {...field('network')} hint={audit.networkHint} />
          <TextField {...field('since')} type="datetime-local" />
          <TextField {...field('until')} type="datetime-local" />
          <p class="check">
            <label>
              <input type="checkbox" name="reads" value="true" checked={query.has('reads')} /> {audit.reads}
            </label>
          </p>
        </div>
      </details>
      <div class="actions">
        <button type="submit">{search}</button>
        {isSearch && <a href={`${frame.base}/console/audit`}>{clear}</a>}
      </div>
    </form>
  );
}

interface RequestProps {
  id: string | undefined;
  /** Null before a search, and if nothing was found. */
  explanation: Explanation | null;
  problem: AppError | null;
}

export function ConsoleRequestPage({ id, explanation, problem }: RequestProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { request } = words.console;
  return consolePage(
    context,
    { title: request.title, section: 'audit' },
    <>
      <Heading title={request.title} lead={request.text} />
      <Problem problem={problem} words={words} own={{ NOT_FOUND: request.notFound }} />
      <form action={`${frame.base}/console/requests`} class="card search">
        <div class="actions end">
          <TextField name="id" field="requestId" label={request.id} value={id} context={context} problem={problem} />
          <button type="submit">{request.explain}</button>
        </div>
      </form>
      {explanation && (
        <>
          <Cause explanation={explanation} context={context} />
          <details class="stack">
            <summary>{request.details}</summary>
            <ul class="plain-list stack small">
              {explanation.sentences.facts.map((fact) => (
                <li dir="auto">
                  <SentenceText sentence={fact} context={context} />
                </li>
              ))}
            </ul>
            <Events
              caption={request.events}
              events={explanation.events}
              ofMany
              explained={explanation.requestId}
              context={context}
            />
          </details>
        </>
      )}
    </>,
  );
}

/** What the super admin can do for the person. With `isAll`, the advice speaks to the person alone. */
function helpOf({ events }: Explanation) {
  const { user: person, outcome, details } = events.find((event) => event.outcome !== 'success') ?? {};
  if (!person) return null;
  const help = (action: UserAction, isAll = false) => ({ person, action, isAll });
  if (person.disabled) return outcome === 'ACCOUNT_DISABLED' ? help('enable', true) : null;
  if (outcome === 'EMAIL_NOT_VERIFIED' && !person.emailVerified) return help('verify-email', true);
  if (outcome === 'INVALID_CREDENTIALS') return help('password-reset');
  return rateLimits.find(details?.limit ?? '')?.counter ? help('lift-limits') : null;
}

/** Why it was rejected and what helps, before everything else. */
function Cause({ explanation, context }: { explanation: Explanation; context: ViewContext }) {
  const { cause, advice } = explanation.sentences;
  const { request, actions } = context.words.console;
  const help = helpOf(explanation);
  const people = new Map(
    explanation.events.flatMap(({ user, actor }) => [user, actor].flatMap((one) => (one ? [[one.id, one]] : []))),
  );
  return (
    <section class="card stack" aria-labelledby="cause">
      <h2 id="cause">
        <SentenceText sentence={cause} context={context} />
      </h2>
      {advice && !help?.isAll && (
        <p>
          <strong>{request.advice}</strong> <SentenceText sentence={advice} context={context} />
        </p>
      )}
      {help && (
        <p>
          <a class="button" href={`${context.frame.base}/console/users/${help.person.id}/${help.action}`} dir="auto">
            {nameOf(help.person)} → {actions[help.action].action}
          </a>
        </p>
      )}
      {[...people].map(([id, person]) => (
        <p>
          <PersonLink id={id} person={person} withAddress base={context.frame.base} />
        </p>
      ))}
    </section>
  );
}

interface MailsProps {
  query: URLSearchParams;
  page: Page<StatedMessage> | null;
  countries: readonly TelCountry[];
  notice: 'retried' | 'resumed' | null;
  problem: AppError | null;
}

export function ConsoleMailsPage(
  { query, page, countries, notice, problem }: MailsProps,
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { mails } = words.console;
  const state = query.get('state');
  const path = `${frame.base}/console/mails`;
  const next = page && nextCursorOf(listMessages.answer.page, page);
  const head = [mails.created, mails.to, mails.state, <span class="unseen">{mails.retry}</span>];
  return consolePage(
    context,
    { title: mails.title, section: 'mails' },
    <>
      <Heading title={mails.title} lead={mails.text} />
      {notice && <Note>{notice === 'resumed' ? words.console.tel.resumed : mails[notice]}</Note>}
      <Problem problem={problem} words={words} own={{ CONFLICT: mails.conflict }} />
      <nav aria-label={mails.state}>
        <ul class="nav row">
          {(['all', 'waiting', 'failed'] as const).map((one) => (
            <li>
              <a
                href={one === 'all' ? path : `${path}?state=${one}`}
                aria-current={(state ?? 'all') === one ? 'true' : undefined}
              >
                {mails[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page && page.items.length > 0 && (
        <Table caption={mails.caption} head={head}>
          {page.items.map((message) => (
            <MailRow message={message} path={path} context={context} />
          ))}
        </Table>
      )}
      {page && page.items.length === 0 && <Empty>{state ? mails.emptyState : mails.empty}</Empty>}
      {page && <Pager path="/console/mails" query={query} next={next} {...context} />}
      {countries.length > 0 && <TelCountries countries={countries} context={context} />}
    </>,
  );
}

function MailRow({ message, path, context }: { message: StatedMessage; path: string; context: ViewContext }) {
  const { words, frame } = context;
  const { mails } = words.console;
  const { id, channel, createdTs, recipient, template, attempts, problem, dueTs, userId, state } = message;
  return (
    <tr>
      <TimeCell at={createdTs} context={context} />
      <th scope="row" dir="auto">
        {userId ? <a href={`${frame.base}/console/users/${userId}`}>{recipient}</a> : recipient}
        <code class="small quiet">{template}</code>
      </th>
      <td>
        <span class={`tag ${state === 'failed' ? 'bad' : ''}`}>{mails[state]}</span>
        {/* The texts are about mail servers. */}
        {problem && <Aside>{channel === 'sms' ? <code>{problem}</code> : mails.problems[problem]}</Aside>}
        {attempts > 0 && <Aside>{mails.attempts(attempts)}</Aside>}
        {dueTs && attempts > 0 && (
          <Aside>
            {mails.nextAttempt} <Time at={dueTs} locale={frame.locale} />
          </Aside>
        )}
      </td>
      <td>
        <Form action={`${path}/${id}`}>
          <button type="submit" class="plain" aria-label={mails.retryLabel(recipient)}>
            {mails.retry}
          </button>
        </Form>
      </td>
    </tr>
  );
}

export function ConsoleKeysPage({ keys }: { keys: readonly ListedKey[] }, context: ViewContext): Content {
  const { keys: texts } = context.words.console;
  const head = [texts.kid, texts.alg, texts.state, texts.created, texts.signsFrom, texts.retired];
  return consolePage(
    context,
    { title: texts.title, section: 'keys' },
    <>
      <Heading title={texts.title} lead={texts.text} />
      <Table caption={texts.caption} head={head}>
        {keys.map(({ kid, alg, state, createdTs, signsFromTs, retiredTs }) => (
          <tr>
            <th scope="row">
              <code>{kid}</code>
            </th>
            <td>{alg}</td>
            <td>
              <span class={`tag ${state === 'signing' ? 'good' : state === 'revoked' ? 'bad' : ''}`}>
                {texts.states[state]}
              </span>
            </td>
            <TimeCell at={createdTs} context={context} />
            <TimeCell at={signsFromTs} context={context} />
            <TimeCell at={retiredTs} context={context} />
          </tr>
        ))}
      </Table>
    </>,
  );
}

const verdictLooks = { ok: 'good', warning: 'warn', failure: 'bad', skipped: '' } as const;

export function ConsoleFindingsPage(
  { findings }: { findings: readonly InstallationFinding[] },
  context: ViewContext,
): Content {
  const { checks } = context.words;
  const { findings: texts } = context.words.console;
  return consolePage(
    context,
    { title: texts.title, section: 'findings' },
    <>
      <Heading title={texts.title} lead={texts.text} />
      <ul class="card rows">
        {findings.map(({ check, verdict, sentence }) => (
          <li>
            <div>
              <h2 class="row-name">
                {checks.names[check] ?? check}{' '}
                <span class={`tag ${verdictLooks[verdict]}`}>{texts.verdicts[verdict]}</span>
              </h2>
              <p class="quiet">
                <SentenceText sentence={sentence} context={context} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>,
  );
}
