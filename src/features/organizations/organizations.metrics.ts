import type { Metric } from '../../platform/observability/metric';
import { invitationResults, type OrganizationInvitationsService } from './organization-invitations.service';

interface Source {
  organizationInvitations: Pick<OrganizationInvitationsService, 'counts'>;
}

export function organizationsMetrics({ organizationInvitations: invitations }: Source): Metric[] {
  return [
    {
      name: 'gatehouse_organization_invitations_total',
      help: 'Invitations to organizations. `result` is `sent`, `withdrawn`, `accepted`, or `rejected` (a link that is not valid for the person).',
      type: 'counter',
      labels: ['result'],
      read: () => invitationResults.map((result) => ({ labels: { result }, value: invitations.counts[result] })),
    },
  ];
}
