import { AuditService } from './admin/audit.service';
import { SecretRotation } from './admin/secret-rotation';
import { UsersService } from './admin/users.service';
import { AuditLog, audited, createAccountKeys } from './audit/audit-log';
import { AccessTokens } from './auth/access-token';
import { AccountService } from './auth/account.service';
import { Admission } from './auth/admission';
import { AuthService } from './auth/auth.service';
import { Authenticator } from './auth/authenticator';
import { GateService } from './auth/gate.service';
import type { MeasuredPasswordHasher } from './auth/password';
import { PasswordCheck } from './auth/password-check';
import { systemClock } from './clock';
import type { Config } from './config';
import { answeringWithin } from './deadline';
import { AppError } from './errors';
import { Readiness, type Step } from './health/readiness';
import { CleanUp } from './jobs/clean-up';
import type { Log } from './log';
import { RateLimits } from './rate-limits/rate-limits';
import { DerivationKey } from './secrets/derivation-key';
import { createSeal, type Secrets } from './secrets/seal';
import { LiveSessions } from './sessions/live-sessions';
import { createRefreshTokens } from './sessions/refresh-token';
import { Revocations } from './sessions/revocations';
import { SessionService } from './sessions/session.service';
import { KeyRing } from './signing-keys/key-ring';
import { openRedisCounters, type Stores } from './stores';

/** Milliseconds in which every operation is answered, if only that it cannot be now. */
const answersWithinMs = 2800;

/** How many logins and registrations are at work beside those that are hashing: they use the database meanwhile. */
const atWorkBesideHashes = 14;

export interface Services {
  auth: AuthService;
  account: AccountService;
  gate: GateService;
  audit: AuditLog;
  admission: Admission;
  passwordCheck: PasswordCheck;
  cleanUp: CleanUp;
  keys: KeyRing;
  revocations: Revocations;
  readiness: Readiness;
  /** Whether the limits are counted where all instances count them: not while the Redis that is set is away. */
  isCountingTogether(): boolean;
  /** Stops following the database. */
  close(): Promise<void>;
}

/** One for each kind of what is stored under seal: none opens what is sealed for another. */
function createSeals(secrets: Secrets) {
  return { signingKeys: createSeal(secrets, 'signing keys'), derivationKey: createSeal(secrets, 'derivation key') };
}

/** For the server, and for the command that rotates them. */
export function createKeyRing(config: Config, stores: Stores, log: Log): KeyRing {
  const settings = { cacheLifetimeS: config.jwksMaxAgeS };
  return new KeyRing(stores.signingKeys, createSeals(stores.secrets).signingKeys, settings, systemClock, log);
}

function createDerivationKey(stores: Stores): DerivationKey {
  return new DerivationKey(stores.derivationKeys, createSeals(stores.secrets).derivationKey, systemClock);
}

/** For the command that rotates them. */
export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores.signingKeys, stores.derivationKeys, stores.audit, createSeals(secrets), systemClock);
}

/** For the commands that read what was written down. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditService(config: Config, stores: Stores, log: Log): Promise<AuditService> {
  const derivationKey = createDerivationKey(stores);
  await derivationKey.load();
  const { derive } = derivationKey;
  const sessions = createLiveSessions(config, stores, createRevocations(stores, log));
  return new AuditService(stores.audit, stores.users, sessions, createAccountKeys(derive).accountKeyOf);
}

/** For the commands about people. `hash` makes a PHC string. */
export function createUsersService(
  config: Config,
  stores: Stores,
  hash: (password: string) => Promise<string>,
  log: Log,
): UsersService {
  const sessions = createLiveSessions(config, stores, createRevocations(stores, log));
  return new UsersService(stores.users, sessions, hash, systemClock);
}

/** The server follows them; a command does not, as the database tells the instances. */
function createRevocations(stores: Stores, log: Log): Revocations {
  return new Revocations(stores.sessions, stores.listen, systemClock, log);
}

function createLiveSessions(config: Config, stores: Stores, revocations: Revocations): LiveSessions {
  return new LiveSessions(stores.sessions, revocations, config.sessionIdleTtlS, systemClock);
}

