import type { AccountEraser } from '../account-deletion/account-eraser';
import type { ExamineInstallation } from '../administration/admin-installation.service';
import { AuditLog, createAccountKeys } from '../audit/audit-log';
import { AccountService } from '../auth/account.service';
import { AuthService } from '../auth/auth.service';
import { Authenticator } from '../auth/authenticator';
import { ForwardAuthService } from '../auth/forward-auth.service';
import { ListedPasswordNotices } from '../auth/listed-password-notices';
import { PageSessions } from '../auth/page-sessions';
import { PasswordUpgrade } from '../auth/password-upgrade';
import { Reauthentication } from '../auth/reauthentication';
import { createRunAsUser } from '../auth/run-as-user';
import { SessionOpener } from '../auth/session-opener';
import type { Config } from '../config/config';
import { redisSilenceMs } from '../db/redis-client';
import type { Mailbox } from '../email/mailbox';
import type { FederationService } from '../federation/federation.service';
import { Readiness } from '../health/readiness';
import { createWaitingMails } from '../messages/waiting-mails';
import { ClientAuthenticator } from '../oauth-clients/client-authenticator';
import { OAuthTokenService } from '../oauth-clients/oauth-token.service';
import type { Log } from '../observability/log';
import type { Metric } from '../observability/metric';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens';
import { createOperation } from '../operations/run-operation';
import { breachListAnswersWithinMs } from '../passwords/breached-passwords';
import { Decoys } from '../passwords/decoys';
import { HashQueue } from '../passwords/hash-queue';
import { PasswordCheck } from '../passwords/password-check';
import type { MeasuredPasswordHasher } from '../passwords/password-hasher';
import { RateLimits } from '../rate-limits/rate-limits';
import { createRefreshTokens } from '../sessions/refresh-token';
import type { Revocations } from '../sessions/revocations';
import { SessionService } from '../sessions/session.service';
import { AccessTokens } from '../tokens/access-token';
import type { KeyRing } from '../tokens/key-ring';
import { UserLookup } from '../users/user-lookup';
import { createAccountDeletions, createAccountEraser } from './account-deletions';
import { type AccountLife, createAccountLife, createAccountRules } from './account-life';
import { type AdminServices, createAdminServices } from './administration-api';
import { createCleanUp } from './clean-up';
import { createCore } from './core';
import { createHeartbeat } from './instances';
import { createLegacy, waitsWithin } from './legacy';
import { createMails } from './mails';
import { collectMetrics } from './metrics';
import { createPasskeyServices, type PasskeyServices } from './passkeys';
import { openPasswordPolicy } from './password-policy';
import { createSecondFactorServices, createSecondFactors, type SecondFactorServices } from './second-factors';
import { startSteps } from './start-steps';
import { openRedisCounters, type Stores } from './stores';

export interface TimeLimits {
  /** Every operation, in ms. After this time, the client gets an error. */
  operationMs: number;
  /** Every count in Redis, in ms. After this time, Redis counts as unavailable. */
  redisMs: number;
  /** The connection to Redis without any answer, in ms. After this time, it is opened again. */
  redisSilenceMs: number;
  /** Every search in the list of breached passwords, in ms. After this time, the password counts as not listed. */
  breachListMs: number;
}

const defaultTimeLimits: TimeLimits = {
  operationMs: 2800,
  redisMs: 250,
  redisSilenceMs,
  breachListMs: breachListAnswersWithinMs,
};

/** How many logins and registrations run in addition to those that hash. They use the database in the meantime. */
const atWorkApartFromHashes = 14;

export interface Services extends AccountLife, SecondFactorServices, PasskeyServices {
  auth: AuthService;
  account: AccountService;
  forwardAuth: ForwardAuthService;
  oauthTokens: OAuthTokenService;
  /** Null if Gatehouse is not a subgraph. */
  federation: FederationService | null;
  /** Null if the administration API is off. */
  administration: AdminServices | null;
  pageSessions: PageSessions;
  eraser: AccountEraser;
  oneTimeTokens: OneTimeTokens;
  audit: AuditLog;
  listedPasswordNotices: ListedPasswordNotices;
  hashQueue: HashQueue;
  keys: KeyRing;
  revocations: Revocations;
  /** Null unless the mails are kept for a developer. */
  mailbox: Mailbox | null;
  readiness: Readiness;
  metrics: readonly Metric[];
  /** Stops the background work, and writes pending audit events and rate-limit counts. */
  close(): Promise<void>;
}

