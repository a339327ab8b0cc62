import type { ComponentChildren } from 'preact';
import { causeOf } from '../../accounts/admin-access/event-cause';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { isNamePending } from '../../accounts/users/name-of-address';
import type { User } from '../../accounts/users/user';
import type { NamedEvent } from '../../features/admin-audit/admin-audit.service';
import type { AuditDetails } from '../../platform/audit/audit-event';
import { requestActions } from '../../platform/audit/requests.audit';
import type { AppError } from '../../platform/errors/app-error';
import { deviceName } from '../../platform/request/device-name';
import { toCamelCase } from '../../platform/runtime/camel-case';
import { type Sentence, textOf } from '../../platform/runtime/sentence';
import { Fact } from '../kit/fact.page';
import { Check, type CheckProps, Form, Problem } from '../kit/form.page';
import { Icon, MenuLink } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { OwnProblemTexts } from '../kit/problem-text';
import { labelOf } from '../kit/provider';
import { Time } from '../kit/time.page';
import { translationsIn } from '../words/translations';

const sections = [
  ['overview', '/console', 'chart'],
  ['users', '/console/users', 'users'],
  ['organizations', '/console/organizations', 'building'],
  ['clients', '/console/clients', 'apps'],
  ['webhooks', '/console/webhooks', 'bolt'],
  ['audit', '/console/audit', 'list'],
  ['mails', '/console/mails', 'mail'],
  ['keys', '/console/keys', 'key'],
  ['findings', '/console/findings', 'pulse'],
] as const;
type ConsoleSection = (typeof sections)[number][0];

interface ShellProps {
  title: string;
  section: ConsoleSection;
  /** Whether the page shows what is stored nowhere. */
  shownOnce?: boolean;
}

