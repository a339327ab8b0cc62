import type { Command } from 'commander';
import { registerInput } from '../accounts/auth/auth.inputs';
import type { ApiKey } from '../accounts/keys/api-key';
import { loadHashEngine } from '../accounts/passwords/hash-engine';
import { mostCounted, type Session } from '../accounts/sessions/session';
import type { Identity } from '../accounts/users/identity';
import type { User } from '../accounts/users/user';
import { openDeletionSchedule } from '../compose/account-deletion';
import { createAccessRightsService, createUserLifecycle, openInvitations } from '../compose/admin-users';
import type { AccessRightsService, ChangedRights } from '../features/admin-users/access-rights.service';
import { createUserInput } from '../features/admin-users/user-changes.inputs';
import {
  type Change,
  toStated,
  type UserAccount,
  type UserLifecycleService,
} from '../features/admin-users/user-lifecycle.service';
import { createLog } from '../platform/observability/log';
import { parseInput } from '../platform/request/input-parser';
import { confirmed, parseCount, parseField, parseJson, parsePerson, parseReason, parseSessionId } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { addInputOptions, inputOf } from './input-options';
import { counted, toJson } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
  /** Of the commands that disable and delete. */
  reason?: string;
  notify?: boolean;
}

const person = ['<id|e-mail>', 'the id or the e-mail address of the account', parsePerson] as const;
const whyForAudit = 'why, in your words, for the audit and the console';

interface FindOptions extends Options {
  disabled?: true;
  superAdmin?: true;
  limit: number;
}

interface SetOptions extends Options {
  claims?: unknown;
  field?: Record<string, string>;
}

interface CreateOptions extends Options, Readonly<Record<string, unknown>> {
  superAdmin?: boolean;
  role?: string[];
}

interface InviteOptions extends Options, Readonly<Record<string, unknown>> {
  print?: boolean;
}

const namesOf = { firstName: '--first-name <name>', lastName: '--last-name <name>' };
const ofNewUser = { email: '--email <address>', ...namesOf, tel: '--tel <number>' };
const ofRoles = { roles: '--role <name>' };
const ofInvited = { ...namesOf, locale: '--locale <language>', ...ofRoles };

export function registerUsersCommands(program: Command, context: CommandContext): void {
  const users = program.command('users').description('manage the accounts and sessions of users');
  addReading(users, context);
  addCreation(users, context);
  addEndings(users, context);
  addRights(users, context);
  addChanges(users, context);
}

function addReading(users: Command, context: CommandContext): void {
  const { terminal } = context;

  users
    .command('find')
    .argument('[text]', 'a part of the name or of the e-mail address')
    .description('list accounts, newest first')
    .option('--disabled', 'list only disabled accounts')
    .option('--super-admin', 'list only super admins')
    .option('--limit <number>', 'list at most this many accounts', parseCount, 50)
    .option('--json', 'print JSON, for scripts')
    .action((text: string | undefined, { disabled, superAdmin, limit, json }: FindOptions) =>
      withUsers(context, async (service) => {
        const filter = { text: text ?? null, disabled: disabled ?? null, isSuperAdmin: superAdmin ?? null };
        const found = await terminal.working('searching', () => service.find({ ...filter, limit: limit + 1 }));
        const shown = terminal.upTo(limit, found, 'or a longer part of the name or the address');
        terminal.print(json, shown, shown.map(lineOf));
      }),
    );

  users
    .command('show')
    .argument(...person)
    .description('show an account, its identities, live sessions and API keys')
    .option('--json', 'print JSON, for scripts')
    .action((of: string, { json }: Options) =>
      withUsers(context, async (service) => {
        const account = await terminal.working('reading the account', () => service.get(of));
        terminal.print(json, account, linesOf(account));
      }),
    );
}

