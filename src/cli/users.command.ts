import type { Command } from 'commander';
import type { Change, UserAccount, UsersService } from '../administration/users.service';
import type { Config } from '../config/config';
import { createLog } from '../observability/log';
import { loadHashEngine } from '../passwords/hash-engine';
import { mostCounted, type Session } from '../sessions/session';
import type { User } from '../users/user';
import { createUsersService } from '../wiring/administration';
import { parseCount, parsePerson, parseSessionId } from './arguments';
import { examples } from './help';
import { confirm, counted, print, readPassword, upTo, working } from './terminal';
import { withStores } from './with-stores';

interface Options {
  yes?: boolean;
  json?: boolean;
}

interface FindOptions extends Options {
  disabled?: true;
  superAdmin?: true;
  limit: number;
}

interface CreateOptions extends Options {
  email: string;
  firstName: string;
  lastName: string;
  tel?: string;
  superAdmin?: boolean;
}

export function registerUsersCommands(program: Command, config: () => Config): void {
  const users = program.command('users').description('manage the accounts and sessions of users');

  users
    .command('find')
    .argument('[text]', 'a part of the name or of the e-mail address')
    .description('list accounts, newest first')
    .option('--disabled', 'list only disabled accounts')
    .option('--super-admin', 'list only super admins')
    .option('--limit <number>', 'list at most this many accounts', parseCount, 50)
    .option('--json', 'print JSON, for scripts')
    .action((text: string | undefined, { disabled, superAdmin, limit, json }: FindOptions) =>
      withUsers(config(), async (service) => {
        const filter = { text: text ?? null, disabled: disabled ?? null, isSuperAdmin: superAdmin ?? null };
        const found = await working('searching', () => service.find({ ...filter, limit: limit + 1 }));
        const shown = upTo(limit, found, 'or a longer part of the name or the address');
        print(json, shown, shown.map(lineOf));
      }),
    );

  users
    .command('show')
    .argument('<id|e-mail>', 'the id or the e-mail address of the account', parsePerson)
    .description('show an account and its live sessions')
    .option('--json', 'print JSON, for scripts')
    .action((person: string, { json }: Options) =>
      withUsers(config(), async (service) => {
        const account = await working('reading the account', () => service.get(person));
        print(json, account, linesOf(account));
      }),
    );

  users
    .command('create')
    .description('create an account; asks for the password, or reads it from standard input')
    .requiredOption('--email <address>', 'the e-mail address that the user logs in with (required)')
    .requiredOption('--first-name <name>', 'the first name of the user (required)')
    .requiredOption('--last-name <name>', 'the last name of the user (required)')
    .option('--tel <number>', 'the telephone number of the user')
    .option('--super-admin', 'make the user a super admin')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'users create --email ada@example.com --first-name Ada --last-name Lovelace',
        'users create --email ada@example.com --first-name Ada --last-name Lovelace < password.txt',
      ),
    )
    .action(({ superAdmin = false, json, ...person }: CreateOptions) =>
      withUsers(config(), async (service) => {
        const password = await readPassword();
        const input = { ...person, password };
        const user = await working('creating', () => service.create(input, { isSuperAdmin: superAdmin }));
        print(json, user, [lineOf(user)]);
      }),
    );

  users
    .command('end-session')
    .argument(
      '<session-id>',
      'the id of the session, from gatehouse users show or from the claim "sid" of an access token',
      parseSessionId,
    )
    .description('end one session; the user can log in again')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .action((id: string, options: Options) =>
      withUsers(config(), async (service) => {
        const { session, user } = await working('reading the session', () => service.getSession(id));
        await confirm(`End the session of ${user.email} (${sessionLineOf(session)})?`, options);
        const changed = await working('ending the session', () => service.endSession(session));
        const line = changed
          ? `ended the session ${id} of ${user.email}`
          : `the session ${id} of ${user.email} had already ended`;
        print(options.json, { sessionId: id, userId: user.id, changed }, [line]);
      }),
    );

  for (const { name, description, asks, act, done, unchanged } of changes) {
    const command = users
      .command(name)
      .argument('<id|e-mail>', 'the id or the e-mail address of the account', parsePerson)
      .description(description);
    if (asks) command.option('--yes', 'do not ask for confirmation');
    command.option('--json', 'print JSON, for scripts').action((person: string, options: Options) =>
      withUsers(config(), async (service) => {
        const { user, liveSessions } = await working('reading the account', () => service.get(person));
        if (asks) await confirm(asks(user.email, numberOf(liveSessions, 'live session')), options);
        const { changed, sessionsEnded } = await working('changing the account', () => act(service, user.id));
        const line = (changed ? done : unchanged)(user.email, numberOf(sessionsEnded, 'session'));
        print(options.json, { userId: user.id, changed, sessionsEnded }, [line]);
      }),
    );
  }
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
  act(service: UsersService, userId: string): Promise<Change>;
  done(email: string, sessionsEnded: string): string;
  /** The result if the account already was in that state. */
  unchanged(email: string, sessionsEnded: string): string;
}[] = [
  {
    name: 'disable',
    description: 'disable an account: end its sessions and reject its logins',
    asks: (email, liveSessions) => `Disable ${email} and end its ${liveSessions}?`,
    act: (service, userId) => service.disable(userId),
    done: (email, sessionsEnded) => `disabled ${email}, ended ${sessionsEnded}`,
    unchanged: (email, sessionsEnded) => `${email} was already disabled, ended ${sessionsEnded}`,
  },
  {
    name: 'enable',
    description: 'enable an account: the user can log in again',
    asks: null,
    act: (service, userId) => service.enable(userId),
    done: (email) => `enabled ${email}`,
    unchanged: (email) => `${email} was already enabled`,
  },
  {
    name: 'end-sessions',
    description: 'end all sessions of an account; the user can log in again',
    asks: (email, liveSessions) => `End all sessions of ${email} (${liveSessions})?`,
    act: (service, userId) => service.endSessions(userId),
    done: (email, sessionsEnded) => `ended ${sessionsEnded} of ${email}`,
    unchanged: (email) => `${email} had no live sessions`,
  },
];

