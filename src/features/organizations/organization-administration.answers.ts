import { z } from 'zod';
import { summaryFields } from '../../accounts/memberships/membership.answers';
import { answerOf, answerType, exampleTs, pageOf } from '../../platform/operations/answer';

/** Also what commands print. */
export const organizationRecord = answerType('AdminOrganization', 'An organization as a super admin sees it.', {
  ...summaryFields,
  claims: z.custom<object>().meta({
    description: 'Data for the claims of access tokens, which only super admins and operators set. Empty by default.',
    keys: 'open',
    example: { plan: 'enterprise' },
  }),
  memberCount: z.int().meta({ description: 'The number of members.', example: 12 }),
  createdTs: z.date().meta({ description: 'When the organization was created.', example: exampleTs }),
  disabledTs: z.date().nullable().meta({
    description: 'When the organization was disabled. Null if it is enabled.',
    example: null,
  }),
});

export const adminOrganizationsAnswer = pageOf(organizationRecord, {
  connection: 'AdminOrganizationConnection',
  property: 'organizations',
  items: 'The organizations of this page, the newest first.',
  is: 'A page of the organizations.',
  positionOf: ({ createdTs, id }) => ({ ts: createdTs, id }),
});

export const adminOrganizationAnswer = answerOf(organizationRecord, {
  is: 'The organization.',
  envelopeName: 'AdminOrganizationEnvelope',
  payload: { name: 'AdminOrganizationPayload', is: 'The answer to an operation that returns an organization.' },
});
