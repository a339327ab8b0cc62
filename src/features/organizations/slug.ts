import { randomInt } from 'node:crypto';
import { isSlug, longestSlug } from '../../accounts/users/organization';

const suffixLength = 6;
/** With room for the suffix and a dash. */
const longestDerived = longestSlug - suffixLength - 1;

/** Makes a slug from a name: its ASCII letters and digits, without accents. `org`, if too few are left. */
export function slugOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = ascii
    .replace(/^[^a-z]+/, '')
    .slice(0, longestDerived)
    .replace(/-+$/, '');
  return isSlug(slug) ? slug : 'org';
}

/** For a slug that another organization has. */
export const withSuffix = (slug: string): string =>
  `${slug}-${randomInt(36 ** suffixLength)
    .toString(36)
    .padStart(suffixLength, '0')}`;