/** Creates the services of the server with their dependencies. Tests on slow machines change the time limits. */
export function createServices(
  config: Config,
  stores: Stores,
  passwords: MeasuredPasswordHasher,
  log: Log,
  examine: ExamineInstallation,
  timeLimits = defaultTimeLimits,
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
  const sessions = new SessionService({
    store: stores.sessions,
    refreshTokens: createRefreshTokens(derive),
    live: liveSessions,
    revocations,
    lifetimes: { absoluteS: config.sessionAbsoluteTtlS, graceS: config.refreshGraceS },
    mostSessionsPerAccount: config.sessionsPerAccount,
    clock,
    log,
  });
  const audit = new AuditLog(stores.audit, createAccountKeys(derive), clock, log);
  const redis = config.redisUrl && openRedisCounters(config.redisUrl, timeLimits, log);
  const counters = redis?.counters ?? stores.counters;
  const rateLimits = new RateLimits({
    settings: config.rateLimits,
    counters,
    knownNetworks: stores.knownNetworks,
    derive,
    clock,
    log,
  });
  const authenticator = new Authenticator(accessTokens, revocations, rateLimits);
  const slots = config.hashConcurrency + atWorkApartFromHashes;
  const waits = waitsWithin(timeLimits.operationMs, config);
  const hashQueue = new HashQueue(
    {
      slots,
      slotsPerAccount: rateLimits.loginsAtOnce,
      longestWaitMs: waits.queueMs,
      longestQueue: config.hashQueueLength,
    },
    passwords.msPerHash,
  );
  const legacy = createLegacy(config, waits.legacyMs, stores, hashQueue, passwords, log);
  const isLegacyAsked = legacy.passwords !== null;
  const decoys = new Decoys(stores.passwordSchemes, derive, isLegacyAsked, passwords.isOutdated, log);
  const passwordCheck = new PasswordCheck(passwords, legacy.passwords, decoys, core.signerKeys, log);
  const passwordUpgrade = new PasswordUpgrade(stores.users, passwords);
  // Half of the slots stay for requests that wait for no other service.
  const passwordPolicy = openPasswordPolicy(config, Math.ceil(slots / 2), log, timeLimits.breachListMs);
  const listedPasswordNotices = new ListedPasswordNotices(
    passwordPolicy.policy,
    stores.transaction,
    core.outbox,
    clock,
    log,
  );
  const operation = createOperation(audit, timeLimits.operationMs);
  const asUser = createRunAsUser(operation, authenticator);
  const eraser = createAccountEraser(core, stores);
  const deletions = createAccountDeletions(config, core, stores, eraser);
  const opener = new SessionOpener(sessions, accessTokens, clock);
  const factorParts = createSecondFactors(config, core, stores, opener, rateLimits);
  const { registrations, loginPolicy } = createAccountRules(config, core, stores, deletions, rateLimits);
  const auth = new AuthService({
    operation,
    users: stores.users,
    sessions,
    passwords,
    passwordCheck,
    passwordUpgrade,
    unknownAddresses: legacy.unknownAddresses,
    passwordPolicy: passwordPolicy.policy,
    listedPasswordNotices,
    hashQueue,
    rateLimits,
    opener,
    secondFactors: factorParts.logins,
    registrations,
    loginPolicy,
    loginPasswordRule: config.loginPasswordRule,
    clock,
  });
  const reauthentication = new Reauthentication({
    users: stores.users,
    passwordCheck,
    passwordUpgrade,
    hashQueue,
    rateLimits,
    clock,
  });
  const life = createAccountLife({
    stores,
    core,
    operation,
    asUser,
    authenticator,
    passwords,
    passwordPolicy: passwordPolicy.policy,
    reauthentication,
    hashQueue,
    rateLimits,
    deletions,
  });
  const authentication = { operation, asUser, authenticator, reauthentication, opener };
  const factors = createSecondFactorServices(config, core, stores, factorParts, authentication, rateLimits);
  const login = { opener, loginPolicy };
  const passkeys = createPasskeyServices(config, core, stores, factorParts, authentication, login, rateLimits);
  const users = new UserLookup(stores.users);
  const account = new AccountService({ operation, asUser, authenticator, users, liveSessions, rateLimits });
  const verifySettings = { returnEmail: config.verifyReturnsEmail };
  const forwardAuth = new ForwardAuthService(operation, authenticator, users, verifySettings, clock);
  const oauthClients = new ClientAuthenticator(stores.oauthClients, rateLimits, clock);
  const oauthTokens = new OAuthTokenService({
    operation,
    clients: oauthClients,
    authenticator,
    liveSessions,
    users,
    issuer: config.publicUrl,
  });
  const federation = config.federation
    ? loadFederationService(operation, authenticator, stores.users, rateLimits, {
        routerSecret: config.federationSecret,
        introspection: config.explorer,
      })
    : null;
  const administration = createAdminServices(config, {
    core,
    stores,
    operation,
    authenticator,
    rateLimits,
    deletions,
    examine,
    accessTokens,
    log,
  });
  const pageSessions = new PageSessions(stores.pageCookies, liveSessions, stores.users, accessTokens, clock);
  const cleanUp = createCleanUp(config, stores, eraser, clock, log);
  const { delivery, mailbox } = createMails(config, stores, core.oneTimeTokens, clock, log);
  const heartbeat = createHeartbeat(config, stores, log);
  const steps = startSteps(config, stores, core, heartbeat, decoys, cleanUp, delivery, log);
  const readiness = new Readiness(steps, stores.ping, log);
  const metrics = collectMetrics({
    audit,
    passwordCheck,
    passwordPolicy: passwordPolicy.policy,
    breachedPasswords: passwordPolicy.breached,
    oldService: legacy.oldService,
    cleanUp,
    readiness,
    hashQueue,
    revocations,
    oauthClients,
    oauthTokens,
    rateLimits,
    mailDelivery: delivery,
    waitingMails: createWaitingMails(stores.messages, clock),
    areLimitsShared: () => redis?.isUp() ?? true,
    pool: stores.pool,
    primaryChanges: stores.primaryChanges,
    clock: stores.clock,
    reads: stores.readCounts,
  });
  const close = async () => {
    await delivery?.close();
    await rateLimits.close();
    redis?.close();
    await passwordPolicy.close();
    await legacy.oldService?.close();
    await Promise.all([
      listedPasswordNotices.close(),
      heartbeat?.close(),
      keys.close(),
      revocations.close(),
      audit.close(),
      cleanUp.close(),
      decoys.close(),
      passwords.close(),
    ]);
  };
  return {
    auth,
    account,
    ...life,
    ...factors,
    ...passkeys,
    forwardAuth,
    oauthTokens,
    federation,
    administration,
    pageSessions,
    eraser,
    oneTimeTokens: core.oneTimeTokens,
    audit,
    listedPasswordNotices,
    hashQueue,
    keys,
    revocations,
    mailbox,
    readiness,
    metrics,
    close,
  };
}

/** Loads the service, too, because most installations do not use it. */
function loadFederationService(...dependencies: ConstructorParameters<typeof FederationService>): FederationService {
  const federation =
    require('../federation/federation.service') as typeof import('../federation/federation.service.js');
  return new federation.FederationService(...dependencies);
}

function logHashing({ engine, passedOver, speed }: MeasuredPasswordHasher, log: Log): void {
  const found = { engine, hashesPerSecond: Math.round(speed.hashesPerSecond), cores: speed.cores };
  if (passedOver === undefined) log.info(found, 'password hashing');
  // An operator who sets HASH_ENGINE=argon2 knows this, and gets no warning.
  else
    log.warn({ ...found, passedOver }, 'password hashing is slower than it could be: the faster engine cannot be used');
}