function withUsers(config: Config, act: (service: UsersService) => Promise<void>): Promise<void> {
  const hash = async (password: string) => (await loadHashEngine(config.hashEngine)).engine.hash(password);
  return withStores(config, (stores) => act(createUsersService(config, stores, hash, createLog('silent'))));
}

const marksOf = (user: User): string[] => [
  ...(user.disabled ? ['disabled'] : []),
  ...(user.isSuperAdmin ? ['super admin'] : []),
];

function lineOf(user: User): string {
  const lastLogin = user.lastLoginTs ? `last login ${user.lastLoginTs.toISOString()}` : 'no login yet';
  const words = [user.id, user.email, `${user.firstName} ${user.lastName}`, lastLogin, ...marksOf(user)];
  return words.join('  ');
}

function sessionLineOf({ id, lastUsedTs, ip, userAgent }: Session): string {
  return [id, `last used ${lastUsedTs.toISOString()}`, ip, userAgent].filter(Boolean).join(', ');
}

function linesOf({ user, sessions, liveSessions }: UserAccount): string[] {
  const time = (at: Date | null) => at?.toISOString() ?? 'never';
  const rows = [
    ['id', user.id],
    ['e-mail', user.email],
    ['name', `${user.firstName} ${user.lastName}`],
    ['tel', user.tel ?? '-'],
    ['state', marksOf(user).join(', ') || 'enabled'],
    ['created', time(user.createdTs)],
    ['changed', time(user.updatedTs)],
    ['last login', time(user.lastLoginTs)],
    ['sessions', liveSessions >= mostCounted ? `${mostCounted} or more` : String(liveSessions)],
    ...sessions.map((session) => ['', sessionLineOf(session)]),
    ...(liveSessions > sessions.length ? [['', `only the ${sessions.length} most recently used ones are shown`]] : []),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(12)}${value}`);
}
