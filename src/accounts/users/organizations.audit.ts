import { asked, auditActions, events, rejected } from '../../platform/audit/action';
import { organizationEvents } from './organizations.events';

export const organizationActions = auditActions.define({
  organization_created: {
    means: 'An organization was created.',
    event: events(organizationEvents['organization.created']),
  },
  organization_updated: {
    means: 'An organization was changed, disabled or enabled: `fields` names it.',
    event: events(organizationEvents['organization.updated']),
  },
  organization_deleted: {
    means: 'An organization was deleted, or went with the account of its only member.',
    event: events(organizationEvents['organization.deleted']),
  },
  member_added: {
    means: 'The user became a member of an organization: by an invitation, if there is an `invitationId`.',
    event: events(organizationEvents['membership.created']),
  },
  member_invited: { means: 'An address was invited to an organization.', event: asked },
  invitation_withdrawn: { means: 'An invitation to an organization was withdrawn.', event: asked },
  invitation_rejected: { means: 'The link of an invitation to an organization was rejected.', event: rejected },
  member_changed: {
    means: 'The roles of the user in an organization were changed.',
    event: events(organizationEvents['membership.updated']),
  },
  member_removed: {
    means: 'The user left an organization, or was removed from it.',
    event: events(organizationEvents['membership.deleted']),
  },
});
