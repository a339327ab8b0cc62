import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Api, Input } from '../apis';
import { follow } from './follow';

export const appUrl = 'http://localhost:3999/callback';

/** Where a provider sends the browser back to, with the `PUBLIC_URL` of the tests. */
export const callbackOf = (id: string): string => `https://id.example.com/login/callback/${id}`;

/** The settings of a provider that Gatehouse does not know. */
export const settingsOf = (
  { issuer, clientId, clientSecret }: { issuer: string; clientId: string; clientSecret: string },
  id = 'acme',
): Record<string, string> => ({
  PROVIDERS: id,
  [`PROVIDER_${id.toUpperCase()}_ISSUER`]: issuer,
  [`PROVIDER_${id.toUpperCase()}_CLIENT_ID`]: clientId,
  [`PROVIDER_${id.toUpperCase()}_CLIENT_SECRET`]: clientSecret,
  REDIRECT_URIS: appUrl,
});

/** What an application keeps of a login. */
export interface StartedLogin {
  codeVerifier: string;
  goTo: string;
}

export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

export async function startLogin(api: Api, url: string, provider: string, input: Input = {}): Promise<StartedLogin> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const started = await api.startProviderLogin(url, {
    provider,
    returnTo: appUrl,
    codeChallenge: challengeOf(codeVerifier),
    ...input,
  });
  if (!started.url) throw new Error(`the login did not start: ${started.code} ${JSON.stringify(started.fields)}`);
  return { codeVerifier, goTo: started.url };
}

/** Opens the callback at the server of the test, as a browser does, and returns where it leads. */
export async function openCallback(callback: URL, url: string): Promise<URL> {
  const response = await fetch(url + callback.pathname + callback.search, {
    redirect: 'manual',
    headers: { Accept: 'text/html' },
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the callback leads nowhere: ${response.status}`);
  return new URL(location);
}

/** Goes to the provider and back, and returns what the application gets. */
export async function comeBack(
  { goTo, codeVerifier }: StartedLogin,
  url: string,
): Promise<{ code: string; codeVerifier: string }> {
  const back = await openCallback(await follow(goTo), url);
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`the provider was rejected: ${back.search}`);
  return { code, codeVerifier };
}

/** A whole login with a provider through one API. */
export async function logInWith(api: Api, url: string, provider: string, input: Input = {}): Promise<Answer> {
  return api.completeProviderLogin(url, {
    ...(await comeBack(await startLogin(api, url, provider), url)),
    ...input,
  });
}
