import { createHmac } from 'node:crypto';
import type { Configuration } from 'openid-client';
import { isObject } from '../../platform/runtime/json-text';
import type { Claims } from './provider-table';
import type { ProviderConfig } from './providers.settings';

type Library = typeof import('openid-client');
type Get = (url: string) => Promise<unknown>;
type Person = { [claim: string]: unknown };

/**
 * Asks the API of a provider without OpenID Connect who the person is, and returns it as claims. `email_verified` says what
 * the provider says: whether the provider vouches for the address is decided by its preset.
 * @throws Error if an answer is not what the provider documents
 */
export function claimsOfApi(
  { fetchProtectedResource }: Library,
  configuration: Configuration,
  { preset, endpoints, clientSecret }: ProviderConfig,
  accessToken: string,
): Promise<Claims> {
  if (!endpoints || !preset.api) throw new Error('the provider has no API');
  const headers = new Headers({ Accept: 'application/json', 'User-Agent': 'Gatehouse' });
  const get: Get = async (url) => {
    const response = await fetchProtectedResource(configuration, accessToken, new URL(url), 'GET', null, headers);
    if (!response.ok) throw new Error(`the API answered with status ${response.status}`);
    return response.json();
  };
  switch (preset.api) {
    case 'github':
      return ofGithub(get, endpoints);
    case 'discord':
      return ofDiscord(get, endpoints);
    case 'facebook':
      return ofFacebook(
        get,
        endpoints,
        createHmac('sha256', clientSecret?.reveal() ?? '')
          .update(accessToken)
          .digest('hex'),
      );
  }
}

type Endpoints = NonNullable<ProviderConfig['endpoints']>;

/** The address of the profile is only what the person shows to others, so the list of addresses is read. */
async function ofGithub(get: Get, { user, emails }: Endpoints): Promise<Claims> {
  const { id, name } = objectOf(await get(user));
  const list = await get(emails ?? '');
  const primary = Array.isArray(list) ? list.map(objectOf).find((entry) => entry.primary === true) : undefined;
  return { sub: subjectOf(id), name, email: primary?.email, email_verified: primary?.verified };
}

async function ofDiscord(get: Get, { user }: Endpoints): Promise<Claims> {
  const { id, global_name: name, email, verified } = objectOf(await get(user));
  return { sub: subjectOf(id), name, email, email_verified: verified };
}

/** The proof shows that the token is used by who knows the secret of the application ("Securing Graph API Requests"). */
async function ofFacebook(get: Get, { user }: Endpoints, proof: string): Promise<Claims> {
  const url = new URL(user);
  url.searchParams.set('fields', 'id,email,first_name,last_name');
  url.searchParams.set('appsecret_proof', proof);
  const { id, email, first_name, last_name } = objectOf(await get(url.href));
  return { sub: subjectOf(id), email, given_name: first_name, family_name: last_name };
}

function objectOf(value: unknown): Person {
  if (isObject(value)) return value as Person;
  throw new Error('the API answered with something else than an object');
}

/** GitHub's ids are numbers. */
const subjectOf = (id: unknown): string | null =>
  typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? String(id) : null;
