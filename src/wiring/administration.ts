import { AccessRightsService } from '../administration/access-rights.service';
import { AuditService } from '../administration/audit.service';
import { InvitationsService } from '../administration/invitations.service';
import { SecretRotation } from '../administration/secret-rotation';
import { UsersService } from '../administration/users.service';
import { createAccountKeys } from '../audit/audit-log';
import type { Config } from '../config/config';
import { createLinks } from '../email/links';
import type { Secrets } from '../encryption/encryption';
import { Outbox } from '../messages/outbox';
import { OAuthClientsService } from '../oauth-clients/oauth-clients.service';
import type { Log } from '../observability/log';
import type { KeyRing } from '../tokens/key-ring';
import { createCore, createEncryptions, createSessions, loadDerivationKey, loadSigningKeys } from './core';
import { openPasswordPolicy } from './password-policy';
import type { Stores } from './stores';

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const core = createCore(config, stores, log);
  await loadSigningKeys(core);
  return core.keys;
}

export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores, createEncryptions(secrets), stores.clock.now);
}

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditService(config: Config, stores: Stores, log: Log): Promise<AuditService> {
  const core = createCore(config, stores, log);
  await loadDerivationKey(core);
  const { accountKeyOf } = createAccountKeys(core.derivationKey.derive);
  return new AuditService({
    store: stores.audit,
    reading: stores.reading.audit,
    users: stores.users,
    sessions: core.liveSessions,
    clients: stores.oauthClients,
    accountKeyOf,
  });
}

/** `hash` returns a PHC string. */
export function createUsersService(
  config: Config,
  stores: Stores,
  hash: (password: string) => Promise<string>,
  log: Log,
): UsersService {
  const { liveSessions } = createSessions(config, stores, log);
  const openPolicy = () => openPasswordPolicy(config, 1, log);
  const { now } = stores.clock;
  return new UsersService({
    stores,
    sessions: liveSessions,
    hash,
    openPasswordPolicy: openPolicy,
    outbox: new Outbox(now, config.rateLimits.MAIL_ADDRESS),
    clock: now,
  });
}

export function createAccessRightsService(config: Config, stores: Stores, log: Log): AccessRightsService {
  const { liveSessions } = createSessions(config, stores, log);
  return new AccessRightsService(stores, liveSessions, stores.clock.now);
}

export const createOAuthClientsService = (stores: Stores): OAuthClientsService =>
  new OAuthClientsService(stores, stores.clock.now);

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  const core = createCore(config, stores, log);
  await loadDerivationKey(core);
  return new InvitationsService({
    stores,
    oneTimeTokens: core.oneTimeTokens,
    outbox: core.outbox,
    linkOf: createLinks(config.publicUrl, config.email),
    rateLimits: null,
    clock: core.clock,
  });
}
