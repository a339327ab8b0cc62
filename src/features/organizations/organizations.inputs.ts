import { z } from 'zod';
import { password, passwordLength, passwordOrFactor } from '../../accounts/passwords/password.inputs';
import { isSlug, longestSlug, mostRolesOfMember } from '../../accounts/users/organization';
import { personName, personNameRule } from '../../accounts/users/user.inputs';
import { exampleOneTimeToken } from '../../platform/one-time-tokens/token-proof.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { optionalTextWith, textWith, typedString } from '../../platform/request/input-parser';
import { pageCursor, pageSize, pageSizeText } from '../../platform/request/page.inputs';

/** No document says one. A page is what a person reads, and names of 10,000 members are more than one answer. */
export const memberPageSize = { byDefault: 50, atMost: 100 } as const;

export const organizationName = textWith(personName).meta({
  description: `The name, for people: ${personNameRule}`,
  example: 'Example & Sons',
});

const slugRule = '2 to 40 of `a` to `z`, digits and `-`, a letter first, and no `-` at the end';
export const organizationSlug = z
  .string()
  .refine(isSlug, 'must be 2 to 40 of a-z, 0-9 and "-", a letter first, and no "-" at the end')
  .meta({ pattern: '^[a-z][a-z0-9-]*[a-z0-9]$', minLength: 2, maxLength: longestSlug });
export const optionalSlug = optionalTextWith(organizationSlug).meta({
  description: `The short name in access tokens, which never changes: ${slugRule}. Without it, made from the name.`,
  example: 'example-sons',
});

export const organizationId = typedString.meta({
  format: 'uuid',
  description: 'The id of the organization: a UUID.',
  example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
});
const memberId = typedString.meta({
  format: 'uuid',
  description: 'The id of the user: a UUID.',
  example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
});

/** The service compares the names with those of the installation. */
const rolesOfMember = z
  .array(z.string('must be a list of names').meta({ description: 'The name of a role.' }), 'must be a list of names')
  .max(mostRolesOfMember, `must be at most ${mostRolesOfMember} roles`)
  .refine((names) => new Set(names).size === names.length, 'must not have a role twice')
  .transform((names) => names.toSorted());
const roleNames = '`owner`, `admin`, `member`, or one of `ORGANIZATION_ROLES`';

export const someRoles = rolesOfMember
  .refine((names) => names.length > 0, 'must be at least one role')
  .meta({ description: `1 to ${mostRolesOfMember} roles: ${roleNames}.`, example: ['member'] });

export const createOrganizationInput = z
  .object({ name: organizationName, slug: optionalSlug })
  .meta({ description: 'The organization that `createOrganization` creates.' });

export const organizationInput = z.object({ id: organizationId });

export const membersInput = z.object({
  id: organizationId,
  first: pageSize(memberPageSize.atMost)
    .nullish()
    .transform((first) => first ?? memberPageSize.byDefault)
    .meta(pageSizeText(memberPageSize, 'members')),
  after: pageCursor('the first member'),
});

export const updateOrganizationInput = z
  .object({ id: organizationId, name: organizationName })
  .meta({ description: 'What `updateOrganization` changes.' });

export const deleteOrganizationInput = z
  .object({ id: organizationId, currentPassword: passwordOrFactor })
  .meta({ description: 'The organization that `deleteOrganization` deletes.' });

export const setMemberInput = z
  .object({
    organizationId,
    userId: memberId,
    roles: rolesOfMember.meta({
      description: `The roles of the member, at most ${mostRolesOfMember}: ${roleNames}. Without any, the member is removed.`,
      example: ['admin'],
    }),
  })
  .meta({ description: 'The member whose roles `setMember` sets, or whom it removes.' });

const exampleInvited = 'grace@example.com';

export const inviteMemberInput = z
  .object({
    organizationId,
    email: textWith(email).meta({ description: 'The e-mail address of the person.', example: exampleInvited }),
    roles: someRoles,
  })
  .meta({ description: 'Whom `inviteMember` invites.' });

export const withdrawInvitationInput = z
  .object({
    organizationId,
    invitationId: typedString.meta({
      format: 'uuid',
      description: 'The id of the invitation: a UUID.',
      example: '01a20e51-1b2c-7e4f-8a6b-7c8d9e0f1a2b',
    }),
  })
  .meta({ description: 'The invitation that `withdrawInvitation` withdraws.' });

const invitationToken = typedString.meta({
  description: 'The token in the link of the e-mail: 64 characters.',
  example: exampleOneTimeToken,
});

export const acceptInvitationInput = z
  .object({ token: invitationToken })
  .meta({ description: 'The invitation that `acceptInvitation` accepts.' });

export const registerByInvitationInput = z
  .object({
    token: invitationToken,
    firstName: textWith(personName).meta({
      description: `The first name of the user: ${personNameRule}`,
      example: 'Grace',
    }),
    lastName: textWith(personName).meta({
      description: `The last name of the user: ${personNameRule}`,
      example: 'Hopper',
    }),
    password: textWith(password).meta({
      description: `The password of the account. ${passwordLength} Spaces count, also at both ends.`,
      example: 'correct horse battery',
    }),
  })
  .meta({ description: 'The person whom `registerByInvitation` creates an account for.' });

export const organizationTokenInput = z
  .object({ id: organizationId })
  .meta({ description: 'The organization for which `createOrganizationToken` issues an access token.' });
