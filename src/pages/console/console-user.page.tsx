import type { ComponentChildren } from 'preact';
import { failureCauseOf } from '../../accounts/admin-access/event-cause';
import type { ApiKey } from '../../accounts/keys/api-key';
import { mostCounted, type Session } from '../../accounts/sessions/session';
import type { Identity } from '../../accounts/users/identity';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { Membership } from '../../accounts/users/organization';
import type { FieldValue, UserField } from '../../accounts/users/user-field';
import { titleOf } from '../../accounts/users/user-fields';
import type { NamedEvent } from '../../features/admin-audit/admin-audit.service';
import type { CreatedUser } from '../../features/admin-users/user-administration.service';
import type { ManagedAccount } from '../../features/admin-users/user-directory.service';
import type { AppError } from '../../platform/errors/app-error';
import type { Page } from '../../platform/operations/answer';
import { locales } from '../../platform/request/locale';
import { Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { RoleTags } from '../kit/member-roles.page';
import type { OwnProblemTexts } from '../kit/problem-text';
import { labelOf, type ShownProvider } from '../kit/provider';
import { safeHref } from '../kit/safe-href';
import { Time } from '../kit/time.page';
import { UserFieldInputs } from '../kit/user-fields.page';
import type { Words } from '../words/en';
import { languageNames } from '../words/words-in';
import {
  ActorLink,
  CheckField,
  consolePage,
  deviceText,
  Empty,
  Events,
  formPage,
  Heading,
  NameFields,
  NotifyField,
  nameOfMethod,
  ReasonField,
  SentenceText,
  States,
  shownOncePage,
  TextField,
  whoIs,
} from './console-parts.page';

export type UserAction = keyof Words['console']['actions'];

/** A result that the page of the person shows. */
export type UserNotice = UserAction | 'saved' | 'unchanged' | 'session' | 'identity' | 'apiKey' | 'invited' | 'stopped';

export type Gone = 'sessionGone' | 'identityGone' | 'keyGone';

interface UserProps {
  account: ManagedAccount;
  audit: Page<NamedEvent>;
  apiKeys: readonly ApiKey[];
  memberships: readonly Membership[];
  /** The fields of USER_FIELDS, and their values. */
  declared: readonly UserField[];
  own: Readonly<Record<string, FieldValue | null>>;
  /** The event with which the account was disabled or deleted. */
  disabling: NamedEvent | null;
  /** Whether it is the account of the super admin who looks at it. */
  isOwn: boolean;
  notice: UserNotice | null;
  /** Of the settings. */
  providers: readonly ShownProvider[];
  /** Why a session could not be ended, or an identity or a key not be removed. */
  problem: AppError | null;
  /** What the problem is about. */
  gone: Gone;
}

export function ConsoleUserPage(props: UserProps, context: ViewContext): Content {
  const { account, isOwn, notice, problem, gone } = props;
  const { words } = context;
  const [name, more] = whoIs(account, words);
  return consolePage(
    context,
    { title: name, section: 'users' },
    <>
      <div>
        <h1 dir="auto">{name}</h1>
        <p class="lead" dir="auto">
          {more}
        </p>
        <States user={account} words={words} />
      </div>
      {notice && <Note>{noticeText(notice, words)}</Note>}
      <Problem problem={problem} words={words} own={{ NOT_FOUND: words.console.edit[gone] }} />
      <SignIn account={account} disabling={props.disabling} context={context} />
      <div class="person">
        <Facts {...props} context={context} />
        <Help account={account} isOwn={isOwn} context={context} />
        <div class="stack-wide">
          <EventsOf {...props} context={context} />
          <Identities account={account} providers={props.providers} context={context} />
          <Memberships {...props} context={context} />
          <Sessions account={account} context={context} />
          <ApiKeys {...props} context={context} />
        </div>
      </div>
    </>,
  );
}

function noticeText(notice: UserNotice, { console: words }: Words): string {
  if (notice === 'saved' || notice === 'unchanged') return words.edit[notice];
  if (notice === 'session') return words.edit.sessionEnded;
  if (notice === 'identity') return words.identities.done;
  if (notice === 'apiKey') return words.apiKeys.done;
  if (notice === 'invited') return words.invite.done;
  if (notice === 'stopped') return words.impersonate.stopped;
  return words.actions[notice].done;
}

interface SignInProps {
  account: ManagedAccount;
  /** The event with which the account was disabled or deleted. Null if it is neither, and without such an event. */
  disabling: NamedEvent | null;
  context: ViewContext;
}

/** Whether the person can sign in now, and what has stopped them. */
function SignIn({ account, disabling, context }: SignInProps) {
  const { words, frame } = context;
  const { user: texts } = words.console;
  const { possible, methods, blockers, secondFactor, lastFailure, limits } = account.signIn;
  const names = methods.map((method) => nameOfMethod(method, context)).join(', ');
  const until = limits.reduce<Date | null>((last, { untilTs }) => (last && last > untilTs ? last : untilTs), null);
  const isTrouble = !possible || blockers.length > 0 || until !== null;
  return (
    <section class={`note ${isTrouble ? 'warning' : ''}`} aria-labelledby="sign-in">
      <h2 id="sign-in" class="small">
        {possible ? `${texts.canSignIn}: ${names}` : texts.cannotSignIn}
      </h2>
      <ul class="plain-list">
        {blockers.map((blocker) => (
          <li>
            {texts.blockers[blocker]}
            {blocker === 'deleted' && account.deletionDueTs && (
              <>
                {' '}
                <Time at={account.deletionDueTs} locale={frame.locale} />.
              </>
            )}
          </li>
        ))}
        {isWithoutCredential(account) && !blockers.includes('no_method') && <li>{texts.noPasswordNote}</li>}
        {disabling && <DisabledBy event={disabling} context={context} />}
        {possible && secondFactor !== 'none' && <li>{texts.secondSteps[secondFactor]}</li>}
        {lastFailure && (
          <li>
            {texts.lastFailure} <Time at={lastFailure.lastTs} locale={frame.locale} />:{' '}
            <span dir="auto">
              <SentenceText sentence={failureCauseOf(lastFailure)} context={context} />
            </span>
            {lastFailure.count > 1 && <> ({words.console.times(lastFailure.count)})</>}
          </li>
        )}
        {until && (
          <li>
            {limits.every(({ network }) => network === null) ? texts.limitedElsewhere : texts.limited}{' '}
            <Time at={until} locale={frame.locale} />
            {' · '}
            <a href={`${frame.base}/console/users/${account.id}/lift-limits`}>
              {words.console.actions['lift-limits'].action}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Whether the person has neither a password nor a provider to sign in with. */
const isWithoutCredential = ({ hasPassword, identities }: ManagedAccount): boolean =>
  !hasPassword && identities.length === 0;

/** Since when the account is disabled or deleted, by whom, and why. */
function DisabledBy({ event, context }: { event: NamedEvent; context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts, audit } = words.console;
  return (
    <li>
      {texts.since} <Time at={event.lastTs} locale={frame.locale} />
      {event.actorId && (
        <>
          {' '}
          {audit.by} <ActorLink event={event} base={frame.base} />
        </>
      )}
      {event.details.statedReason && (
        <>
          : <q dir="auto">{event.details.statedReason}</q>
        </>
      )}
    </li>
  );
}

/** Actions that a person is asked to confirm. The others are done immediately, and can be undone or repeated. */
const confirmed: ReadonlySet<UserAction> = new Set<UserAction>([
  'disable',
  'delete',
  'end-sessions',
  'reset-factors',
  'lift-limits',
  'make-super-admin',
  'revoke-super-admin',
]);
const destructive: ReadonlySet<UserAction> = new Set<UserAction>([
  'disable',
  'delete',
  'reset-factors',
  'revoke-super-admin',
]);

function Help({ account, isOwn, context }: { account: ManagedAccount; isOwn: boolean; context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts, impersonate } = words.console;
  const path = `${frame.base}/console/users/${account.id}`;
  const canAct = !account.isSuperAdmin && !account.disabled;
  return (
    <section class="help stack" aria-labelledby="help">
      <h2 id="help">{texts.help}</h2>
      {isOwn && <p class="quiet small">{texts.own}</p>}
      <ul class="plain-list">
        {helpfulActions(account).map((action) => (
          <li>
            <Action action={action} path={path} context={context} />
          </li>
        ))}
        {canAct && (
          <li>
            <a class="button second wide-button" href={`${path}/impersonate`}>
              {impersonate.action}
            </a>
          </li>
        )}
      </ul>
      <details>
        <summary>{texts.more}</summary>
        <ul class="plain-list">
          {accountActions(account).map((action) => (
            <li>
              <Action action={action} path={path} context={context} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** What can help a person to sign in, the most helpful first. */
function helpfulActions(account: ManagedAccount): UserAction[] {
  const { disabled, emailVerified, lastLoginTs, factors, sessionCount } = account;
  const isInvited = isWithoutCredential(account) && lastLoginTs === null;
  return [
    ...(disabled ? (['enable'] as const) : []),
    ...(emailVerified ? [] : (['verify-email'] as const)),
    ...(disabled ? [] : [isInvited ? ('invitation' as const) : ('password-reset' as const)]),
    ...(factors.length > 0 ? (['reset-factors'] as const) : []),
    ...(sessionCount > 0 ? (['end-sessions'] as const) : []),
  ];
}

const accountActions = ({ disabled, isSuperAdmin, deletionDueTs }: ManagedAccount): UserAction[] => [
  ...(disabled ? [] : (['disable'] as const)),
  isSuperAdmin ? 'revoke-super-admin' : 'make-super-admin',
  ...(deletionDueTs ? [] : (['delete'] as const)),
];

function Action({ action, path, context }: { action: UserAction; path: string; context: ViewContext }) {
  const label = context.words.console.actions[action].action;
  const look = `wide-button ${destructive.has(action) ? 'danger' : 'second'}`;
  if (confirmed.has(action)) {
    return (
      <a class={`button ${look}`} href={`${path}/${action}`}>
        {label}
      </a>
    );
  }
  return (
    <Form action={`${path}/${action}`}>
      <button type="submit" class={action === 'enable' ? 'wide-button' : look}>
        {label}
      </button>
    </Form>
  );
}

const telOf = (tel: string, isVerified: boolean, states: { verified: string; unverified: string }) => (
  <>
    <span dir="auto">{tel}</span>{' '}
    <span class={isVerified ? 'tag good' : 'tag'}>{isVerified ? states.verified : states.unverified}</span>
  </>
);

function Facts({ account: user, declared, own: values, context }: UserProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts, never, none, unknown } = words.console;
  const { hasPassword, factors, twoStep, locale, claims } = user;
  const time = (at: Date | null) => (at ? <Time at={at} locale={frame.locale} /> : never);
  const own = (text: string | null) => text && <span dir="auto">{text}</span>;
  const link = user.companyIdUrl && safeHref(user.companyIdUrl);
  const rows = [
    [texts.created, time(user.createdTs)],
    [texts.updated, time(user.updatedTs)],
    [texts.lastLogin, time(user.lastLoginTs)],
    [texts.password, hasPassword ? texts.set : texts.notSet],
    [texts.factors, factors.map((factor) => texts.factorNames[factor]).join(', ') || none],
    [texts.twoStep, twoStep ? texts.on : texts.off],
    [texts.roles, user.roles.join(', ') || none],
    [texts.claims, Object.keys(claims).length > 0 ? <code dir="auto">{JSON.stringify(claims)}</code> : null],
    [texts.locale, locale ? languageNames[locale] : unknown],
    [texts.tel, user.tel && telOf(user.tel, user.telVerified, words.console.tel.states)],
    [texts.company, own(user.company)],
    [texts.companyIdNumber, own(user.companyIdNumber)],
    [texts.companyIdUrl, link ? <a href={link}>{link}</a> : own(user.companyIdUrl)],
    ...declared.map((field) => [titleOf(field, frame.locale), own(textOf(values[field.name], texts))] as const),
    [texts.id, <code>{user.id}</code>],
  ] as const;
  const path = `${frame.base}/console/users/${user.id}`;
  return (
    <section class="card stack" aria-labelledby="facts">
      <div class="head">
        <h2 id="facts">{texts.facts}</h2>
        <ul class="links">
          <li>
            <a href={`${path}/edit`}>{texts.edit}</a>
          </li>
          <li>
            <a href={`${path}/email`}>{texts.changeEmail}</a>
          </li>
        </ul>
      </div>
      <dl class="facts">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function textOf(value: FieldValue | null | undefined, { on, off }: Words['console']['user']): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? on : off;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function EventsOf({ account, audit, context }: UserProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts } = words.console;
  const { email } = account;
  return (
    <section class="stack" aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      {audit.items.length === 0 ? (
        <Empty>{texts.noEvents}</Empty>
      ) : (
        <Events caption={texts.eventsCaption} events={audit.items} ofMany={false} context={context} />
      )}
      {audit.hasMore && (
        <p>
          <a href={`${frame.base}/console/audit?user=${encodeURIComponent(email)}`}>{texts.moreEvents}</a>
        </p>
      )}
    </section>
  );
}

interface IdentitiesProps {
  account: ManagedAccount;
  providers: readonly ShownProvider[];
  context: ViewContext;
}

function Identities({ account, providers, context }: IdentitiesProps) {
  const { words, frame } = context;
  const { identities: texts, user } = words.console;
  const { identities } = account;
  if (identities.length === 0 && providers.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="identities">
      <h2 id="identities">{texts.title}</h2>
      {identities.length === 0 ? (
        <Empty>{texts.none}</Empty>
      ) : (
        <ul class="card rows">
          {identities.map(({ id, provider, email, createdTs, lastUsedTs }) => {
            const label = labelOf(providers, provider);
            return (
              <li>
                <div>
                  <h3>{label}</h3>
                  {email && (
                    <p class="quiet">
                      <bdi>{email}</bdi>
                    </p>
                  )}
                  <p class="quiet small">
                    {texts.connected} <Time at={createdTs} locale={frame.locale} />
                    {lastUsedTs && (
                      <>
                        {' · '}
                        {user.used} <Time at={lastUsedTs} locale={frame.locale} />
                      </>
                    )}
                  </p>
                </div>
                <a
                  class="button second"
                  href={`${frame.base}/console/users/${account.id}/identities/${id}`}
                  aria-label={`${texts.disconnect}: ${label}`}
                >
                  {texts.disconnect}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** None with ORGANIZATIONS=off. */
function Memberships({ account: { id }, memberships, context }: UserProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { organizations: texts } = words.console;
  if (memberships.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="memberships">
      <h2 id="memberships">{texts.ofPerson}</h2>
      <ul class="card rows">
        {memberships.map(({ organization, roles }) => {
          const path = `${frame.base}/console/organizations/${organization.id}`;
          return (
            <li>
              <div>
                <h3 dir="auto">
                  <a href={path}>{organization.name}</a>
                </h3>
                <RoleTags roles={roles} />
              </div>
              <a
                class="button second"
                href={`${path}/members/${id}`}
                aria-label={`${texts.change}: ${organization.name}`}
              >
                {texts.change}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Sessions({ account, context }: { account: ManagedAccount; context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts, atLeast } = { user: words.console.user, atLeast: words.console.overview.atLeast };
  const { sessions, sessionCount } = account;
  const count = sessionCount >= mostCounted ? atLeast(String(mostCounted)) : String(sessionCount);
  return (
    <section class="stack" aria-labelledby="sessions">
      <h2 id="sessions">{texts.sessions}</h2>
      {sessions.length === 0 ? (
        <Empty>{texts.noSessions}</Empty>
      ) : (
        <ul class="card rows">
          {sessions.map((session) => (
            <SessionRow
              session={session}
              path={`${frame.base}/console/users/${account.id}/sessions/${session.id}`}
              context={context}
            />
          ))}
        </ul>
      )}
      {sessionCount > sessions.length && <p class="quiet">{texts.moreSessions(sessions.length, count)}</p>}
    </section>
  );
}

function SessionRow({ session, path, context }: { session: Session; path: string; context: ViewContext }) {
  const { words, frame } = context;
  const { user: texts, unknown } = words.console;
  const { userAgent, ip, lastUsedTs, actor, client } = session;
  const device = userAgent ? deviceText(userAgent) : unknown;
  const name = client?.name ?? device;
  return (
    <li>
      <div>
        <h3 dir="auto">
          {name} {actor && <span class="tag warn">{texts.byAdmin}</span>}
        </h3>
        <p class="quiet small">
          {client && `${device} · `}
          {ip ?? unknown} · {texts.used} <Time at={lastUsedTs} locale={frame.locale} />
        </p>
      </div>
      <Form action={path}>
        <button type="submit" class="second" aria-label={`${texts.end}: ${name}`}>
          {texts.end}
        </button>
      </Form>
    </li>
  );
}

/** Only if there are any: most people have none, and those from before API_KEYS was switched off can be deleted, too. */
function ApiKeys({ account, apiKeys, context }: UserProps & { context: ViewContext }) {
  const { apiKeys: texts } = context.words.console;
  if (apiKeys.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="api-keys">
      <h2 id="api-keys">{texts.title}</h2>
      <ul class="card rows">
        {apiKeys.map((apiKey) => (
          <ApiKeyRow
            apiKey={apiKey}
            path={`${context.frame.base}/console/users/${account.id}/keys/${apiKey.id}`}
            context={context}
          />
        ))}
      </ul>
    </section>
  );
}

function ApiKeyRow({ apiKey, path, context }: { apiKey: ApiKey; path: string; context: ViewContext }) {
  const { words, frame } = context;
  const { apiKeys: texts, user, never } = words.console;
  const { name, lastCharacters, resource, scopes, roles, organization, createdTs, expiresTs, lastUsedTs, lastUsedIp } =
    apiKey;
  const opens = [
    resource,
    ...scopes,
    roles.length > 0 && `${user.roles}: ${roles.join(', ')}`,
    organization && `${words.account.keys.hasOrganization} ${organization.name}`,
  ];
  return (
    <li>
      <div>
        <h3>
          <bdi>{name}</bdi> <code>…{lastCharacters}</code>
        </h3>
        {opens.some(Boolean) && <p class="quiet">{opens.filter(Boolean).join(' · ')}</p>}
        <p class="quiet small">
          {user.created} <Time at={createdTs} locale={frame.locale} />
          {' · '}
          {texts.until} <Time at={expiresTs} locale={frame.locale} />
          {' · '}
          {user.used} {lastUsedTs ? <Time at={lastUsedTs} locale={frame.locale} /> : never}
          {lastUsedIp && ` · ${lastUsedIp}`}
        </p>
      </div>
      <a class="button second" href={path} aria-label={`${texts.delete}: ${name}`}>
        {texts.delete}
      </a>
    </li>
  );
}

/** Actions that take a reason. */
const withReason: ReadonlySet<UserAction> = new Set<UserAction>(['disable', 'delete', 'lift-limits']);

interface ConfirmProps extends PersonFormProps {
  action: UserAction;
}

export function ConsoleConfirmPage({ action, ...props }: ConfirmProps, context: ViewContext): Content {
  const { managed, values, problem } = props;
  const { title, text, conflict, action: label } = context.words.console.actions[action];
  return personFormPage(
    context,
    { title, ...props, text, own: { CONFLICT: conflict }, action, label, isDangerous: destructive.has(action) },
    <>
      {withReason.has(action) && <ReasonField value={values.reason} context={context} problem={problem} />}
      {action === 'disable' && managed.emailVerified && (
        <NotifyField checked={values.notify !== undefined} context={context} />
      )}
    </>,
  );
}

interface ConfirmIdentityProps extends PersonFormProps {
  identity: Identity;
  /** The name of its provider. */
  label: string;
  isOnlyWayIn: boolean;
}

export function ConsoleIdentityPage(props: ConfirmIdentityProps, context: ViewContext): Content {
  const { identity, label, isOnlyWayIn, values, problem } = props;
  const texts = context.words.console.identities;
  return personFormPage(
    context,
    {
      ...props,
      title: texts.confirmTitle(label),
      text: isOnlyWayIn ? `${texts.text(label)} ${texts.onlyWayIn}` : texts.text(label),
      action: `identities/${identity.id}`,
      label: texts.disconnect,
      isDangerous: true,
    },
    <ReasonField value={values.reason} context={context} problem={problem} />,
  );
}

export function ConsoleApiKeyPage(props: PersonFormProps & { apiKey: ApiKey }, context: ViewContext): Content {
  const { apiKey, values, problem } = props;
  const { confirmTitle, text, delete: label } = context.words.console.apiKeys;
  const action = `keys/${apiKey.id}`;
  return personFormPage(
    context,
    { ...props, title: confirmTitle(apiKey.name), text, action, label, isDangerous: true },
    <ReasonField value={values.reason} context={context} problem={problem} />,
  );
}

interface PersonFormProps {
  managed: ManagedUser;
  /** What was typed. */
  values: Readonly<Record<string, string | undefined>>;
  problem: AppError | null;
}

interface PersonFormTexts extends PersonFormProps {
  title: string;
  text?: string;
  own?: OwnProblemTexts;
  /** The path of the form below that of the page of the person. */
  action: string;
  label: string;
  isDangerous?: boolean;
}

/** A form about a person. The children are its fields. */
function personFormPage(context: ViewContext, props: PersonFormTexts, children: ComponentChildren): Content {
  const { managed, text, action, ...rest } = props;
  const path = `${context.frame.base}/console/users/${managed.id}`;
  const heading = <Heading title={props.title} lead={whoIs(managed, context.words).join(', ')} dir="auto" />;
  const form = { section: 'users', heading, text: text && <p>{text}</p>, action: `${path}/${action}` } as const;
  return formPage(context, { ...rest, ...form, cancel: path }, children);
}

export function ConsoleImpersonatePage(props: PersonFormProps, context: ViewContext): Content {
  const { values, problem } = props;
  const { impersonate: texts } = context.words.console;
  const { title, text, start: label } = texts;
  return personFormPage(
    context,
    { ...props, title, text, own: { CONFLICT: texts.conflict }, action: 'impersonate', label },
    <TextField
      name="reason"
      label={texts.reason}
      hint={texts.reasonHint}
      value={values.reason}
      context={context}
      problem={problem}
      required
    />,
  );
}

const languageOptions = (unknown: string) =>
  [['', unknown], ...locales.map((locale) => [locale, languageNames[locale]] as const)] as const;

interface EditPageProps extends PersonFormProps {
  /** The values that the account had when the form was shown first. */
  shown: Readonly<Record<string, string>>;
  editable: readonly UserField[];
}

export function ConsoleEditPage(props: EditPageProps, context: ViewContext): Content {
  const { values, shown, editable, problem } = props;
  const { edit, user: texts } = context.words.console;
  const common = { context, problem };
  const languages = languageOptions(edit.localeUnknown);
  return personFormPage(
    context,
    { ...props, title: edit.title, action: 'edit', label: edit.save },
    <>
      <input type="hidden" name="shown" value={JSON.stringify(shown)} />
      <NameFields values={values} {...common} />
      <TextField name="roles" label={texts.roles} hint={edit.rolesHint} value={values.roles} {...common} />
      <div class="two">
        <TextField name="tel" type="tel" label={texts.tel} value={values.tel} {...common} />
        <SelectField name="locale" label={texts.locale} value={values.locale} options={languages} />
      </div>
      <TextField name="company" label={texts.company} value={values.company} {...common} />
      <TextField name="company_id_number" label={texts.companyIdNumber} value={values.company_id_number} {...common} />
      <TextField
        name="company_id_url"
        type="url"
        label={texts.companyIdUrl}
        value={values.company_id_url}
        {...common}
      />
      <UserFieldInputs form={{ declared: editable, texts: values }} {...common} />
    </>,
  );
}

export function ConsoleEmailPage(props: PersonFormProps, context: ViewContext): Content {
  const { values, problem } = props;
  const { edit } = context.words.console;
  const common = { context, problem, required: true };
  return personFormPage(
    context,
    { ...props, title: edit.emailTitle, text: edit.emailText, action: 'email', label: edit.save },
    <>
      <TextField name="email" type="email" label={edit.newEmail} value={values.email} {...common} />
      <TextField name="reason" label={edit.reason} hint={edit.reasonHint} value={values.reason} {...common} />
    </>,
  );
}

interface InviteProps {
  editable: readonly UserField[];
  values: Readonly<Record<string, string | undefined>>;
  problem: AppError | null;
}

export function ConsoleInvitePage({ values, editable, problem }: InviteProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { invite, user: texts, edit } = words.console;
  const common = { context, problem };
  const { title, action: label } = invite;
  const heading = <Heading title={title} lead={invite.text} />;
  const paths = { action: `${frame.base}/console/invite`, cancel: `${frame.base}/console/users` };
  return formPage(
    context,
    { title, section: 'users', heading, problem, ...paths, label },
    <>
      <TextField
        name="email"
        type="email"
        label={words.common.fields.email}
        value={values.email}
        required
        {...common}
      />
      <NameFields values={values} {...common} />
      <SelectField
        name="locale"
        label={texts.locale}
        value={values.locale ?? frame.locale}
        options={locales.map((locale) => [locale, languageNames[locale]])}
      />
      <TextField name="roles" label={texts.roles} hint={edit.rolesHint} value={values.roles} {...common} />
      <UserFieldInputs form={{ declared: editable, texts: values }} {...common} isNew />
      <CheckField name="mailed" label={invite.mailed} hint={invite.mailedHint} checked={values.mailed === 'yes'} />
    </>,
  );
}

export function ConsoleInvitedPage({ created }: { created: CreatedUser }, context: ViewContext): Content {
  const { words, frame } = context;
  const { invite } = words.console;
  const { user } = created;
  return shownOncePage(
    context,
    {
      title: invite.linkTitle,
      section: 'users',
      about: user.email,
      text: invite.linkText,
      open: { path: `/console/users/${user.id}`, label: invite.open },
    },
    <>
      <p>
        <code>{created.link}</code>
      </p>
      <p class="quiet">
        {invite.linkUntil} <Time at={created.expiresTs} locale={frame.locale} />
      </p>
    </>,
  );
}
