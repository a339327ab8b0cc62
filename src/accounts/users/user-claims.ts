import { loneSurrogate } from '../../platform/request/input-parser';
import type { OrganizationClaims } from '../users/organization';
import { isBlank } from './user.inputs';
import type { FieldValues } from './user-field';

/** What an operator's backend stores about a user, for the claims of access tokens (TOKEN_CLAIMS). A JSON object. */
export type UserClaims = Readonly<Record<string, unknown>>;

/** The data of a user that a claim of an access token can have. */
export interface ClaimSource {
  id: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  tel: string | null;
  telVerified: boolean;
  roles: readonly string[];
  claims: UserClaims;
  fields: FieldValues;
  /** The organization of the token. Missing in a token without one. */
  organization?: OrganizationClaims;
}

/** Bytes of UTF-8. */
const longestUserClaims = 1024;
/** Objects and lists inside of each other, the outermost included. */
const deepestUserClaims = 4;

export const bytesOfJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const control = /\p{Cc}/u;

/** Whether a name or a text can be part of claims. PostgreSQL stores no lone surrogates. */
const isLine = (text: string): boolean => !control.test(text) && !loneSurrogate.test(text);
export const isClaimName = (name: string): boolean => isLine(name) && !isBlank(name) && name !== '__proto__';

/** Returns the rule that the object breaks, or null. */
export function problemOfClaims(claims: UserClaims): string | null {
  return problemIn(claims, 1) ?? (bytesOfJson(claims) > longestUserClaims ? 'must be at most 1 kB as JSON' : null);
}

function problemIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return isLine(value) ? null : 'must have no control characters';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'must have no number beyond the range of JSON';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > deepestUserClaims) return `must not be nested deeper than ${deepestUserClaims} levels`;
  if (!Array.isArray(value) && !Object.keys(value).every(isClaimName)) {
    return 'must have names that are not blank and have no control characters';
  }
  for (const member of Object.values(value)) {
    const problem = problemIn(member, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
