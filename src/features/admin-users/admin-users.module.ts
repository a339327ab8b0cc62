import type { Config } from '../../platform/config/config';
import { createLinks } from '../../platform/email/links';
import type { Log } from '../../platform/observability/log';
import { type Core, type CoreWithoutKeys, createCoreWithoutKeys, openCore } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import { openPasswordPolicy } from '../passwords/password-policy.module';
import { AccessRightsService } from './access-rights.service';
import { InvitationsService, type InvitationsServiceNeeds } from './invitations.service';
import { UsersService, type UsersServiceNeeds } from './users.service';

// The services that change users for operators: of the server, which has a core, and below those of the commands.

export const usersServiceOf = (
  core: CoreWithoutKeys,
  passwords: Pick<UsersServiceNeeds, 'hash' | 'openPasswordPolicy'>,
) => new UsersService({ ...core, ...passwords, sessions: core.liveSessions });

export const accessRightsOf = ({ stores, liveSessions, clock }: CoreWithoutKeys) =>
  new AccessRightsService(stores, liveSessions, clock);

export const invitationsOf = (core: Core, rateLimits: InvitationsServiceNeeds['rateLimits']) =>
  new InvitationsService({ ...core, linkOf: createLinks(core.config.publicUrl, core.config.email), rateLimits });

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

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openInvitations(config: Config, stores: Stores, log: Log): Promise<InvitationsService> {
  return invitationsOf(await openCore(config, stores, log), null);
}
