import { randomBytes } from 'node:crypto';
import type { Gatehouse } from './gatehouse';
import { basicOf, postForm } from './oauth';
import type { ClientRow } from './openid';
import { type PageClient, type PageReply, pagePassword } from './page-client';

/** Where a browser is after it has followed the redirects of Gatehouse: on a page of Gatehouse, or at the client. */
export interface Arrival {
  page: PageReply;
  /** The path of the page, without the query. */
  path: string;
  /** The address of the client to which the last redirect leads, or to which a form is sent. It is not requested. */
  left: URL | null;
  /** The fields of the form (`response_mode=form_post`). Null for a redirect. */
  posted: Record<string, string> | null;
}

const fromOtherSite = { headers: { 'Sec-Fetch-Site': 'cross-site' } };

/** Opens an address of Gatehouse from a page of the client. */
export async function openFrom(
  browser: PageClient,
  start: string,
  { form, stopAt = [] }: { form?: Record<string, string> | string; stopAt?: readonly string[] } = {},
): Promise<Arrival> {
  const first =
    form !== undefined
      ? await browser.post(start, form, { headers: otherSiteForm })
      : await browser.get(start, fromOtherSite);
  return followed(browser, first, start.replace(/\?.*$/s, ''), stopAt);
}

const otherSiteForm = { Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'cross-site' };

/** Follows the redirects of an answer, but not those to the pages `stopAt`. */
export async function followed(
  browser: PageClient,
  answer: PageReply,
  answered: string,
  stopAt: readonly string[] = [],
): Promise<Arrival> {
  let page = answer;
  let path = answered;
  for (let steps = 0; page.location !== null; steps += 1) {
    if (steps === 10) throw new Error(`too many redirects to ${page.location}`);
    const target = new URL(page.location, browser.publicUrl);
    if (target.origin !== new URL(browser.publicUrl).origin) return { page, path, left: target, posted: null };
    path = target.pathname;
    if (stopAt.includes(path)) return { page, path, left: null, posted: null };
    page = await browser.get(target.pathname + target.search, fromOtherSite);
  }
  const form = page.forms.find(({ action }) => /^[a-z][\w.+-]*:/i.test(action));
  return { page, path, left: form ? new URL(form.action) : null, posted: form?.fields ?? null };
}

/**
 * Signs in on the page to which the client has sent the person, or proves again who they are. Returns where the browser is
 * then.
 */
export async function signInOn(
  browser: PageClient,
  { page, path }: Arrival,
  { email, password = pagePassword }: { email: string; password?: string },
): Promise<Arrival> {
  const form = path === '/step-up' ? { password } : { email, password };
  return followed(browser, await browser.submit(page, path, form), path);
}

/** What a client gets at the token endpoint. */
export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
  id_token?: string;
  refresh_token?: string;
}

export type TokenAuthentication = 'basic' | 'post' | 'none';

/** A client without a library, so that a test decides about each parameter. */
export class Application {
  private readonly redirectUri: string;

  constructor(
    private readonly gatehouse: Pick<Gatehouse, 'url' | 'config'>,
    readonly client: Pick<ClientRow, 'id' | 'secret' | 'redirectUris'>,
  ) {
    this.redirectUri = client.redirectUris[0] ?? '';
  }

  /** The parameters of an authorization request. An undefined one is left out. */
  request(changes: Record<string, string | undefined> = {}): Record<string, string> {
    const all: Record<string, string | undefined> = {
      client_id: this.client.id,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: randomBytes(16).toString('base64url'),
      nonce: randomBytes(16).toString('base64url'),
      ...changes,
    };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    );
  }

  /** Sends the browser to the authorization endpoint. */
  open(browser: PageClient, request: Record<string, string>, method: 'GET' | 'POST' = 'GET'): Promise<Arrival> {
    const path = '/oauth/authorize';
    return method === 'POST'
      ? openFrom(browser, path, { form: request })
      : openFrom(browser, `${path}?${new URLSearchParams(request)}`);
  }

  /** Redeems a code. */
  redeem(code: string, changes: Record<string, string> = {}, way: TokenAuthentication = 'basic') {
    return this.ask({ grant_type: 'authorization_code', redirect_uri: this.redirectUri, code, ...changes }, way);
  }

  refresh(refreshToken: string, changes: Record<string, string> = {}, way: TokenAuthentication = 'basic') {
    return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }, way);
  }

  private ask(form: Record<string, string>, way: TokenAuthentication) {
    const { id, secret } = this.client;
    const url = `${this.gatehouse.url}/oauth/token`;
    if (secret === null || way === 'none') return postForm(url, { ...form, client_id: id });
    if (way === 'post') return postForm(url, { ...form, client_id: id, client_secret: secret });
    return postForm(url, form, basicOf({ id, secret }));
  }
}
