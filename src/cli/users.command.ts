import type { Command } from 'commander';
import type { Change, UserAccount, UsersService } from '../administration/users.service';
import type { Config } from '../config/config';
import { createLog } from '../observability/log';
import { loadHashEngine } from '../passwords/hash-engine';
import { mostCounted, type Session } from '../sessions/session';
import type { User } from '../users/user';
import { createUsersService } from '../wiring/administration';
import { parseCount, parsePerson, parseSessionId } from './arguments';
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
  const users = program.command('users').description("people's accounts");

  users
    .command('find')
    .argument('[text]', 'a part of the name or the e-mail address')
    .description('show accounts, newest first')
    .option('--disabled', 'those alone')
    .option('--super-admin', 'those alone')
    .option('--limit <number>', 'show at most this many', parseCount, 50)
    .option('--json', 'for scripts')
    .action((text: string | undefined, { disabled, superAdmin, limit, json }: FindOptions) =>
      withUsers(config(), async (service) => {
        const filter = { text: text ?? null, disabled: disabled ?? null, isSuperAdmin: superAdmin ?? null };
        const found = await working('searching', () => service.find({ ...filter, limit: limit + 1 }));
        const shown = upTo(limit, found, 'or give a longer part of the name or the address');
        print(json, shown, shown.map(lineOf));
      }),
    );

  users
    .command('show')
    .argument('<id|e-mail>', 'whose', parsePerson)
    .description('show an account and its live sessions')
    .option('--json', 'for scripts')
    .action((person: string, { json }: Options) =>
      withUsers(config(), async (service) => {
        const account = await working('reading the account', () => service.get(person));
        print(json, account, linesOf(account));
      }),
    );

  users
    .command('create')
    .description('create an account; its password is asked for, or read from standard input')
    .requiredOption('--email <address>', 'the address that the person logs in with')
    .requiredOption('--first-name <name>', 'of the person')
    .requiredOption('--last-name <name>', 'of the person')
    .option('--tel <number>', 'of the person')
    .option('--super-admin', 'make the account a super admin')
    .option('--json', 'for scripts')
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
    .argument('<session-id>', 'from gatehouse users show, or the "sid" of an access token', parseSessionId)
    .description('end one session; the account can log in again')
    .option('--yes', 'do not ask')
    .option('--json', 'for scripts')
    .action((id: string, options: Options) =>
      withUsers(config(), async (service) => {
        const { session, user } = await working('reading the session', () => service.getSession(id));
        await confirm(`End the session ${sessionLineOf(session)}, of ${user.email}?`, options);
        const changed = await working('ending the session', () => service.endSession(session));
        const line = `${changed ? 'ended' : 'already ended:'} ${id}, of ${user.email}`;
        print(options.json, { sessionId: id, userId: user.id, changed }, [line]);
      }),
    );

  for (const { name, description, asks, act, done } of changes) {
    const command = users.command(name).argument('<id|e-mail>', 'whose', parsePerson).description(description);
    if (asks) command.option('--yes', 'do not ask');
    command.option('--json', 'for scripts').action((person: string, options: Options) =>
      withUsers(config(), async (service) => {
        const { user, liveSessions } = await working('reading the account', () => service.get(person));
        if (asks) await confirm(`${asks} ${user.email}, with ${numberOf(liveSessions, 'live session')}?`, options);
        const { changed, sessionsEnded } = await working('changing the account', () => act(service, user.id));
        const ended = asks ? `, ${numberOf(sessionsEnded, 'session')} ended` : '';
        const line = `${changed ? done : 'no change:'} ${user.email}${ended}`;
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
  /** The first words of the confirmation question. Null for a command that ends no sessions. */
  asks: string | null;
  act(service: UsersService, userId: string): Promise<Change>;
  done: string;
}[] = [
  {
    name: 'disable',
    description: 'reject the logins of an account and end its sessions',
    asks: 'Disable',
    act: (service, userId) => service.disable(userId),
    done: 'disabled',
  },
  {
    name: 'enable',
    description: 'let an account log in again',
    asks: null,
    act: (service, userId) => service.enable(userId),
    done: 'enabled',
  },
  {
    name: 'end-sessions',
    description: 'end all sessions of an account; it can log in again',
    asks: 'End all sessions of',
    act: (service, userId) => service.endSessions(userId),
    done: 'ended all sessions of',
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
