import { asUserIf } from '../accounts/auth/switched-off';
import { organizationsOff } from '../accounts/memberships/organization-errors';
import { ManagedOrganizations } from '../features/organizations/managed-organizations';
import { OrganizationChanges } from '../features/organizations/organization-changes';
import { OrganizationInvitationsService } from '../features/organizations/organization-invitations.service';
import { OrganizationsService } from '../features/organizations/organizations.service';
import { builtInRoles } from '../features/organizations/organizations.settings';
import type { PasswordResetService } from '../features/password-change/password-reset.service';
import { createLog } from '../platform/observability/log';
import { type BaseWithoutKeys, createBaseWithoutKeys } from './base';
import type { Config } from './config';
import type { Passwords } from './passwords';
import type { Shared } from './shared';
import type { Stores } from './stores';

/** The roles that a member of an organization can have. */
export const organizationRolesOf = ({ organizationRoles }: Pick<Config, 'organizationRoles'>): readonly string[] => [
  ...builtInRoles,
  ...organizationRoles,
];

/** Also for a command. */
export const organizationChangesOf = (
  base: Pick<
    BaseWithoutKeys,
    'config' | 'stores' | 'liveSessions' | 'revocations' | 'tokenClaims' | 'outbox' | 'clock'
  >,
): OrganizationChanges => new OrganizationChanges({ ...base, roles: organizationRolesOf(base.config) });

/** Also for a command. */
export const managedOrganizationsOf = (base: Parameters<typeof organizationChangesOf>[0]): ManagedOrganizations =>
  new ManagedOrganizations({
    stores: base.stores,
    changes: organizationChangesOf(base),
    setting: base.config.organizations,
  });

/** For a command. @throws AppError `FORBIDDEN` with ORGANIZATIONS=off */
export function createManagedOrganizations(config: Config, stores: Stores): ManagedOrganizations {
  const organizations = managedOrganizationsOf(createBaseWithoutKeys(config, stores, createLog('silent')));
  organizations.requireOn();
  return organizations;
}

type Needs = Pick<Passwords, 'reauthentication' | 'newPasswords' | 'beforeRegister'> & {
  passwordReset: PasswordResetService;
};

export function createOrganizations(shared: Shared, needs: Needs) {
  const { organizations: setting, registerDomains } = shared.config;
  const changes = organizationChangesOf(shared);
  const asUser = asUserIf(setting !== null, shared, organizationsOff);
  const all = { ...shared, ...needs, asUser, changes, setting, registerDomains };
  return {
    organizations: new OrganizationsService(all),
    organizationInvitations: new OrganizationInvitationsService(all),
  };
}
