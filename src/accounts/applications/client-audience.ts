import { type AccessTokenSettings, adminAudienceOf } from '../tokens/access-token';
import { isForAdministration } from './admin-scope';
import type { OAuthClient } from './oauth-client';

/**
 * The audience of the access tokens of a client with these scopes (RFC 9068, section 3). A third party's tokens open none of
 * our APIs.
 */
export function audienceOf(
  client: Pick<OAuthClient, 'kind' | 'firstParty' | 'audience'>,
  scopes: readonly string[],
  { issuer, audience: ours }: Pick<AccessTokenSettings, 'issuer' | 'audience'>,
): string {
  const ofAdministration = adminAudienceOf(issuer);
  if (isForAdministration(client, scopes)) return ofAdministration;
  const { audience, firstParty } = client;
  if (firstParty) return audience ?? ours;
  // Also if JWT_AUDIENCE or PUBLIC_URL has become that of the client since the client was created.
  const isForbidden = audience === null || [ours, issuer, ofAdministration].includes(audience);
  return isForbidden ? userinfoAudienceOf(issuer) : audience;
}

/** The only thing that a third party can do with its tokens, unless they are for a resource. */
export const userinfoAudienceOf = (issuer: string): string => `${issuer}/oauth/userinfo`;
