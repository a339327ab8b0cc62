import type { TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { FactorKind } from './user.store';

/**
 * Who a person is at a provider: the issuer and the subject, never the address, which can change its owner there (OpenID
 * Connect Core 1.0, section 5.7).
 */
export interface ProviderAccount {
  /** The id of the provider in the settings. */
  provider: string;
  issuer: string;
  subject: string;
  /** As the provider names it. Null if it names none. */
  email: string | null;
}

/** An account at a provider with which a user signs in. */
export interface Identity extends ProviderAccount {
  /** A UUIDv7. */
  id: string;
  userId: string;
  createdTs: Date;
  lastUsedTs: Date | null;
}

/** How many identities an account can have. */
export const mostIdentities = 20;

/** Whether the user could not sign in without this one identity, except with an e-mail that sets a password. */
export const isOnlyWayIn = (
  own: readonly Identity[],
  { hasPassword, factors }: { hasPassword: boolean; factors: readonly FactorKind[] },
): boolean => own.length < 2 && !hasPassword && !factors.includes('passkey');

/** For the details of a one-time token. The next use of the token removes them. */
export const detailsOf = ({ provider, issuer, subject, email }: ProviderAccount): TokenDetails => ({
  provider,
  issuer,
  subject,
  ...(email !== null && { providerEmail: email }),
});

/** Reads what `detailsOf` has written. Null if the token is about no account at a provider. */
export function providerAccountOf({ provider, issuer, subject, providerEmail }: TokenDetails): ProviderAccount | null {
  if (provider === undefined || issuer === undefined || subject === undefined) return null;
  return { provider, issuer, subject, email: providerEmail ?? null };
}
