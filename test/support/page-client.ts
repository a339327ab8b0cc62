import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { readChecked } from './checked-fetch';
import type { Gatehouse } from './gatehouse';

export const pagePassword = 'correct horse battery';

/** A form of a page, as a browser would send it. */
export interface PageForm {
  method: string;
  /** The path, without that of PUBLIC_URL. A form without an action posts to the address of the page. */
  action: string;
  /** The values of all fields, also of hidden ones. */
  fields: Record<string, string>;
  /** The attributes of all inputs, by name. */
  inputs: Record<string, Record<string, string>>;
  /** The options for `navigator.credentials`, if it is a form for a passkey. */
  passkeyOptions: object | null;
}

/** A cookie that an answer sets. The names of the attributes are in lower case. */
export interface AnsweredCookie {
  name: string;
  value: string;
  attributes: Record<string, string>;
}

export interface PageReply {
  status: number;
  headers: Headers;
  html: string;
  /** The content without tags, with one space between words. */
  text: string;
  title: string;
  heading: string;
  /** Where a redirect leads. The path of PUBLIC_URL is removed from own pages. */
  location: string | null;
  /** Own links of the page, without the path of PUBLIC_URL. */
  links: string[];
  forms: PageForm[];
  cookies: AnsweredCookie[];
}

export interface Sending {
  /** Added to, or instead of, the headers that a browser sends. A null removes a header. */
  headers?: Record<string, string | null>;
}

type Served = Pick<Gatehouse, 'url'> & { config: Pick<Gatehouse['config'], 'publicUrl'> };

let people = 0;

