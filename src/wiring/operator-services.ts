import type { AccountDeletions } from '../features/account-deletion/account-deletions';
import { AccessRightsService } from '../features/administration/access-rights.service';
import { AuditService } from '../features/administration/audit.service';
import { InvitationsService, type InvitationsServiceNeeds } from '../features/administration/invitations.service';
import { SecretRotation } from '../features/administration/secret-rotation';
import { UsersService, type UsersServiceNeeds } from '../features/administration/users.service';
import { OAuthClientsService } from '../features/oauth-clients/oauth-clients.service';
import type { KeyRing } from '../features/tokens/key-ring';
import type { Config } from '../platform/config/config';
import { createLinks } from '../platform/email/links';
import type { Secrets } from '../platform/encryption/encryption';
import type { Log } from '../platform/observability/log';
import { accountDeletionModule } from './account-deletion.module';
import {
  type Core,
  type CoreWithoutKeys,
  createCore,
  createCoreWithoutKeys,
  createEncryptions,
  loadDerivationKey,
  loadSigningKeys,
} from './core';
import { openPasswordPolicy } from './password-policy';
import type { Stores } from './stores';

// The services of operators: of the server, which has a core, and below those of the commands.

export const usersServiceOf = (
  core: CoreWithoutKeys,
  passwords: Pick<UsersServiceNeeds, 'hash' | 'openPasswordPolicy'>,
) => new UsersService({ ...core, ...passwords, sessions: core.liveSessions });

export const accessRightsOf = ({ stores, liveSessions, clock }: CoreWithoutKeys) =>
  new AccessRightsService(stores, liveSessions, clock);

export const auditServiceOf = ({ stores, liveSessions, accountKeys }: Core) =>
  new AuditService({
    store: stores.audit,
    reading: stores.reading.audit,
    users: stores.users,
    sessions: liveSessions,
    clients: stores.oauthClients,
    accountKeyOf: accountKeys.accountKeyOf,
  });

export const invitationsOf = (core: Core, rateLimits: InvitationsServiceNeeds['rateLimits']) =>
  new InvitationsService({ ...core, linkOf: createLinks(core.config.publicUrl, core.config.email), rateLimits });

/** @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openKeyRing(config: Config, stores: Stores, log: Log): Promise<KeyRing> {
  const core = createCore(config, stores, log);
  await loadSigningKeys(core);
  return core.keys;
}

export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores, createEncryptions(secrets), stores.clock.now);
}

/** `hash` returns a PHC string. */
export function createUsersService(
  config: Config,
  stores: Stores,
  hash: (password: string) => Promise<string>,
  log: Log,
): UsersService {
  const core = createCoreWithoutKeys(config, stores, log);
  return usersServiceOf(core, { hash, openPasswordPolicy: () => openPasswordPolicy(config, 1, log) });
}

export const createAccessRightsService = (config: Config, stores: Stores, log: Log): AccessRightsService =>
  accessRightsOf(createCoreWithoutKeys(config, stores, log));

export const createOAuthClientsService = (stores: Stores): OAuthClientsService =>
  new OAuthClientsService(stores, stores.clock.now);

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditService(config: Config, stores: Stores, log: Log): Promise<AuditService> {
  return auditServiceOf(await openCore(config, stores, log));
}

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  return invitationsOf(await openCore(config, stores, log), null);
}

/** Creates the service and loads the key that erases events. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openAccountDeletions(config: Config, stores: Stores, log: Log): Promise<AccountDeletions> {
  return accountDeletionModule(await openCore(config, stores, log)).deletions;
}

async function openCore(config: Config, stores: Stores, log: Log): Promise<Core> {
  const core = createCore(config, stores, log);
  await loadDerivationKey(core);
  return core;
}
