import { OrganizationStore } from '../../accounts/memberships/organization.store';
import { OrganizationInvitationStore } from '../../accounts/memberships/organization-invitation.store';
import { organizationPurposes } from '../../accounts/memberships/organizations.purposes';
import { organizationsTables } from '../../accounts/memberships/organizations.tables';
import { OrganizationRevocationStore } from '../../accounts/sessions/organization-revocation.store';
import { organizationActions } from '../../accounts/users/organizations.audit';
import { organizationEvents } from '../../accounts/users/organizations.events';
import type { Feature } from '../../platform/feature';
import { dayMs, expired } from '../../platform/jobs/clean-up-step';
import * as organizationAdministration from './organization-administration.operations';
import { invitationLimits } from './organization-invitations.limits';
import * as organizationInvitations from './organization-invitations.operations';
import { organizationMails } from './organizations.mails';
import { organizationsMetrics } from './organizations.metrics';
import * as organizations from './organizations.operations';
import { organizationReasons } from './organizations.reasons';
import { organizationsSettings } from './organizations.settings';

/** Revocations are kept as those of accounts: longer than any access token lives. Invitations: while the audit may ask for them. */
const keptMs = 30 * dayMs;

export const organizationsFeature = {
  settings: [organizationsSettings],
  operations: [organizations, organizationInvitations, organizationAdministration],
  limits: invitationLimits,
  mails: organizationMails,
  metrics: [organizationsMetrics],
  purposes: organizationPurposes,
  reasons: [organizationReasons],
  actions: [organizationActions],
  events: [organizationEvents],
  stores: {
    organizations: OrganizationStore,
    organizationInvitations: OrganizationInvitationStore,
    organizationRevocations: OrganizationRevocationStore,
  },
  tables: organizationsTables,
  cleanUp: [
    expired('organization_revocations', { key: 'organization_id', column: 'revoked_ts', keptMs }),
    expired('organization_invitations', { keptMs }),
  ],
} satisfies Feature;
