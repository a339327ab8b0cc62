import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { cookieOf } from './cookie';

/** Seconds: a year. The successor of RFC 6265 lets browsers keep a cookie for 400 days. */
const yearS = 31_536_000;
/** Seconds. No document says one. A redirect takes less. */
const sentBackS = 30;
/** No document says one. Forms that can be sent once: so many can be open in a browser. */
const openForms = 5;
/** No document says one: 16 random bytes in base64url, of our own. */
const formId = /^[\w-]{22}$/;

/** The token of a request for a mail, the code verifier of a login with a provider, or the token that connects a provider or is of an invitation. */
export type WaitingLogin = 'emailLogin' | 'providerLogin' | 'identityLink' | 'invitation';

export interface PageCookies {
  /** Returns the text of the session cookie, which is not checked yet. */
  session(req: Request): string | null;
  setSession(res: Response, cookie: string, expires: Date): void;
  clearSession(res: Response): void;
  /** The cookie of the session in which a super admin acts as a user. The other cookie of the super admin stays. */
  acting(req: Request): string | null;
  setActing(res: Response, cookie: string, expires: Date): void;
  clearActing(res: Response): void;
  /** The text of a login that waits for the proof of an address. */
  startedLogin(req: Request): string | null;
  setStartedLogin(res: Response, text: string, expires: Date): void;
  clearStartedLogin(res: Response): void;
  /** What a login needs that waits in this browser. */
  waiting(req: Request, name: WaitingLogin): string | null;
  setWaiting(res: Response, name: WaitingLogin, text: string, maxAgeS: number): void;
  clearWaiting(res: Response, name: WaitingLogin): void;
  /** A text that no other browser knows, until this one is closed. It opens nothing. */
  browser(req: Request): string | null;
  setBrowser(res: Response): void;
  /** The provider with which a person signed in last in this browser. It opens nothing, and only marks a button. */
  lastProvider(req: Request): string | null;
  setLastProvider(res: Response, id: string): void;
  language(req: Request): string | null;
  setLanguage(res: Response, language: string): void;
  /** Whether this browser was sent back to this address of an application in the last 30 seconds. */
  sentBack(req: Request, address: string): boolean;
  setSentBack(res: Response, address: string): void;
  clearSentBack(req: Request, res: Response): void;
  /** Returns the id for a form that can be sent once. */
  openForm(req: Request, res: Response): string;
  /** Returns false if the form was sent already, or is not known in this browser. It then must change nothing. */
  isOpenForm(req: Request, id: string): boolean;
  /** After the changes of the form. */
  closeForm(req: Request, res: Response, id: string): void;
}

/** An address can be longer than a cookie. */
const digestOf = (address: string) => createHash('sha256').update(address).digest('base64url');

/**
 * Reads and writes the cookies of the pages. Browsers also send the session cookie if a person follows a link from another
 * site (`SameSite=Lax`), so only a form on a page of Gatehouse may change something (`isFromOwnPage`).
 */
export function createPageCookies(publicUrl: string): PageCookies {
  const isHttps = new URL(publicUrl).protocol === 'https:';
  const prefix = isHttps ? '__Host-' : '';
  const names = {
    session: `${prefix}gatehouse_session`,
    acting: `${prefix}gatehouse_acting`,
    startedLogin: `${prefix}gatehouse_started_login`,
    emailLogin: `${prefix}gatehouse_email_login`,
    providerLogin: `${prefix}gatehouse_provider_login`,
    identityLink: `${prefix}gatehouse_identity_link`,
    invitation: `${prefix}gatehouse_invitation`,
    browser: `${prefix}gatehouse_browser`,
    language: `${prefix}gatehouse_language`,
    lastProvider: `${prefix}gatehouse_last_provider`,
    forms: `${prefix}gatehouse_forms`,
    sentBack: `${prefix}gatehouse_sent_back`,
  };
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
  const formsIn = (req: Request) => (cookieOf(req, names.forms) ?? '').split('.').filter((id) => formId.test(id));
  const setForms = (res: Response, ids: readonly string[]) => {
    if (ids.length > 0) res.cookie(names.forms, ids.join('.'), options);
    else res.clearCookie(names.forms, options);
  };
  return {
    session: (req) => cookieOf(req, names.session),
    setSession: (res, cookie, expires) => void res.cookie(names.session, cookie, { ...options, expires }),
    clearSession: (res) => void res.clearCookie(names.session, options),
    acting: (req) => cookieOf(req, names.acting),
    setActing: (res, cookie, expires) => void res.cookie(names.acting, cookie, { ...options, expires }),
    clearActing: (res) => void res.clearCookie(names.acting, options),
    startedLogin: (req) => cookieOf(req, names.startedLogin),
    setStartedLogin: (res, text, expires) => void res.cookie(names.startedLogin, text, { ...options, expires }),
    clearStartedLogin: (res) => void res.clearCookie(names.startedLogin, options),
    waiting: (req, name) => cookieOf(req, names[name]),
    setWaiting: (res, name, text, maxAgeS) =>
      void res.cookie(names[name], text, { ...options, maxAge: 1000 * maxAgeS }),
    clearWaiting: (res, name) => void res.clearCookie(names[name], options),
    browser: (req) => cookieOf(req, names.browser),
    setBrowser: (res) => void res.cookie(names.browser, randomBytes(16).toString('base64url'), options),
    language: (req) => cookieOf(req, names.language),
    setLanguage: (res, language) => void res.cookie(names.language, language, { ...options, maxAge: 1000 * yearS }),
    lastProvider: (req) => cookieOf(req, names.lastProvider),
    setLastProvider: (res, id) => void res.cookie(names.lastProvider, id, { ...options, maxAge: 1000 * yearS }),
    sentBack: (req, address) => cookieOf(req, names.sentBack) === digestOf(address),
    setSentBack: (res, address) =>
      void res.cookie(names.sentBack, digestOf(address), { ...options, maxAge: 1000 * sentBackS }),
    clearSentBack(req, res) {
      if (cookieOf(req, names.sentBack) !== null) res.clearCookie(names.sentBack, options);
    },
    openForm(req, res) {
      const id = randomBytes(16).toString('base64url');
      setForms(res, [...formsIn(req), id].slice(-openForms));
      return id;
    },
    isOpenForm: (req, id) => formsIn(req).includes(id),
    closeForm: (req, res, id) =>
      setForms(
        res,
        formsIn(req).filter((one) => one !== id),
      ),
  };
}

/**
 * Whether a form on a page of this origin sent the request (ASVS 5.0, 3.5.1). Otherwise a page of another site could act
 * for the person, or log them in to an account of the attacker. Browsers since 2023 send `Sec-Fetch-Site` over TLS, and
 * all send `Origin` with a form.
 */
export function isFromOwnPage({ headers }: Request, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === new URL(publicUrl).origin;
}

/**
 * Whether a person opens the page, and no script reads it: a script of an application on the same site could read what the
 * person sees. Browsers since 2023 send `Sec-Fetch-Mode` over TLS.
 */
export const isNavigation = ({ headers }: Request): boolean => (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';

/** Whether a person opens an address, and the browser expects a page. A program that accepts everything gets data. */
export const prefersPage = (req: Request): boolean =>
  ['GET', 'HEAD'].includes(req.method) && isNavigation(req) && req.accepts(['json', 'html']) === 'html';
