import { AuditLog, createAccountKeys } from '../audit/audit-log';
import { AccountService } from '../auth/account.service';
import { AuthService } from '../auth/auth.service';
import { Authenticator } from '../auth/authenticator';
import { ForwardAuthService } from '../auth/forward-auth.service';
import type { Config } from '../config/config';
import { Readiness } from '../health/readiness';
import type { Log } from '../observability/log';
import type { Metric } from '../observability/metric';
import { HashQueue } from '../passwords/hash-queue';
import { PasswordCheck } from '../passwords/password-check';
import type { MeasuredPasswordHasher } from '../passwords/password-hasher';
import { RateLimits } from '../rate-limits/rate-limits';
import { createOperation } from '../request/operation';
import { createRefreshTokens } from '../sessions/refresh-token';
import type { Revocations } from '../sessions/revocations';
import { SessionService } from '../sessions/session.service';
import { AccessTokens } from '../tokens/access-token';
import type { KeyRing } from '../tokens/key-ring';
import { UserLookup } from '../users/user-lookup';
import { createCleanUp } from './clean-up';
import { createCore } from './core';
import { collectMetrics } from './metrics';
import { startSteps } from './start-steps';
import { openRedisCounters, type Stores } from './stores';

/** The time limit of every operation, in ms. After this time, the client gets an error. */
const defaultTimeLimitMs = 2800;

/** How many logins and registrations run in addition to those that hash. They use the database in the meantime. */
const atWorkApartFromHashes = 14;

export interface Services {
  auth: AuthService;
  account: AccountService;
  forwardAuth: ForwardAuthService;
  audit: AuditLog;
  hashQueue: HashQueue;
  keys: KeyRing;
  revocations: Revocations;
  readiness: Readiness;
  metrics: readonly Metric[];
  /** Stops the background work, and writes pending audit events and rate-limit counts. */
  close(): Promise<void>;
}

/** Creates the services of the server with their dependencies. Tests on slow machines change the time limit. */
export function createServices(
  config: Config,
  stores: Stores,
  passwords: MeasuredPasswordHasher,
  log: Log,
  timeLimitMs = defaultTimeLimitMs,
): Services {
  logHashing(passwords, log);
  const core = createCore(config, stores, log);
  const { clock, keys, revocations, liveSessions } = core;
  const { derive } = core.derivationKey;
  const accessTokens = new AccessTokens(
    keys,
    {
      issuer: config.publicUrl,
      audience: config.jwtAudience,
      clientId: config.jwtClientId,
      ttlS: config.jwtTtlS,
    },
    clock,
  );
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
  const hashQueue = new HashQueue(
    {
      slots: config.hashConcurrency + atWorkApartFromHashes,
      slotsPerAccount: rateLimits.loginsAtOnce,
      longestWaitMs: config.hashQueueWaitMs,
      longestQueue: config.hashQueueLength,
    },
    passwords.msPerHash,
  );
  const operation = createOperation(audit, timeLimitMs);
  const auth = new AuthService(
    operation,
    stores.users,
    sessions,
    passwords,
    passwordCheck,
    hashQueue,
    rateLimits,
    accessTokens,
    clock,
  );
  const users = new UserLookup(stores.users);
  const account = new AccountService(operation, authenticator, users, liveSessions, rateLimits);
  const forwardAuth = new ForwardAuthService(operation, authenticator, users, {
    returnEmail: config.verifyReturnsEmail,
  });
  const cleanUp = createCleanUp(config, stores, clock, log);
  const readiness = new Readiness(startSteps(config, stores, core, cleanUp, log), stores.ping, log);
  const metrics = collectMetrics({
    audit,
    passwordCheck,
    cleanUp,
    readiness,
    hashQueue,
    revocations,
    areLimitsShared: () => redis?.isUp() ?? true,
    pool: stores.pool,
  });
  const close = async () => {
    await rateLimits.close();
    redis?.close();
    await Promise.all([keys.close(), revocations.close(), audit.close(), cleanUp.close()]);
  };
  return {
    auth,
    account,
    forwardAuth,
    audit,
    hashQueue,
    keys,
    revocations,
    readiness,
    metrics,
    close,
  };
}

function logHashing({ engine, passedOver, speed }: MeasuredPasswordHasher, log: Log): void {
  const found = { engine, hashesPerSecond: Math.round(speed.hashesPerSecond), cores: speed.cores };
  if (passedOver === undefined) log.info(found, 'password hashing');
  // An operator who sets HASH_ENGINE=argon2 knows this, and gets no warning.
  else
    log.warn({ ...found, passedOver }, 'password hashing is slower than it could be: the faster engine cannot be used');
}