function addCreation(users: Command, context: CommandContext): void {
  const { terminal } = context;

  const create = users
    .command('create')
    .description('create an account; asks for the password, or reads it from standard input');
  addInputOptions(create, registerInput, ofNewUser).option('--super-admin', 'make the user a super admin');
  addInputOptions(create, createUserInput, ofRoles)
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'users create --email ada@example.com --first-name Ada --last-name Lovelace',
        'users create --email ada@example.com --first-name Ada --last-name Lovelace < password.txt',
      ),
    )
    .action(({ superAdmin = false, role: roles = [], json, ...person }: CreateOptions) =>
      withUsers(context, async (service) => {
        const password = await terminal.readPassword();
        const input = { ...inputOf(ofNewUser, person), password };
        const user = await terminal.working('creating', () =>
          service.create(input, { isSuperAdmin: superAdmin, roles }),
        );
        terminal.print(json, user, [lineOf(user)]);
      }),
    );

  const invite = users
    .command('invite')
    .argument('<e-mail>', 'the e-mail address of the user')
    .description('create an account without a password, and mail a link to set one, by default in English');
  addInputOptions(invite, createUserInput, ofInvited)
    .option('--print', 'print the link, and send no e-mail')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('users invite ada@example.com', 'users invite ada@example.com --print'))
    .action((email: string, { print: isPrinted = false, json, ...given }: InviteOptions) =>
      withStores(context, async (stores, config) => {
        const service = await openInvitations(config, stores, createLog('silent'));
        const input = { ...inputOf(ofInvited, given), email };
        const invited = await terminal.working('inviting', () =>
          service.invite(parseInput(createUserInput, input), { isMailed: !isPrinted }, null),
        );
        const until = `the link is valid until ${invited.expiresTs.toISOString()}`;
        terminal.print(
          json,
          invited,
          invited.link === null ? [`invited ${invited.email}: ${until}`] : [invited.link, until],
        );
      }),
    );
}

function addEndings(users: Command, context: CommandContext): void {
  const { terminal } = context;

  users
    .command('end-session')
    .argument(
      '<session-id>',
      'the id of the session, from gatehouse users show or from the claim "sid" of an access token',
      parseSessionId,
    )
    .description('end one session; the user can sign in again')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withUsers(context, async (service) => {
        const { session, user } = await terminal.working('reading the session', () => service.getSession(id));
        await terminal.confirm(`End the session of ${user.email} (${sessionLineOf(session)})?`, options);
        const changed = await terminal.working('ending the session', () => service.endSession(session, null));
        const line = changed
          ? `ended the session ${id} of ${user.email}`
          : `the session ${id} of ${user.email} had already ended`;
        terminal.print(options.json, { sessionId: id, userId: user.id, changed }, [line]);
      }),
    );

  users
    .command('delete')
    .argument(...person)
    .description('delete an account: end its sessions, and erase it after DELETION_GRACE_DAYS')
    .option('--reason <text>', whyForAudit, parseReason)
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((of: string, options: Options) =>
      withStores(context, async (stores, config) => {
        const log = createLog('silent');
        const service = createUserLifecycle(config, stores, rejectHash, log);
        const { user, liveSessions } = await terminal.working('reading the account', () => service.get(of));
        const sessions = numberOf(liveSessions, 'live session');
        await terminal.confirm(`Delete ${user.email} and end its ${sessions}?`, options);
        const deletions = await openDeletionSchedule(config, stores, log);
        const { dueTs } = await terminal.working('deleting the account', () =>
          deletions.delete(user.id, null, toStated(options.reason)),
        );
        const line = `deleted ${user.email}: the account is erased on ${dueTs.toISOString()}`;
        terminal.print(options.json, { userId: user.id, erasureTs: dueTs }, [line]);
      }),
    );
}

function addRights(users: Command, context: CommandContext): void {
  const command = (name: string, description: string): Command =>
    users
      .command(name)
      .argument(...person)
      .description(description);

  confirmed(
    command('set-roles', 'replace the roles of a user, and reject older access tokens').argument(
      '[roles...]',
      'all roles of the user; without one, the user has no roles',
    ),
  )
    .addHelpText('after', examples('users set-roles ada@example.com editor billing:read'))
    .action((of: string, roles: string[], options: Options) =>
      changeRights(context, of, options, {
        asks: (user) => `Replace the roles of ${user.email} (${rolesOf(user)}) by: ${roles.join(', ') || 'none'}?`,
        act: (service, { id }) => service.setRoles(id, roles, null),
        line: ({ user, changed }) =>
          changed
            ? `the roles of ${user.email}: ${rolesOf(user)}`
            : `${user.email} already had these roles: ${rolesOf(user)}`,
      }),
    );
  addSet(command('set', 'change data of a user'), context);
  for (const { name, description, to, asks, is, isAlready } of superAdminChanges) {
    confirmed(command(name, description)).action((of: string, options: Options) =>
      changeRights(context, of, options, {
        asks: ({ email }) => asks(email),
        act: (service, { id }) => service.setSuperAdmin(id, to, null),
        line: ({ user, changed }) => `${user.email} ${changed ? is : isAlready} a super admin`,
      }),
    );
  }
}

const superAdminChanges = [
  {
    name: 'promote',
    description: 'make a user a super admin, who can use the administration API',
    to: true,
    asks: (email: string) => `Make ${email} a super admin?`,
    is: 'is now',
    isAlready: 'was already',
  },
  {
    name: 'demote',
    description: 'take the right of a super admin, but not of the last one',
    to: false,
    asks: (email: string) => `Take the rights of a super admin from ${email}?`,
    is: 'is no longer',
    isAlready: 'was not',
  },
];

