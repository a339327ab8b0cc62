import { accountData, webhookEventTypes } from '../../platform/webhooks/event-type';

const organizationData = { organization_id: '01a20e51-0000-7000-8000-000000000003' };
const membershipData = { ...accountData, ...organizationData };

export const organizationEvents = webhookEventTypes.define({
  'organization.created': { means: 'An organization was created.', example: organizationData },
  'organization.updated': {
    means: 'An organization was changed, disabled or enabled: `changed` names it.',
    example: { ...organizationData, changed: ['name'] },
  },
  'organization.deleted': { means: 'An organization was deleted.', example: organizationData },
  'membership.created': {
    means: 'A user became a member of an organization.',
    example: { ...membershipData, roles: ['member'] },
  },
  'membership.updated': {
    means: 'The roles of a member of an organization were changed.',
    example: { ...membershipData, roles: ['admin'] },
  },
  'membership.deleted': { means: 'A member left an organization, or was removed.', example: membershipData },
});
