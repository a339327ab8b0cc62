import type { ProviderNames } from '../provider-names';
import { isFields, listOf } from './fields';
import type { ExportedIdentity, Fields } from './preset';

interface ResolvedIdentities {
  /** The field of the line. Null if it has none. */
  identities: Fields[] | null;
  /** What the service calls the providers of the others. */
  leftOut: string[];
}

/**
 * Returns the identities whose provider has a known issuer. The others are left out, so that the user of a provider that
 * this installation does not have becomes an account nevertheless.
 */
export function resolveIdentities(exported: readonly ExportedIdentity[], providers: ProviderNames): ResolvedIdentities {
  const identities: Fields[] = [];
  const leftOut: string[] = [];
  for (const { name, provider, issuer, subject, email } of exported) {
    const text = subjectOf(subject);
    const isKnown = provider !== null && (issuer !== undefined || providers.issuerOf(provider) !== null);
    if (text === null || !isKnown) leftOut.push(/^[\w.:-]{1,64}$/.test(name) ? name : 'another');
    else identities.push({ provider, issuer, subject: text, email: isAddress(email) ? email : undefined });
  }
  return { identities: identities.length > 0 ? identities : null, leftOut };
}

/** Some services write the numbers of GitHub and Facebook as numbers. */
function subjectOf(subject: unknown): string | null {
  if (typeof subject === 'string') return /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(subject) ? subject : null;
  return Number.isSafeInteger(subject) ? String(subject) : null;
}

/** Keycloak has the address in a field that can also be a user name. */
const isAddress = (email: unknown): boolean =>
  typeof email === 'string' && /^[^\p{Cc}\p{Cs}]{1,254}$/u.test(email) && email.includes('@');

/** The id that a provider with a name such as `my-company` can have in PROVIDERS. */
export const providerIdOf = (name: string): string => name.toLowerCase().replaceAll('-', '_');

/** The entries of a list that are objects. Empty for a field that is missing. @throws UnusableRecordError for another type */
export const objectsIn = (value: unknown, field: string): Fields[] => listOf(value, field).filter(isFields);
