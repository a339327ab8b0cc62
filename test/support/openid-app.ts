import * as openid from 'openid-client';
import type { Gatehouse, Instance } from './gatehouse';
import { type App, browse, callback } from './openid';
import type { PageClient, PageReply } from './page-client';

interface Options {
  scope: string;
  redirectUri?: string;
  /** Whether the application sends a challenge. */
  pkce?: boolean;
  /** How it authenticates at the token endpoint. */
  auth?: 'basic' | 'post' | 'none';
  /** Whether it sends a nonce. */
  nonce?: boolean;
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>;
}

/** What an application knows after a person has signed in. */
export interface SignedInApp {
  config: openid.Configuration;
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;
  /** The claims of the ID token, which the library has verified. */
  claims: Record<string, unknown>;
  userinfo: Record<string, unknown>;
  /** The page on which the person was asked, if there was one. */
  asked: PageReply | null;
}

/** Reads the discovery document as an application does that knows the issuer, the id and the secret. */
export async function discover(
  { url, config: { publicUrl } }: Pick<Gatehouse | Instance, 'url'> & { config: { publicUrl: string } },
  app: App,
  { auth = 'basic', redirectUri = callback }: Partial<Options> = {},
): Promise<openid.Configuration> {
  const methods = {
    basic: () => openid.ClientSecretBasic(String(app.secret)),
    post: () => openid.ClientSecretPost(String(app.secret)),
    none: () => openid.None(),
  };
  return openid.discovery(new URL(publicUrl), app.id, undefined, methods[auth](), {
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: (asked, options) => {
      // As the application has it in its settings. The library writes it as the URL standard does, with a slash after the host.
      if (options.body instanceof URLSearchParams && options.body.has('code'))
        options.body.set('redirect_uri', redirectUri);
      return fetch(asked.replace(publicUrl, url), options as RequestInit);
    },
  });
}

/** Signs the person of the browser in with `openid-client`, and asks for their claims. */
export async function signInTo(
  at: Parameters<typeof discover>[0],
  browser: PageClient,
  app: App,
  { scope, redirectUri = callback, pkce = true, nonce = true, auth = 'basic', parameters = {} }: Options,
): Promise<SignedInApp> {
  const config = await discover(at, app, { auth, redirectUri });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const sentNonce = nonce ? { nonce: openid.randomNonce() } : {};
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: expectedState,
    ...sentNonce,
    ...(pkce && {
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }),
    ...parameters,
  });
  const page = await browse(browser, url.pathname + url.search);
  const asked = page.forms.some(({ action }) => action === '/oauth/continue') ? page : null;
  const answer = asked ? await browser.submit(asked, '/oauth/continue', { decision: 'allow' }) : page;
  const tokens = await openid.authorizationCodeGrant(config, arrivalOf(answer, redirectUri), {
    ...(pkce && { pkceCodeVerifier }),
    expectedState,
    ...(sentNonce.nonce !== undefined && { expectedNonce: sentNonce.nonce }),
    idTokenExpected: true,
  });
  const claims = tokens.claims() ?? { sub: '' };
  const userinfo = await openid.fetchUserInfo(config, tokens.access_token, String(claims.sub));
  return { config, tokens, claims, userinfo, asked };
}

/** What the application gets: a request to its address, or a form that the page sends there. */
function arrivalOf({ location, forms, text }: PageReply, redirectUri: string): URL | Request {
  if (location?.startsWith(redirectUri)) return new URL(location);
  const form = forms.find(({ action }) => action === redirectUri);
  if (!form) throw new Error(`no answer to the application, but ${location}: ${text}`);
  return new Request(redirectUri, { method: 'POST', body: new URLSearchParams(form.fields) });
}
