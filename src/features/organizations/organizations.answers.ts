import { z } from 'zod';
import {
  invitationRecord,
  membershipRecord,
  organizationRecord,
  organizationRoles as roles,
} from '../../accounts/memberships/membership.answers';
import { exampleUser, userRecord } from '../../accounts/users/user.answers';
import {
  answerOf,
  answerType,
  exampleTs,
  graphqlType,
  listOf,
  nothing,
  pageOf,
} from '../../platform/operations/answer';

const text = (description: string, example: string) => z.string().meta({ description, example });

const member = answerType('Member', 'A member of an organization.', {
  userId: z.uuid().meta({ description: 'The id of the user.', example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90' }),
  firstName: text('The first name.', 'Ada'),
  lastName: text('The last name.', 'Lovelace'),
  email: z.string().nullable().meta({
    description: 'The e-mail address. Null if a member asks who is neither an owner nor an admin.',
    example: 'ada@example.com',
  }),
  roles: roles('The roles of the member, 1 to 5.', ['owner']),
  createdTs: z.date().meta({ description: 'When the user became a member.', example: exampleTs }),
});
export type ListedMember = z.infer<typeof member>;

export const organizationsAnswer = listOf(membershipRecord, {
  property: 'organizations',
  items: 'The organizations, by their short names.',
  is: 'The organizations of the user.',
});

export const organizationAnswer = answerOf(organizationRecord, {
  is: 'The organization.',
  envelopeName: 'OrganizationEnvelope',
  payload: { name: 'OrganizationPayload', is: 'The answer to an operation that returns an organization.' },
});

export const invitationAnswer = answerOf(invitationRecord, {
  is: 'The invitation.',
  envelopeName: 'InvitationEnvelope',
  payload: { name: 'InvitationPayload', is: 'The answer to `inviteMember`.' },
});

export const withdrawnAnswer = nothing('The invitation was withdrawn.');

export const registeredAnswer = answerOf(userRecord, {
  is: 'The new user, with the verified address.',
  envelope: 'The user.',
  envelopeName: 'RegisterEnvelope',
  response: 'The account was created, and is a member of the organization.',
  example: { ...exampleUser, emailVerified: true },
});

export const membersAnswer = pageOf(member, {
  connection: 'MemberConnection',
  edge: {
    name: 'MemberEdge',
    is: 'One member of a page, with its cursor.',
    cursor: 'The position of this member in the list. Sent as `after`, it starts the next page after this member.',
    node: 'The member at this position.',
  },
  property: 'members',
  items: 'The members, in the order in which they became members.',
  is: 'A page of the members.',
  positionOf: ({ createdTs, userId }) => ({ ts: createdTs, id: userId }),
});

export const deletedAnswer = nothing('The organization was deleted.');
export const memberAnswer = nothing('The member was changed, or removed.');

const token = graphqlType('OrganizationTokenResult', 'An access token for an organization.', {
  jwt: text('The access token (JWT).', 'eyJhbGciOiJFUzI1NiIs…'),
  expiresInS: z.int().meta({ description: 'How long it is valid, in seconds.', name: 'expiresIn', example: 3600 }),
  roles: roles('The roles of the user in the organization, which are also in the token.', ['owner']),
});
export type OrganizationToken = z.infer<typeof token>;

export const tokenAnswer = answerOf(token, {
  is: 'The access token.',
  envelope: 'An access token for an organization.',
  payload: { name: 'OrganizationTokenPayload' },
});
