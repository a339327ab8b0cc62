import { z } from 'zod';
import { isSlug, mostOrganizationsOfUser, mostRolesOfMember } from '../../accounts/users/organization';

/** A membership in an organization that exists. */
export interface ImportedMembership {
  slug: string;
  /** 1 to 5 names, sorted. */
  roles: string[];
}

const entrySchema = z.strictObject(
  {
    slug: z.string('must be a string').refine(isSlug, 'must be that of an organization'),
    roles: z
      .array(z.string('must be a list of names'), 'must be a list of names')
      .min(1, 'must be at least one role')
      .max(mostRolesOfMember, `must be at most ${mostRolesOfMember} roles`)
      .transform((names) => [...new Set(names)].toSorted()),
  },
  'must be an object',
);

/** Creates the schema of the memberships of a line. `roles` are those of the installation, or null with ORGANIZATIONS=off. */
export const membershipsSchema = (roles: readonly string[] | null) =>
  z
    .array(z.unknown(), 'must be a list of objects')
    .max(mostOrganizationsOfUser, `must have at most ${mostOrganizationsOfUser} entries`)
    .nullish()
    .transform((entries, ctx): ImportedMembership[] => {
      if (!entries || entries.length === 0) return [];
      if (roles === null) {
        ctx.addIssue({ code: 'custom', message: 'needs ORGANIZATIONS=admin or users' });
        return z.NEVER;
      }
      const memberships = entries.flatMap((entry, i) => {
        const membership = parseMembership(entry, roles);
        if (typeof membership !== 'string') return [membership];
        ctx.addIssue({ code: 'custom', message: `entry ${i + 1}: ${membership}` });
        return [];
      });
      const isTwice = new Set(memberships.map(({ slug }) => slug)).size < memberships.length;
      if (isTwice) ctx.addIssue({ code: 'custom', message: 'must not have an organization twice' });
      return memberships;
    });

/** Returns the membership, or what is wrong. */
function parseMembership(entry: unknown, roles: readonly string[]): ImportedMembership | string {
  const { data, error } = entrySchema.safeParse(entry);
  if (data) return data.roles.every((role) => roles.includes(role)) ? data : `roles must be of ${roles.join(', ')}`;
  const [issue] = error?.issues ?? [];
  if (issue?.code === 'unrecognized_keys') return 'has a field that is none of a membership';
  return [...(issue?.path.slice(0, 1) ?? []), issue?.message].join(' ');
}