/** Who needs whom. */
export function createServices(config: Config, stores: Stores, passwords: MeasuredPasswordHasher, log: Log): Services {
  const clock = systemClock;
  logHashing(passwords, log);
  const keys = createKeyRing(config, stores, log);
  const derivationKey = createDerivationKey(stores);
  const { derive } = derivationKey;
  const accessTokens = new AccessTokens(
    keys,
    { issuer: config.publicUrl, audience: config.jwtAudience, ttlS: config.jwtTtlS },
    clock,
  );
  const revocations = createRevocations(stores, log);
  const liveSessions = createLiveSessions(config, stores, revocations);
  const sessions = new SessionService(
    stores.sessions,
    createRefreshTokens(derive),
    liveSessions,
    revocations,
    { absoluteS: config.sessionAbsoluteTtlS, graceS: config.refreshGraceS },
    config.sessionsPerAccount,
    clock,
    log,
  );
  const authenticator = new Authenticator(accessTokens, revocations);
  const audit = new AuditLog(stores.audit, createAccountKeys(derive), clock, log);
  const passwordCheck = new PasswordCheck(passwords, log);
  const redis = config.redisUrl && openRedisCounters(config.redisUrl, log);
  const counters = redis?.counters ?? stores.counters;
  const rateLimits = new RateLimits(config.rateLimits, counters, stores.knownNetworks, derive, clock, log);
  const admission = new Admission(
    {
      places: config.hashConcurrency + atWorkBesideHashes,
      placesPerAccount: rateLimits.loginsAtOnce,
      longestWaitMs: config.hashQueueWaitMs,
      longestQueue: config.hashQueueLength,
    },
    passwords.msPerHash,
  );
  const auth = new AuthService(
    stores.users,
    sessions,
    passwords,
    passwordCheck,
    admission,
    rateLimits,
    accessTokens,
    clock,
  );
  const account = new AccountService(authenticator, stores.users, liveSessions, rateLimits);
  const gate = new GateService(authenticator, stores.users, { tellEmail: config.verifyTellsEmail });
  const retention = { auditDays: config.auditRetentionDays, sessionIdleS: config.sessionIdleTtlS };
  const cleanUp = new CleanUp(stores.cleanUp, retention, clock, log);
  const migrations = config.migrateOnStart ? migrate(stores, log) : awaitMigrations(stores);
  const readiness = new Readiness(
    [migrations, loadKeys(derivationKey, keys, stores), followRevocations(revocations), startCleanUp(cleanUp)],
    stores.ping,
    log,
  );
  const close = async () => {
    await rateLimits.close();
    redis?.close();
    await Promise.all([keys.close(), revocations.close(), audit.close(), cleanUp.close()]);
  };
  const served = <Service extends object>(service: Service) =>
    answeringWithin(answersWithinMs, audited(audit, service));
  return {
    auth: served(auth),
    account: served(account),
    gate: served(gate),
    audit,
    admission,
    passwordCheck,
    cleanUp,
    keys,
    revocations,
    readiness,
    isCountingTogether: () => redis?.isUp() ?? true,
    close,
  };
}

function logHashing({ binary, passedOver, speed }: MeasuredPasswordHasher, log: Log): void {
  const found = { binary, hashesPerSecond: Math.round(speed.hashesPerSecond), concurrency: speed.concurrency };
  if (passedOver === undefined) log.info(found, 'password hashing');
  // A new `npm run tune` mends it.
  else log.warn({ ...found, passedOver }, 'password hashing');
}

function migrate(stores: Stores, log: Log): Step {
  return {
    name: 'bringing the database up to date',
    async run() {
      const applied = await stores.migrate();
      if (applied.length > 0) log.info({ applied }, 'migrations applied');
    },
  };
}

function awaitMigrations(stores: Stores): Step {
  return {
    name: 'waiting for pending migrations to be applied',
    async run() {
      const pending = await stores.pendingMigrations();
      if (pending.length > 0) {
        throw new AppError('SERVICE_UNAVAILABLE', { msg: `pending migrations: ${pending.join(', ')}` });
      }
    },
  };
}

function loadKeys(derivationKey: DerivationKey, keys: KeyRing, stores: Stores): Step {
  return {
    name: 'loading the keys',
    async run() {
      await derivationKey.load();
      await keys.load();
      keys.follow(stores.listen);
    },
  };
}

function followRevocations(revocations: Revocations): Step {
  return { name: 'following revocations', run: async () => revocations.start() };
}

function startCleanUp(cleanUp: CleanUp): Step {
  return { name: 'starting the clean-up', run: async () => cleanUp.start() };
}
