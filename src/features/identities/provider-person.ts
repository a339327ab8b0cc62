import { parseEmailAddress } from '../users/email-address';
import type { ProviderAccount } from '../users/identity';
import { personName } from '../users/user.inputs';
import type { Claims } from './provider-table';
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
/** A URL (section 2). It is stored with the subject. */
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
