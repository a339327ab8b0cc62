import { roles } from '../../accounts/users/user.inputs';
import { list, meansOff, oneOf, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

/** Who creates organizations: only super admins, or users with a verified address, too. Null: there are none. */
export type Organizations = 'admin' | 'users' | null;

const organizations = oneOf(['off', 'false', '0', 'admin', 'users'], 'must be off, admin or users').transform(
  (word): Organizations => (word === 'admin' || word === 'users' ? word : null),
);

/** The roles that each installation has. */
export const builtInRoles: readonly string[] = ['owner', 'admin', 'member'];

const organizationRoles = list
  .transform((names) => [...names])
  .pipe(roles)
  .refine((names) => !names.some((name) => builtInRoles.includes(name)), `must be without ${builtInRoles.join(', ')}`);

export const organizationsSettings = {
  organizations: setting(
    'ORGANIZATIONS',
    organizations.default(null),
    'Whether users can be members of organizations: see [Organizations](../integrate/organizations.md). With `admin`, only super admins create them, with `users` also users whose address is verified.',
    { defaultText: 'off' },
  ),
  organizationRoles: setting(
    'ORGANIZATION_ROLES',
    organizationRoles.default([]),
    `The roles that a member of an organization can have besides ${builtInRoles.map((name) => `\`${name}\``).join(', ')}. They mean what your services do with them.`,
    {
      example: 'billing,viewer',
      conflict: ({ ORGANIZATION_ROLES, ORGANIZATIONS = 'off' }) =>
        ORGANIZATION_ROLES && meansOff(ORGANIZATIONS)
          ? 'is set, but ORGANIZATIONS is off. Set ORGANIZATIONS=admin or users as well'
          : null,
    },
  ),
};