/** Sends a request as it is. The function `fetch` of Node always sends `Sec-Fetch-Mode: cors`. */
async function answerTo(url: string, method: string, sent: [string, string][], body?: string): Promise<Response> {
  const length: [string, string][] = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const headers = Object.fromEntries([...sent, ...length]);
  const asked = request(url, { method, headers, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const content = await readChecked(asked, answer);
  const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(content || null, { status: answer.statusCode ?? 0, headers: answered });
}

/** Uses the pages as a browser without scripts does: with cookies, and with the headers that a browser sends. */
export class PageClient {
  readonly cookies = new Map<string, string>();
  /** The cookie by which a second click is known. It is in no other list. */
  browserCookie: AnsweredCookie | null = null;
  /** Whether this person clicks twice within two seconds. Otherwise each form is sent later than the one before. */
  clicksTwice = false;
  /** Whether this browser keeps no cookies. */
  blocksCookies = false;
  readonly publicUrl: string;
  private readonly base: string;
  private readonly origin: string;
  private readonly isHttps: boolean;

  /** @param always headers of each request, for example those of a proxy */
  constructor(
    private readonly gatehouse: Served,
    private readonly always: Record<string, string> = {},
  ) {
    this.publicUrl = gatehouse.config.publicUrl;
    const { origin, pathname } = new URL(this.publicUrl);
    this.origin = origin;
    this.isHttps = origin.startsWith('https:');
    this.base = pathname.replace(/\/$/, '');
  }

  get(path: string, { headers = {} }: Sending = {}): Promise<PageReply> {
    return this.send('GET', path, { 'Sec-Fetch-Site': 'same-origin', ...headers });
  }

  head(path: string): Promise<PageReply> {
    return this.send('HEAD', path, {});
  }

  /** Sends the fields as a form on a page of the same origin. A text is sent as it is. */
  post(path: string, fields: Record<string, string> | string = {}, { headers = {} }: Sending = {}): Promise<PageReply> {
    const sent = { Origin: this.origin, 'Sec-Fetch-Site': 'same-origin', ...headers };
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    return this.send('POST', path, sent, body);
  }

  /** Sends the form of the page that posts to `action`, with its hidden fields, and these values. */
  submit(page: PageReply, action: string, values: Record<string, string> = {}): Promise<PageReply> {
    return this.post(action, { ...formTo(page, action).fields, ...values });
  }

  /** Sends a form twice, as a browser does whose person clicks twice: also with the cookies of before the first answer. */
  async submitTwice(page: PageReply, action: string, values: Record<string, string>, isAtOnce: boolean) {
    this.clicksTwice = true;
    const first = this.submit(page, action, values);
    if (!isAtOnce) await first;
    const second = await this.submit(page, action, values);
    this.clicksTwice = false;
    return { first: await first, second };
  }

  /** Opens the page that a redirect leads to. */
  follow({ status, location }: PageReply): Promise<PageReply> {
    if (location === null) throw new Error(`no redirect, but ${status}`);
    return this.get(location);
  }

  /** Registers a person on the page, who is signed in then. */
  async register(values: Record<string, string> = {}): Promise<{ email: string; password: string }> {
    people += 1;
    const email = values.email ?? `page.${people}@example.com`;
    const page = await this.get('/register');
    const person = { first_name: 'Ada', last_name: 'Lovelace', ...values, email };
    const reply = await this.submit(page, '/register', { password: pagePassword, ...person });
    if (reply.status !== 303) throw new Error(`not registered, but ${reply.status}: ${reply.text}`);
    return { email, password: values.password ?? pagePassword };
  }

  /** Signs in on the page. */
  async signIn({ email, password = pagePassword }: { email: string; password?: string }): Promise<PageReply> {
    const reply = await this.post('/login', { email, password });
    if (reply.status !== 303) throw new Error(`not signed in, but ${reply.status}: ${reply.text}`);
    return reply;
  }

  /** The value of the cookie that opens the pages. */
  get sessionCookie(): string | undefined {
    return this.cookies.get('__Host-gatehouse_session') ?? this.cookies.get('gatehouse_session');
  }

  private async send(
    method: string,
    path: string,
    headers: Record<string, string | null>,
    body?: string,
  ): Promise<PageReply> {
    // Another value for each form, which is a click of its own.
    const other = { name: `${this.isHttps ? '__Host-' : ''}gatehouse_browser`, value: randomUUID() };
    const ofBrowser = this.clicksTwice ? this.browserCookie : method === 'POST' ? other : null;
    const sentCookies = [...this.cookies, ...(ofBrowser ? [[ofBrowser.name, ofBrowser.value]] : [])];
    const cookie = this.blocksCookies ? '' : sentCookies.map(([name, value]) => `${name}=${value}`).join('; ');
    const all = {
      Accept: 'text/html',
      'Sec-Fetch-Mode': 'navigate',
      'Accept-Language': 'en',
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(cookie && { Cookie: cookie }),
      ...this.always,
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    );
    const response = await answerTo(this.gatehouse.url + path, method, sent, body);
    const reply = await this.replyOf(response, path);
    const isOfBrowser = ({ name }: AnsweredCookie) => name.endsWith('gatehouse_browser');
    this.browserCookie = reply.cookies.find(isOfBrowser) ?? this.browserCookie;
    reply.cookies = reply.cookies.filter((one) => !isOfBrowser(one));
    for (const { name, value, attributes } of reply.cookies) {
      const isOver = attributes.expires !== undefined && new Date(attributes.expires).getTime() <= Date.now();
      if (isOver) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  private async replyOf(response: Response, path: string): Promise<PageReply> {
    const { status, headers } = response;
    const html = await response.text();
    requireUserNames(html, path);
    requireWayOn(status, html, path);
    const location = headers.get('location');
    return {
      status,
      headers,
      html,
      text: textOf(/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? html),
      title: textOf(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? ''),
      heading: textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? ''),
      location: location === null ? null : this.ownPath(location),
      links: [...html.matchAll(/<a\s((?:[^>"]|"[^"]*")*)>/g)].map(([, tag]) =>
        this.ownPath(attributesOf(tag ?? '').href ?? ''),
      ),
      forms: [...html.matchAll(/<form((?:[^>"]|"[^"]*")*)>([\s\S]*?)<\/form>/g)].map(([, tag, content]) =>
        this.formOf(attributesOf(tag ?? ''), content ?? '', path),
      ),
      cookies: headers.getSetCookie().map(cookieOf),
    };
  }

  private formOf(tag: Record<string, string>, content: string, path: string): PageForm {
    const inputs: Record<string, Record<string, string>> = {};
    const fields: Record<string, string> = {};
    for (const [, element] of content.matchAll(/<(?:input|button)\s((?:[^>"]|"[^"]*")*)>/g)) {
      const attributes = attributesOf(element ?? '');
      const { name } = attributes;
      // A browser sends the name of a button only if the person has used the button.
      if (name === undefined || attributes.type === 'submit') continue;
      inputs[name] = attributes;
      const isUnchecked = ['checkbox', 'radio'].includes(attributes.type ?? '') && attributes.checked === undefined;
      if (!isUnchecked) fields[name] = attributes.value ?? '';
    }
    for (const [, element, options] of content.matchAll(/<select\s([^>]*)>([\s\S]*?)<\/select>/g)) {
      const { name } = attributesOf(element ?? '');
      const all = [...(options ?? '').matchAll(/<option([^>]*)>/g)].map(([, option]) => attributesOf(option ?? ''));
      const chosen = all.find(({ selected }) => selected !== undefined) ?? all[0];
      if (name !== undefined) fields[name] = chosen?.value ?? '';
    }
    for (const [, element, value] of content.matchAll(/<textarea\s([^>]*)>([\s\S]*?)<\/textarea>/g)) {
      const { name } = attributesOf(element ?? '');
      if (name !== undefined) fields[name] = unescaped(value ?? '');
    }
    const options = tag['data-options'];
    return {
      method: tag.method ?? 'get',
      action: tag.action === undefined ? path : this.ownPath(tag.action),
      fields,
      inputs,
      passkeyOptions: options === undefined ? null : JSON.parse(options),
    };
  }

  private ownPath(address: string): string {
    return this.base && address.startsWith(`${this.base}/`) ? address.slice(this.base.length) : address;
  }
}

/**
 * Every form with a password says whose it is: a password manager otherwise saves it without a name, or for another account
 * (Chromium, "Password form styles that Chromium understands"). The field is one to fill in, or has the address.
 */
function requireUserNames(html: string, path: string): void {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    if (!/<input\s[^>]*type="password"/.test(form)) continue;
    const inputs = [...form.matchAll(/<input\s((?:[^>"]|"[^"]*")*)>/g)].map(([, tag]) => attributesOf(tag ?? ''));
    const isNamed = inputs.some(
      ({ type, autocomplete = '', value, ...other }) =>
        autocomplete.split(' ').includes('username') &&
        type !== 'hidden' &&
        (!('hidden' in other) || value !== undefined),
    );
    if (!isNamed) throw new Error(`a password without the address of its account at ${path}: ${form}`);
  }
}

/** No page only says that something is over or wrong: it has a link or a form beside the bar at the top, if there are pages. */
export function requireWayOn(status: number, html: string, path: string): void {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const isEnd = status >= 400 || /role="alert"(?![^>]*hidden)/.test(main);
  const hasPages = /<a class="brand"/.test(html);
  if (isEnd && hasPages && !/<(?:a|form)\s/.test(main)) throw new Error(`no way on from ${path}: ${main}`);
}

/** Returns the form that posts to this path. */
export function formTo({ forms, html }: PageReply, action: string): PageForm {
  const found = forms.find((form) => form.action === action && form.passkeyOptions === null);
  if (!found) throw new Error(`no form to ${action} in ${html}`);
  return found;
}

/** Returns the links to the page in each language. */
export const languageLinks = ({ links }: PageReply): string[] => links.filter((link) => /[?&]lang=/.test(link));

/** Returns the form for a passkey. */
export function passkeyForm({ forms, html }: PageReply): PageForm & { passkeyOptions: object } {
  const found = forms.find((form) => form.passkeyOptions !== null);
  if (!found?.passkeyOptions) throw new Error(`no form for a passkey in ${html}`);
  return { ...found, passkeyOptions: found.passkeyOptions };
}

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name ?? '', unescaped(value ?? '')]),
  );

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const textOf = (html: string): string =>
  unescaped(html.replaceAll(/<(?:(?:[^>"]|"[^"]*")*)>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

function cookieOf(text: string): AnsweredCookie {
  const [pair = '', ...attributes] = text.split(/; */);
  const at = pair.indexOf('=');
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    attributes: Object.fromEntries(
      attributes.map((attribute) => {
        const [name = '', value = ''] = attribute.split(/=(.*)/s);
        return [name.toLowerCase(), value];
      }),
    ),
  };
}