function addSet(command: Command, context: CommandContext): void {
  command
    .option('--claims <json>', 'the data for claims of access tokens, as a JSON object; {} removes it', parseJson)
    .option(
      '--field <name=value>',
      'a field of USER_FIELDS; without a value, it is removed; can be repeated',
      parseField,
    );
  confirmed(command)
    .addHelpText(
      'after',
      examples(`users set ada@example.com --claims '{"org": "acme"}'`, 'users set ada@example.com --field plan=pro'),
    )
    .action(async (of: string, options: SetOptions) => {
      const { claims, field } = options;
      if ((claims === undefined) === (field === undefined)) throw new UsageError('Set either --claims or --field.');
      const what = field ? `fields ${Object.keys(field).join(', ')}` : 'claims';
      await changeRights(context, of, options, {
        asks: ({ email }) => `Replace the ${what} of ${email}?`,
        act: (service, { id }) =>
          field ? service.setFieldTexts(id, field, null) : service.setClaims(id, claims, null),
        line: ({ user, changed }) => `${changed ? 'changed' : 'did not change'} the ${what} of ${user.email}`,
      });
    });
}

function addChanges(users: Command, context: CommandContext): void {
  const { terminal } = context;

  for (const { name, description, asks, act, done, unchanged } of changes) {
    const command = users
      .command(name)
      .argument(...person)
      .description(description);
    if (name === 'disable') {
      command
        .option('--reason <text>', whyForAudit, parseReason)
        .option('--notify', 'mail the user, if the address is verified')
        .addHelpText('after', examples("users disable ada@example.com --reason 'Ticket 4711' --notify"));
    }
    if (asks) command.option('--yes', 'do not ask for confirmation');
    command.option('--json', 'print JSON, for scripts').action((of: string, options: Options) =>
      withUsers(context, async (service) => {
        const { user, liveSessions } = await terminal.working('reading the account', () => service.get(of));
        if (asks) await terminal.confirm(asks(user.email, numberOf(liveSessions, 'live session')), options);
        const { changed, sessionsEnded } = await terminal.working('changing the account', () =>
          act(service, user.id, options),
        );
        const line = (changed ? done : unchanged)(user.email, numberOf(sessionsEnded, 'session'));
        terminal.print(options.json, { userId: user.id, changed, sessionsEnded }, [line]);
      }),
    );
  }
}

const rolesOf = ({ roles }: User): string => roles.join(', ') || 'none';

interface RightsChange {
  asks(user: User): string;
  act(service: AccessRightsService, user: User): Promise<ChangedRights>;
  line(result: ChangedRights): string;
}

function changeRights(
  context: CommandContext,
  of: string,
  options: Options,
  { asks, act, line }: RightsChange,
): Promise<void> {
  const { terminal } = context;
  return withStores(context, async (stores, config) => {
    const log = createLog('silent');
    const { user } = await terminal.working('reading the account', () =>
      createUserLifecycle(config, stores, rejectHash, log).get(of),
    );
    await terminal.confirm(asks(user), options);
    const service = createAccessRightsService(config, stores, log);
    const result = await terminal.working('changing the account', () => act(service, user));
    const { id: userId, isSuperAdmin, roles } = result.user;
    terminal.print(options.json, { userId, changed: result.changed, isSuperAdmin, roles }, [line(result)]);
  });
}

/** The store only counts sessions up to `mostCounted`. */
function numberOf(sessions: number, noun: string): string {
  return `${counted(sessions, noun)}${sessions >= mostCounted ? ' or more' : ''}`;
}