/** What all pages of the console have in common. */
export function consolePage(
  { words, frame }: ViewContext,
  { title, section, shownOnce = false }: ShellProps,
  children: ComponentChildren,
): Content {
  const { nav } = words.console;
  const { common } = words;
  return {
    title: `${title} – ${words.console.title}`,
    wide: true,
    shownOnce,
    menu: (
      <nav aria-label={common.account}>
        <ul class="links">
          {frame.areas.includes('account') && (
            <li>
              <MenuLink href={`${frame.base}/account`} icon="user" label={common.account} />
            </li>
          )}
          <li>
            <MenuLink href={`${frame.base}/logout`} icon="out" label={common.signOut} />
          </li>
        </ul>
      </nav>
    ),
    body: (
      <div class="columns">
        <nav class="no-print" aria-label={nav.label}>
          <ul class="nav">
            {sections
              .filter(([name]) => name !== 'organizations' || frame.hasOrganizations)
              .map(([name, path, icon]) => (
                <li>
                  <a href={frame.base + path} aria-current={name === section ? 'page' : undefined}>
                    <Icon name={icon} />
                    {nav[name]}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <div class="stack-wide">{children}</div>
      </div>
    ),
  };
}

/** The heading of a page, with what it is about. */
export const Heading = ({ title, lead, dir }: { title: string; lead: ComponentChildren; dir?: 'auto' | 'ltr' }) => (
  <div>
    <h1>{title}</h1>
    <p class="lead" dir={dir}>
      {lead}
    </p>
  </div>
);

interface ShownOnceProps extends ShellProps {
  /** What was made, for example the name of a client. */
  about: string;
  text: string;
  /** Leads to the page of what was made. */
  open: { path: string; label: string };
}

/** Shows what is stored nowhere, such as a secret: the answer to a form is this page and no redirect. */
export const shownOncePage = (
  context: ViewContext,
  { title, section, about, text, open }: ShownOnceProps,
  children: ComponentChildren,
): Content =>
  consolePage(
    context,
    { title, section, shownOnce: true },
    <div class="card stack-wide">
      <Heading title={title} lead={about} dir="auto" />
      <p role="status">{text}</p>
      {children}
      <p>
        <a href={context.frame.base + open.path}>{open.label}</a>
      </p>
    </div>,
  );

interface FormPageProps extends ShellProps {
  /** By default only the title. */
  heading?: ComponentChildren;
  /** Between the problem and the form. */
  text?: ComponentChildren;
  problem: AppError | null;
  own?: OwnProblemTexts | undefined;
  /** Where the form is sent. */
  action: string;
  /** The page that the person comes from. */
  cancel: string;
  /** Of the button. */
  label: string;
  /** Which button it is, if the path takes several forms. */
  intent?: string;
  isDangerous?: boolean;
  /** Whether the fields need the whole width. */
  isWide?: boolean;
}

/** A page with one form. The children are in the form. */
export function formPage(context: ViewContext, props: FormPageProps, children: ComponentChildren): Content {
  const { title, heading = <h1>{title}</h1>, text, problem, own, action, cancel, label } = props;
  const { words } = context;
  const intent = props.intent === undefined ? {} : { name: 'intent', value: props.intent };
  return consolePage(
    context,
    props,
    <div class={props.isWide ? 'card stack-wide' : 'card narrow stack-wide'}>
      {heading}
      <Problem problem={problem} words={words} {...(own && { own })} />
      {text}
      <Form action={action}>
        {children}
        <div class="actions">
          <button type="submit" class={props.isDangerous ? 'danger' : undefined} {...intent}>
            {label}
          </button>
          <a href={cancel}>{words.common.cancel}</a>
        </div>
      </Form>
    </div>,
  );
}

interface TableProps {
  caption: string;
  head: readonly ComponentChildren[];
  /** Whether a heading above the table has the same text. */
  isTitled?: boolean;
  children: ComponentChildren;
}

/** A table that scrolls in its own region, which the keyboard reaches. */
export const Table = ({ caption, head, isTitled = false, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region only if it can have the focus
  <section class="scroll" aria-label={caption} tabIndex={0}>
    <table>
      <caption class={isTitled ? 'unseen' : undefined}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

/** A time of a list of facts. */
export const TimeFact = ({ name, at, context }: { name: string; at: Date | null; context: ViewContext }) =>
  at && (
    <Fact name={name}>
      <Time at={at} locale={context.frame.locale} />
    </Fact>
  );

/** A time in a row of a table. */
export const TimeCell = ({ at, context }: { at: Date | null; context: ViewContext }) => (
  <td class="nowrap">{at && <Time at={at} locale={context.frame.locale} />}</td>
);

/** What a row says beside its first words. */
export const Aside = ({ children, ...rest }: { children: ComponentChildren; dir?: 'auto'; lang?: 'en' }) => (
  <span class="small quiet" {...rest}>
    {' '}
    {children}
  </span>
);

export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

/** What a form shows: the texts of its fields, and what is wrong with them. */
export interface FormState {
  values: Readonly<Record<string, string | undefined>>;
  context: ViewContext;
  problem: AppError | null;
}

interface FieldProps {
  name: string;
  label: string;
  context: ViewContext;
  /** The field of the input of the operation, if it has another name than in camelCase. */
  field?: string;
  value?: string | null | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | 'datetime-local';
  hint?: string;
  required?: boolean;
  problem?: AppError | null;
}

/** A field of a search or of an account, with its hint and problem. */
export function TextField(props: FieldProps) {
  const { name, label, context, value, type = 'text', hint, required = false, problem } = props;
  const field = props.field ?? toCamelCase(name);
  const isInvalid = problem?.fields.some((one) => one.field === field) ?? false;
  const described = [hint && `${name}-hint`, isInvalid && `${name}-invalid`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        // Preact's types describe each type of input on its own.
        type={type as 'text'}
        value={value ?? undefined}
        required={required}
        autocomplete="off"
        spellcheck={false}
        dir={type === 'datetime-local' ? undefined : 'auto'}
        aria-invalid={isInvalid || undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
      {isInvalid && <Invalid name={name} field={field} context={context} />}
    </div>
  );
}

/** The first and the last name, in one row where there is room. */
export function NameFields({ values, ...common }: FormState) {
  const { fields } = common.context.words.common;
  return (
    <div class="two">
      <TextField name="first_name" label={fields.firstName} value={values.first_name} {...common} />
      <TextField name="last_name" label={fields.lastName} value={values.last_name} {...common} />
    </div>
  );
}

type ReasonProps = Pick<FieldProps, 'value' | 'context'> & { problem: AppError | null };

/** Why a super admin changes an account. */
export function ReasonField({ value, context, problem }: ReasonProps) {
  const { stated } = context.words.console;
  const common = { context, problem };
  return <TextField name="reason" label={stated.reason} hint={stated.reasonHint} value={value} {...common} />;
}

function invalidText(field: string, { words }: ViewContext): string {
  const texts: Readonly<Record<string, string>> = { ...words.common.invalid, ...words.console.invalid };
  return texts[field] ?? words.common.invalid.other;
}

/** What is wrong with a field. */
export const Invalid = ({ name, field, context }: { name: string; field: string; context: ViewContext }) => (
  <p id={`${name}-invalid`} class="invalid">
    {invalidText(field, context)}
  </p>
);

interface LinesFieldProps {
  name: string;
  /** As of a `TextField`. */
  field?: string;
  label: string;
  hint: string;
  value: string | undefined;
  /** For a picture: the label of the button with which the script fills the field from a file. */
  picture?: string;
  context: ViewContext;
  problem: AppError | null;
}

/** Several texts, each on a line of its own, or a text that is long. */
export function LinesField(props: LinesFieldProps) {
  const { name, field = toCamelCase(name), label, hint, value, picture, context, problem } = props;
  const isInvalid = problem?.fields.some((one) => one.field === field) ?? false;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <textarea
        id={name}
        name={name}
        rows={3}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${name}-hint ${name}-invalid` : `${name}-hint`}
      >
        {value}
      </textarea>
      <p id={`${name}-hint`} class="hint">
        {hint}
      </p>
      {picture && (
        <input
          type="file"
          accept="image/png,image/webp,image/svg+xml"
          aria-label={picture}
          data-fills={name}
          data-as="url"
          hidden
        />
      )}
      {isInvalid && <Invalid name={name} field={field} context={context} />}
    </div>
  );
}

interface CheckFieldProps extends Pick<CheckProps, 'name' | 'label' | 'hint' | 'checked'> {
  /** The field of the input of the operation, if it can be wrong. */
  field?: string;
  context?: ViewContext;
  problem?: AppError | null;
}

export function CheckField({ field, context, problem, ...shown }: CheckFieldProps) {
  const isInvalid = problem?.fields.some((one) => one.field === field) ?? false;
  return <Check {...shown} invalid={isInvalid && field && context && invalidText(field, context)} />;
}

/** Whether a person who is disabled gets a mail. */
export function NotifyField({ checked, context }: { checked: boolean; context: ViewContext }) {
  const { stated } = context.words.console;
  return <CheckField name="notify" label={stated.notify} hint={stated.notifyHint} checked={checked} />;
}

/** The states of an account that an operator wants to see. */
export function States({ user, words }: { user: User & { deletionDueTs?: Date | null }; words: ViewContext['words'] }) {
  const { states } = words.console;
  const state = user.deletionDueTs ? 'deleted' : user.disabled ? 'disabled' : null;
  if (!state && user.emailVerified && !user.isSuperAdmin && user.roles.length === 0) return null;
  return (
    <span class="tags">
      {state && <span class="tag bad">{states[state]}</span>}
      {!user.emailVerified && <span class="tag warn">{states.unverified}</span>}
      {user.isSuperAdmin && <span class="tag good">{states.superAdmin}</span>}
      {user.roles.map((role) => (
        <span class="tag">{role}</span>
      ))}
    </span>
  );
}

export const nameOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email;

/** The name and the address of a person, or the address of one who has not said the name. */
export const whoIs = (managed: ManagedUser, { console: { users } }: ViewContext['words']): readonly [string, string] =>
  isNamePending(managed) ? [managed.email, users.namePending] : [nameOf(managed), managed.email];

interface EventsProps {
  caption: string;
  events: readonly NamedEvent[];
  /** Whether the events are of several users. */
  ofMany: boolean;
  /** The request that the page explains. */
  explained?: string;
  context: ViewContext;
}

export function Events({ caption, events, ofMany, explained, context }: EventsProps) {
  const { audit } = context.words.console;
  const head = [audit.time, audit.event, ...(ofMany ? [audit.about] : []), audit.from, audit.request];
  return (
    <Table caption={caption} head={head} isTitled={!ofMany}>
      {events.map((event) => (
        <EventRow event={event} ofMany={ofMany} explained={explained} context={context} />
      ))}
    </Table>
  );
}

interface EventRowProps {
  event: NamedEvent;
  ofMany: boolean;
  explained: string | undefined;
  context: ViewContext;
}

function EventRow({ event, ofMany, explained, context }: EventRowProps) {
  const { words, frame } = context;
  const { audit, events, times } = words.console;
  const { action, outcome, count, lastTs, userId, details } = event;
  const requestId = event.requestIds.at(-1);
  const isRejected = outcome !== 'success';
  // Every login with a second factor has this line.
  const isFailure = isRejected && action !== requestActions.second_factor_required.name;
  const texts: Readonly<Record<string, string>> = events;
  // A newer version may have actions that this one does not know.
  const happened = texts[action] ?? action;
  const by = methodText(details, context);
  const cause = causeOf(event);
  const code = isRejected ? outcome : details.operation;
  return (
    <tr>
      <TimeCell at={lastTs} context={context} />
      <td>
        {isFailure ? <span class="bad">{happened}</span> : happened}
        {count > 1 && <> ({times(count)})</>}
        {by && <Aside dir="auto">{by}</Aside>}
        {cause ? (
          <Aside dir="auto">
            <SentenceText sentence={cause} context={context} />
          </Aside>
        ) : (
          code && <Aside lang="en">{code}</Aside>
        )}
        {event.actorId && (
          <Aside>
            {audit.by} <ActorLink event={event} withAddress base={frame.base} />
          </Aside>
        )}
        {details.statedReason && (
          <Aside>
            {audit.reason} <q dir="auto">{details.statedReason}</q>
          </Aside>
        )}
      </td>
      {ofMany && <td>{userId && <PersonLink id={userId} person={event.user} withAddress base={frame.base} />}</td>}
      <td>
        {event.ip ?? event.network ?? (count > 1 ? audit.manyNetworks : audit.command)}
        {event.userAgent && <Aside dir="auto">{deviceText(event.userAgent)}</Aside>}
      </td>
      <td>
        {requestId && requestId !== explained && (
          <a
            href={`${frame.base}/console/requests?id=${encodeURIComponent(requestId)}`}
            aria-label={audit.explainLabel(lastTs.toISOString())}
          >
            {audit.explain}
          </a>
        )}
      </td>
    </tr>
  );
}

/** How somebody signed in, or which second factor an event is about. Null if it has no such detail. */
function methodText({ method, factor }: AuditDetails, { words, frame }: ViewContext): string | null {
  const { factors } = words.console;
  const texts = [
    method !== undefined && nameOfMethod(method, { words, frame }),
    factor !== undefined && (named(factors, factor) ?? factor),
  ];
  return texts.filter(Boolean).join(' + ') || null;
}

/** A password, a passkey, a code by mail or a provider. */
export const nameOfMethod = (method: string, { words, frame }: ViewContext): string | undefined =>
  named(words.console.methods, method) ?? labelOf(frame.providers, method);

const named = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

interface PersonLinkProps {
  id: string;
  person: Pick<User, 'email' | 'firstName' | 'lastName'> | null;
  withAddress?: boolean;
  base: string;
}

/** An erased account has only its id. */
export function PersonLink({ id, person, withAddress = false, base }: PersonLinkProps) {
  if (!person) return <span class="mono">{shortId(id)}</span>;
  return (
    <a href={`${base}/console/users/${id}`} dir="auto">
      {nameOf(person)}
      {withAddress && <Aside dir="auto">{person.email}</Aside>}
    </a>
  );
}

/** The super admin or the service that acted. */
export function ActorLink({
  event,
  withAddress = false,
  base,
}: Omit<PersonLinkProps, 'id' | 'person'> & { event: NamedEvent }) {
  const { actorId, actor, actorClient } = event;
  if (!actorClient) return <PersonLink id={actorId ?? ''} person={actor} withAddress={withAddress} base={base} />;
  return (
    <a href={`${base}/console/clients/${actorClient.id}`} dir="auto">
      {actorClient.name}
    </a>
  );
}

/** A sentence of a service, in the language of the page. What is between backticks is code. */
export const SentenceText = ({ sentence, context }: { sentence: Sentence; context: ViewContext }) => (
  <>
    {textOf(sentence, translationsIn(context.frame.locale))
      .split('`')
      .map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}
  </>
);

/** Names the browser and the system. A program has names of its own. */
export function deviceText(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return [browser, system].filter(Boolean).join(', ') || userAgent;
}

/** The end of a UUIDv7 is random, and its beginning is the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
