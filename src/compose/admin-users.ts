import { IdentityDisconnector } from '../accounts/users/identity-disconnector';
import { AccessRightsService } from '../features/admin-users/access-rights.service';
import { InvitationsService, type InvitationsServiceNeeds } from '../features/admin-users/invitations.service';
import { UserLifecycleService, type UserLifecycleServiceNeeds } from '../features/admin-users/user-lifecycle.service';
import { createLinks } from '../platform/email/links';
import type { Log } from '../platform/observability/log';
import { type Base, type BaseWithoutKeys, createBaseWithoutKeys, openBase } from './base';
import type { Config } from './config';
import { openPasswordPolicy } from './password-policy';
import type { Stores } from './stores';

// The services that change users for operators: of the server, which has a base, and below those of the commands.

export const userLifecycleOf = (
  base: BaseWithoutKeys,
  passwords: Pick<UserLifecycleServiceNeeds, 'hash' | 'openPasswordPolicy'>,
) =>
  new UserLifecycleService({
    ...base,
    ...passwords,
    sessions: base.liveSessions,
    disconnector: new IdentityDisconnector(base.outbox, base.clock),
  });

export const accessRightsOf = ({ stores, claimChanges, userFields, clock }: BaseWithoutKeys) =>
  new AccessRightsService(stores, claimChanges, userFields, clock);

export const invitationsOf = (base: Base, rateLimits: InvitationsServiceNeeds['rateLimits']) =>
  new InvitationsService({ ...base, linkOf: createLinks(base.config.publicUrl, base.config.email), rateLimits });

/** `hash` returns a PHC string. */
export function createUserLifecycle(
  config: Config,
  stores: Stores,
  hash: (password: string) => Promise<string>,
  log: Log,
): UserLifecycleService {
  const base = createBaseWithoutKeys(config, stores, log);
  return userLifecycleOf(base, { hash, openPasswordPolicy: () => openPasswordPolicy(config, 1, log) });
}

export const createAccessRightsService = (config: Config, stores: Stores, log: Log): AccessRightsService =>
  accessRightsOf(createBaseWithoutKeys(config, stores, log));

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  return invitationsOf(await openBase(config, stores, log), null);
}