const changes: readonly {
  name: string;
  description: string;
  /** The confirmation question. Null for a command that ends no sessions. */
  asks: ((email: string, liveSessions: string) => string) | null;
  act(service: UserLifecycleService, userId: string, options: Options): Promise<Change>;
  done(email: string, sessionsEnded: string): string;
  /** The result if the account already was in that state. */
  unchanged(email: string, sessionsEnded: string): string;
}[] = [
  {
    name: 'disable',
    description: 'disable an account: end its sessions and reject its logins',
    asks: (email, liveSessions) => `Disable ${email} and end its ${liveSessions}?`,
    act: (service, userId, { reason, notify = false }) =>
      service.disable(userId, null, { ...toStated(reason), notify }),
    done: (email, sessionsEnded) => `disabled ${email}, ended ${sessionsEnded}`,
    unchanged: (email, sessionsEnded) => `${email} was already disabled, ended ${sessionsEnded}`,
  },
  {
    name: 'enable',
    description: 'enable an account: the user can sign in again',
    asks: null,
    act: (service, userId) => service.enable(userId, null),
    done: (email) => `enabled ${email}`,
    unchanged: (email) => `${email} was already enabled`,
  },
  {
    name: 'end-sessions',
    description: 'end all sessions and API keys of an account; the user can sign in again',
    asks: (email, liveSessions) => `End all sessions of ${email} (${liveSessions})?`,
    act: (service, userId) => service.endSessions(userId, null),
    done: (email, sessionsEnded) => `ended ${sessionsEnded} of ${email}`,
    unchanged: (email) => `${email} had no live sessions`,
  },
  {
    name: 'reset-factors',
    description: 'remove all second factors of a user who has lost them, end all sessions, and mail the user',
    asks: (email, liveSessions) => `Remove all second factors of ${email} and end its ${liveSessions}?`,
    act: (service, userId) => service.resetFactors(userId, null),
    done: (email, sessionsEnded) => `removed the second factors of ${email}, ended ${sessionsEnded}`,
    unchanged: (email) => `${email} had no second factor`,
  },
];

const rejectHash = () => Promise.reject(new Error('this command hashes no password'));

function withUsers(context: CommandContext, act: (service: UserLifecycleService) => Promise<void>): Promise<void> {
  return withStores(context, (stores, config) => {
    const hash = async (password: string) => (await loadHashEngine(config.hashEngine)).engine.hash(password);
    return act(createUserLifecycle(config, stores, hash, createLog('silent')));
  });
}

const marksOf = (user: User): string[] => [
  ...(user.disabled ? ['disabled'] : []),
  ...(user.isSuperAdmin ? ['super admin'] : []),
];

const roleMarksOf = ({ roles }: User): string[] => (roles.length > 0 ? [`roles: ${roles.join(', ')}`] : []);

function lineOf(user: User): string {
  const lastLogin = user.lastLoginTs ? `last login ${user.lastLoginTs.toISOString()}` : 'no login yet';
  const words = [
    user.id,
    user.email,
    `${user.firstName} ${user.lastName}`,
    lastLogin,
    ...marksOf(user),
    ...roleMarksOf(user),
  ];
  return words.join('  ');
}

function sessionLineOf({ id, lastUsedTs, ip, userAgent }: Session): string {
  return [id, `last used ${lastUsedTs.toISOString()}`, ip, userAgent].filter(Boolean).join(', ');
}

function identityLineOf({ id, provider, email, createdTs, lastUsedTs }: Identity): string {
  const connected = `connected ${createdTs.toISOString()}`;
  const used = lastUsedTs ? `last used ${lastUsedTs.toISOString()}` : 'not used since';
  return [id, provider, email, connected, used].filter(Boolean).join(', ');
}

function apiKeyLineOf({ id, name, lastCharacters, organization, expiresTs, lastUsedTs }: ApiKey): string {
  const used = lastUsedTs ? `last used ${lastUsedTs.toISOString()}` : 'never used';
  const of = organization && `organization ${organization.slug}`;
  const until = `valid until ${expiresTs.toISOString()}`;
  return [id, name, `…${lastCharacters}`, of, until, used].filter(Boolean).join(', ');
}

function linesOf({ user, identities, sessions, liveSessions, apiKeys, data }: UserAccount): string[] {
  const time = (at: Date | null) => at?.toISOString() ?? 'never';
  const rows = [
    ['id', user.id],
    ['e-mail', user.email],
    ['name', `${user.firstName} ${user.lastName}`],
    ['tel', user.tel ?? '-'],
    ['state', marksOf(user).join(', ') || 'enabled'],
    ['roles', user.roles.join(', ') || '-'],
    ...Object.entries(data).flatMap(([name, values]) =>
      Object.keys(values).length > 0 ? [[name, toJson(values)]] : [],
    ),
    ['created', time(user.createdTs)],
    ['changed', time(user.updatedTs)],
    ['last login', time(user.lastLoginTs)],
    ['identities', String(identities.length)],
    ...identities.map((identity) => ['', identityLineOf(identity)]),
    ['sessions', liveSessions >= mostCounted ? `${mostCounted} or more` : String(liveSessions)],
    ...sessions.map((session) => ['', sessionLineOf(session)]),
    ...(liveSessions > sessions.length ? [['', `only the ${sessions.length} most recently used ones are shown`]] : []),
    ['API keys', String(apiKeys.length)],
    ...apiKeys.map((apiKey) => ['', apiKeyLineOf(apiKey)]),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(12)}${value}`);
}
