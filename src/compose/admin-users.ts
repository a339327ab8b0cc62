import { IdentityDisconnector } from '../accounts/users/identity-disconnector';
import { AccessRightsService } from '../features/admin-users/access-rights.service';
import { InvitationsService, type InvitationsServiceNeeds } from '../features/admin-users/invitations.service';
import { UserLifecycleService, type UserLifecycleServiceNeeds } from '../features/admin-users/user-lifecycle.service';
import { createLinks } from '../platform/email/links';
import type { Log } from '../platform/observability/log';
import type { Config } from './config';
import { type Core, type CoreWithoutKeys, createCoreWithoutKeys, openCore } from './core';
import { openPasswordPolicy } from './password-policy';
import type { Stores } from './stores';

// The services that change users for operators: of the server, which has a core, and below those of the commands.

export const userLifecycleOf = (
  core: CoreWithoutKeys,
  passwords: Pick<UserLifecycleServiceNeeds, 'hash' | 'openPasswordPolicy'>,
) =>
  new UserLifecycleService({
    ...core,
    ...passwords,
    sessions: core.liveSessions,
    disconnector: new IdentityDisconnector(core.outbox, core.clock),
  });

export const accessRightsOf = ({ stores, claimChanges, userFields, clock }: CoreWithoutKeys) =>
  new AccessRightsService(stores, claimChanges, userFields, clock);

export const invitationsOf = (core: Core, rateLimits: InvitationsServiceNeeds['rateLimits']) =>
  new InvitationsService({ ...core, linkOf: createLinks(core.config.publicUrl, core.config.email), rateLimits });

/** `hash` returns a PHC string. */
export function createUserLifecycle(
  config: Config,
  stores: Stores,
  hash: (password: string) => Promise<string>,
  log: Log,
): UserLifecycleService {
  const core = createCoreWithoutKeys(config, stores, log);
  return userLifecycleOf(core, { hash, openPasswordPolicy: () => openPasswordPolicy(config, 1, log) });
}

export const createAccessRightsService = (config: Config, stores: Stores, log: Log): AccessRightsService =>
  accessRightsOf(createCoreWithoutKeys(config, stores, log));

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  return invitationsOf(await openCore(config, stores, log), null);
}
