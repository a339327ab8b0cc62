import { parseEmailAddress } from '../../platform/request/email-address';
import type { ProviderAccount } from '../users/identity';
import { personName } from '../users/user.inputs';
import { addressClaims, type Claims } from './provider-table';
import type { ProviderConfig } from './providers.settings';

/** What a provider says about a person, checked. */
export interface ProviderPerson extends ProviderAccount {
  /** Whether the provider vouches that the address belongs to the person now. */
  isAddressProved: boolean;
  /** Null if the provider names none that this service accepts. */
  firstName: string | null;
  lastName: string | null;
}

/** Where personal accounts of Microsoft are, unlike those of organizations. */
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. None of them is a control character. */
const subjectForm = /^[ -~]{1,255}$/;
/** RFC 3986, section 2: a URL. It is stored with the subject. */
const issuerForm = /^[!-~]+$/;

/** Returns what the claims of a provider say. Null if they are not those of a person who may sign in. */
export function personOf(provider: ProviderConfig, claims: Claims): ProviderPerson | null {
  const { id, preset, require } = provider;
  const subject = claims[preset.subjectClaim ?? 'sub'];
  if (typeof subject !== 'string' || !subjectForm.test(subject)) return null;
  if (Object.entries(require).some(([claim, value]) => textOf(claims[claim]) !== value)) return null;
  if (provider.tenant === 'organizations' && claims.tid === consumerTenant) return null;
  // The setting can be without the slash at the end, and each tenant of Microsoft is an issuer of its own.
  const issuer = preset.protocol === 'openid' && typeof claims.iss === 'string' ? claims.iss : provider.issuer;
  if (!issuerForm.test(issuer)) return null;
  const address = typeof claims.email === 'string' ? parseEmailAddress(claims.email) : null;
  return {
    provider: id,
    issuer,
    subject,
    email: address?.given ?? null,
    isAddressProved: address !== null && preset.vouches(claims),
    ...namesOf(claims),
  };
}

/** OpenID Connect Core 1.0, section 5.3.2: a claim that is not returned is left out, and not null or empty. */
export const isStated = (claim: unknown): boolean => claim !== undefined && claim !== null && claim !== '';

/** What userinfo could add to the claims of an ID token: what the person can also enter or prove is `optional`. */
export function missingIn(provider: ProviderConfig, claims: Claims): 'nothing' | 'optional' | 'needed' {
  const person = personOf(provider, claims);
  const lacksRequired = Object.keys(provider.require).some((claim) => !isStated(claims[claim]));
  if (!person) return lacksRequired ? 'needed' : 'nothing';
  if (person.email === null) return 'needed';
  const couldVouch = !isStated(claims.email_verified) && provider.preset.vouches({ ...claims, email_verified: true });
  const isWhole = person.firstName !== null && person.lastName !== null && (person.isAddressProved || !couldVouch);
  return isWhole ? 'nothing' : 'optional';
}

/**
 * Adds what userinfo says and the ID token does not. What vouches for an address counts only for the address that stands
 * beside it.
 */
export function withUserinfo({ require }: ProviderConfig, idToken: Claims, userinfo: Claims): Claims {
  const address = canonicalOf(idToken);
  const isOfAddress = ([claim]: [string, unknown]) => addressClaims.includes(claim);
  const kept = Object.entries(idToken).filter(
    (entry) => isStated(entry[1]) && (address !== null || !isOfAddress(entry)),
  );
  const wanted = ['given_name', 'family_name', 'name', ...Object.keys(require)];
  const isSameAddress = address === null || address === canonicalOf(userinfo);
  const added = Object.entries(userinfo).filter((entry) =>
    isOfAddress(entry) ? isSameAddress : wanted.includes(entry[0]),
  );
  return Object.fromEntries([...added, ...kept]);
}

const canonicalOf = ({ email }: Claims): string | null =>
  typeof email === 'string' ? (parseEmailAddress(email)?.canonical ?? null) : null;

/** The text of a claim that is compared. Null for an object: its text could be anything, or an error. */
export const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' || typeof claim === 'number' || typeof claim === 'boolean' ? String(claim) : null;

/** Some providers only have the whole name. Its last word is taken for the last name, and the person can change both. */
function namesOf({ given_name, family_name, name }: Claims): Pick<ProviderPerson, 'firstName' | 'lastName'> {
  const [first, last] = [nameOf(given_name), nameOf(family_name)];
  if (first !== null && last !== null) return { firstName: first, lastName: last };
  const words = (nameOf(name) ?? '').split(' ').filter((word) => word !== '');
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: first ?? nameOf(words.join(' ')), lastName: last ?? nameOf(lastName) };
}

const nameOf = (claim: unknown): string | null => {
  const { data } = personName.safeParse(claim);
  return data ?? null;
};
