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
import { createCore, createEncryptions, createSessions } from './core';
import { openPasswordPolicy } from './password-policy';
import type { Stores } from './stores';

export function createKeyRing(config: Config, stores: Stores, log: Log): KeyRing {
  return createCore(config, stores, log).keys;
}

export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores, createEncryptions(secrets), stores.clock.now);
}

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditService(config: Config, stores: Stores, log: Log): Promise<AuditService> {
  const { derivationKey, liveSessions } = createCore(config, stores, log);
  await derivationKey.load();
  const { accountKeyOf } = createAccountKeys(derivationKey.derive);
  return new AuditService(
    stores.audit,
    stores.reading.audit,
    stores.users,
    liveSessions,
    stores.oauthClients,
    accountKeyOf,
  );
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
  return new UsersService(stores, liveSessions, hash, openPolicy, new Outbox(now), now);
}

export function createAccessRightsService(config: Config, stores: Stores, log: Log): AccessRightsService {
  const { liveSessions } = createSessions(config, stores, log);
  return new AccessRightsService(stores, liveSessions, stores.clock.now);
}

export const createOAuthClientsService = (stores: Stores): OAuthClientsService =>
  new OAuthClientsService(stores, stores.clock.now);

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  const { derivationKey, oneTimeTokens, outbox, clock } = createCore(config, stores, log);
  await derivationKey.load();
  return new InvitationsService(
    stores,
    oneTimeTokens,
    outbox,
    createLinks(config.publicUrl, config.email),
    null,
    clock,
  );
}
