import { z } from 'zod';
import { longestSlug } from '../../accounts/users/organization';
import { person } from '../../accounts/users/person.inputs';
import { personName } from '../../accounts/users/user.inputs';
import { claimsRule, userClaims } from '../../accounts/users/user-claims.inputs';
import { flag, searchText } from '../../platform/request/filter.inputs';
import { typedText } from '../../platform/request/input-parser';
import { pageFields } from '../../platform/request/page.inputs';
import {
  memberPageSize,
  optionalSlug,
  organizationId,
  organizationInput,
  organizationName,
  setMemberInput,
} from './organizations.inputs';

const pageSize = { byDefault: 50, atMost: 100 } as const;
const longestName = 100;
const unchanged = 'Without this field, the value stays as it is.';

export const adminOrganizationsInput = z
  .object({
    ...pageFields(pageSize, 'organizations', 'the newest organization'),
    slug: searchText(longestSlug).meta({ description: 'The whole short name.', example: 'example-sons' }),
    name: searchText(longestName).meta({
      description: 'The beginning of the name. Upper and lower case make no difference.',
      example: 'exam',
    }),
    disabled: flag.meta({
      description: 'Only organizations that are disabled (true), or that are not (false).',
      example: true,
    }),
  })
  .transform(({ first, limit, after, ...filter }) => ({ first: first ?? limit ?? pageSize.byDefault, after, filter }));

export const adminOrganizationInput = organizationInput.meta({ title: 'AdminOrganizationInput' });

export const adminMembersInput = z
  .object({ id: organizationId, ...pageFields(memberPageSize, 'members', 'the first member') })
  .transform(({ id, first, limit, after }) => ({ id, first: first ?? limit ?? memberPageSize.byDefault, after }));

export const adminCreateOrganizationInput = z
  .object({
    name: organizationName,
    slug: optionalSlug,
    owner: person.meta({
      description:
        'The first owner: the id or the e-mail address of a user. Without it, the organization has no members.',
      example: 'ada@example.com',
    }),
  })
  .meta({ description: 'The organization that `adminCreateOrganization` creates.' });

export const adminUpdateOrganizationInput = z
  .object({
    id: organizationId,
    name: typedText
      .pipe(personName)
      .optional()
      .meta({ ...organizationName.meta(), description: `${organizationName.meta()?.description} ${unchanged}` }),
    claims: userClaims.nullish().meta({
      description: `${claimsRule} ${unchanged}`,
      example: { plan: 'enterprise' },
    }),
    disabled: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: `Whether the organization is disabled. ${unchanged}`, example: true }),
  })
  .meta({ description: 'The fields that `adminUpdateOrganization` changes.' });

export const adminDeleteOrganizationInput = organizationInput.meta({
  description: 'The organization that `adminDeleteOrganization` deletes.',
});

export const adminSetMemberInput = setMemberInput.meta({
  description: 'The user whom `adminSetMember` adds, changes or removes.',
});
