import { Authenticator } from '../accounts/auth/authenticator';
import { createRunAsUser } from '../accounts/auth/run-as-user';
import { hookAnswersWithinMs } from '../accounts/hooks/before-register';
import type { ApiKeyVerifier } from '../accounts/keys/api-key-verifier';
import { breachListAnswersWithinMs } from '../accounts/passwords/breached-passwords';
import type { MeasuredPasswordHasher } from '../accounts/passwords/password-hasher';
import { RevocationFeed } from '../accounts/sessions/revocation-feed';
import { AccessTokens } from '../accounts/tokens/access-token';
import { AuditLog } from '../platform/audit/audit-log';
import { redisSilenceMs } from '../platform/db/cluster/redis-client';
import { Lookup } from '../platform/db/lookup';
import { sendsMails } from '../platform/email/email.settings';
import type { Settling } from '../platform/jobs/delivery-queue';
import { mailSettleMs } from '../platform/messages/message-delivery';
import type { Log } from '../platform/observability/log';
import { createOperation } from '../platform/operations/run-operation';
import { RateLimits } from '../platform/rate-limits/rate-limits';
import { sendMs } from '../platform/webhooks/webhook-sender';
import { createBase } from './base';
import { createChallenges } from './challenges';
import type { Config } from './config';
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
  /** Every request to the hook, with the wait for a slot, in ms. After this time, the client gets an error. */
  hookMs: number;
  /** Every request to a provider, and every operation that waits for up to four of them, in ms. After this time, the client gets an error. */
  providerMs: { request: number; operation: number };
  /** Every attempt of a webhook, in ms. */
  webhookMs: number;
  /** Every fetch of the document of a client, in ms. After this time, the person gets a page with the problem. */
  documentMs: number;
  /** From the writing of a mail to the work on it. */
  mailSettleMs: Settling;
}

export const defaultTimeLimits: TimeLimits = {
  operationMs: 2800,
  redisMs: 250,
  redisSilenceMs,
  breachListMs: breachListAnswersWithinMs,
  hookMs: hookAnswersWithinMs,
  providerMs: { request: 3000, operation: 8000 },
  webhookMs: sendMs,
  documentMs: 3000,
  mailSettleMs,
};

/** What the services of a server are made from. */
export interface ServerNeeds {
  config: Config;
  stores: Stores;
  hasher: MeasuredPasswordHasher;
  log: Log;
}

/** What the services of all features of a server share. */
export type Shared = ReturnType<typeof createShared>;

/** @throws ConfigError if the file of USER_FIELDS or of TOKEN_CLAIMS cannot be used */
export function createShared({ config, stores, log }: Omit<ServerNeeds, 'hasher'>, timeLimits: TimeLimits) {
  const base = createBase(config, stores, log);
  base.userFields.load();
  const usersWrite = base.tokenClaims.load()?.usersWrite ?? [];
  if (usersWrite.length > 0)
    log.warn({ fields: usersWrite }, 'TOKEN_CLAIMS has fields that users write themselves: do not trust these claims');
  const { clock, revocations, derivationKey, accountKeys } = base;
  const { publicUrl: issuer, jwtAudience: audience, jwtClientId: clientId, jwtTtlS: ttlS } = config;
  const accessTokens = new AccessTokens(base.keys, { issuer, audience, clientId, ttlS }, clock);
  const audit = new AuditLog(stores.audit, accountKeys, clock, log);
  const redis = config.redisUrl && openRedisCounters(config.redisUrl, timeLimits, log);
  const rateLimits = new RateLimits({
    settings: config.rateLimits,
    counters: redis?.counters ?? stores.counters,
    knownNetworks: stores.knownNetworks,
    remembersNetworks: sendsMails(config),
    derive: derivationKey.derive,
    clock,
    log,
  });
  const botChallenges = createChallenges({ ...base, rateLimits });
  const apiKeyVerifier = config.apiKeys
    ? createApiKeyVerifier({
        ...{ store: stores.apiKeys, revocations, rateLimits, clock, log },
        hasOrganizations: config.organizations !== null,
      })
    : null;
  const authenticator = new Authenticator(accessTokens, revocations, rateLimits, apiKeyVerifier);
  const operation = createOperation(audit, timeLimits.operationMs);
  const asUser = createRunAsUser(operation, authenticator);
  const lookups = {
    users: new Lookup(
      (ids) => stores.users.findByIds(ids),
      ({ id }) => id,
    ),
    people: new Lookup(
      (ids) => stores.users.findByIdsWithLocale(ids),
      ({ user }) => user.id,
    ),
    clients: new Lookup(
      (ids) => stores.oauthClients.findByIdsWithHashes(ids),
      ({ client }) => client.id,
    ),
    clientsByUrl: new Lookup(
      (urls) => stores.oauthClients.findByUrlsWithHashes(urls),
      ({ client }) => client.metadataUrl ?? '',
    ),
  };
  const revocationFeed = new RevocationFeed(stores.revocationFeed, clock);
  const shared = { accessTokens, audit, redis, rateLimits, authenticator, operation, asUser, lookups, revocationFeed };
  return { ...base, timeLimits, ...shared, botChallenges, apiKeyVerifier };
}

/** Loaded only with API_KEYS. */
function createApiKeyVerifier(needs: ConstructorParameters<typeof ApiKeyVerifier>[0]): ApiKeyVerifier {
  const { ApiKeyVerifier } =
    require('../accounts/keys/api-key-verifier') as typeof import('../accounts/keys/api-key-verifier.js');
  return new ApiKeyVerifier(needs);
}
