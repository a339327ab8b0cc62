import { z } from 'zod';
import { answerType, exampleTs } from '../../platform/operations/answer';

const text = (description: string, example: string) => z.string().meta({ description, example });

export const organizationRoles = (description: string, example: readonly string[]) =>
  z
    .array(z.string().meta({ description: 'The name of a role.' }))
    .readonly()
    .meta({ description, example });

/** What each member sees of an organization. */
export const summaryFields = {
  id: z.uuid().meta({ description: 'The id of the organization.', example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' }),
  slug: text('The short name, which never changes.', 'example-sons'),
  name: text('The name, for people.', 'Example & Sons'),
};

export const organizationSummary = answerType(
  'OrganizationSummary',
  'An organization, as each member sees it.',
  summaryFields,
);

export const membershipRecord = answerType('Membership', 'What a user is in an organization.', {
  organization: organizationSummary.meta({ description: 'The organization.' }),
  roles: organizationRoles('The roles of the user in the organization, 1 to 5.', ['owner']),
  createdTs: z.date().meta({ description: 'When the user became a member.', example: exampleTs }),
});

export const invitationRecord = answerType('Invitation', 'An open invitation to an organization.', {
  id: z.uuid().meta({ description: 'The id of the invitation.', example: '01a20e51-1b2c-7e4f-8a6b-7c8d9e0f1a2b' }),
  email: text('The invited e-mail address, as entered.', 'grace@example.com'),
  roles: organizationRoles('The roles that the person will have, 1 to 5.', ['member']),
  createdTs: z.date().meta({ description: 'When the address was invited.', example: exampleTs }),
  expiresTs: z.date().meta({
    description: 'Until when the link is valid.',
    example: new Date(exampleTs.getTime() + 604_800_000),
  }),
});

export const organizationRecord = answerType('Organization', 'An organization of the user.', {
  ...summaryFields,
  roles: organizationRoles('The roles of the user who asks.', ['owner']),
  createdTs: z.date().meta({ description: 'When the organization was created.', example: exampleTs }),
  invitations: z.array(invitationRecord).readonly().nullable().meta({
    description: 'The open invitations, the newest first. Null unless the user who asks is an owner or an admin.',
  }),
});
export type OrganizationOfMember = z.infer<typeof organizationRecord>;
