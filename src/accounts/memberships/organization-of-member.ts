import type { Clock } from '../../platform/runtime/clock';
import { type Membership, mayManage } from '../users/organization';
import type { OrganizationOfMember } from './membership.answers';
import type { OrganizationInvitationStore } from './organization-invitation.store';

export interface InvitationsNeeds {
  stores: { organizationInvitations: Pick<OrganizationInvitationStore, 'listOpen'> };
  clock: Clock;
}

type OwnRoles = Pick<Membership, 'organization' | 'roles'>;

export function withoutInvitations({ organization, roles }: OwnRoles): OrganizationOfMember {
  const { id, slug, name, createdTs } = organization;
  return { id, slug, name, roles, createdTs, invitations: null };
}

/** Returns an organization as a member sees it. */
export async function toOrganizationOfMember(
  membership: OwnRoles,
  { stores, clock }: InvitationsNeeds,
): Promise<OrganizationOfMember> {
  const organization = withoutInvitations(membership);
  if (!mayManage(organization.roles)) return organization;
  return { ...organization, invitations: await stores.organizationInvitations.listOpen(organization.id, clock()) };
}
