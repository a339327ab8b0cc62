import type { Label } from '../../accounts/users/label';
import type { Membership } from '../../accounts/users/organization';

/** ORGANIZATIONS: who creates organizations, and so chooses their slugs. Null: there are none. */
export type OrganizationCreators = 'admin' | 'users' | null;

const organizations: Label = {
  en: 'See your organizations, and your roles in them',
  de: 'Ihre Organisationen sehen, mit Ihren Rollen darin',
  fr: 'Voir vos organisations, et vos rôles dans celles-ci',
  es: 'Ver sus organizaciones y sus roles en ellas',
};
const groups: Label = {
  en: 'See your roles, also in your organizations',
  de: 'Ihre Rollen sehen, auch in Ihren Organisationen',
  fr: 'Voir vos rôles, aussi dans vos organisations',
  es: 'Ver sus roles, incluidos los de sus organizaciones',
};

/**
 * The scopes that say something about the organizations of the user, with what people read before they allow them. Applications take
 * a name in `groups` for a right, so users who choose slugs could give themselves any: an organization `admin`.
 */
export const scopesOfOrganizations = (creators: OrganizationCreators): ReadonlyMap<string, Label> =>
  new Map(Object.entries({ ...(creators && { organizations }), ...(creators === 'admin' && { groups }) }));

type Claims = Readonly<Record<string, unknown>>;

/** Adds what these scopes give of the memberships, without those in disabled organizations. `claims` are those of the account. */
export function withMemberships(
  claims: Claims,
  memberships: readonly Membership[],
  scopes: readonly string[],
): Record<string, unknown> {
  const enabled = memberships.filter(({ organization }) => organization.disabledTs === null);
  const listed = enabled.map(({ organization: { id, slug }, roles }) => ({ id, slug, roles }));
  const names = enabled.flatMap(({ organization: { slug }, roles }) => [
    slug,
    ...roles.map((role) => `${slug}:${role}`),
  ]);
  return {
    ...claims,
    ...(scopes.includes('organizations') && { organizations: listed }),
    ...(scopes.includes('groups') && Array.isArray(claims.groups) && { groups: [...claims.groups, ...names] }),
  };
}
