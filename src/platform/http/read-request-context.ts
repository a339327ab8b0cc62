import type { Request, Response } from 'express';
import { defaultLocale, isLocale, type Locale, locales } from '../request/locale';
import type { RequestContext, SentRefreshCookie } from '../request/request-context';
import { withoutSecrets } from '../runtime/secret-text';
import type { RefreshCookies } from './refresh-cookie';
import { factsOf, type RequestFacts } from './request-facts';

/** No document says one. Browsers send less, and the time to choose a language grows with the length. */
const longestAcceptLanguage = 500;

/** Used for routes that accept no refresh cookie. */
const noCookies = { read: () => null };

export function contextOf(
  req: Request,
  res: Response,
  cookies: Pick<RefreshCookies, 'read'> = noCookies,
): RequestContext {
  return new HttpRequestContext(req, factsOf(res), cookies.read(req), req.headers.authorization ?? null, null);
}

/**
 * For pages, where a session has a cookie instead of an access token, and a person can choose the language. The header
 * `Authorization` has no effect. `refreshToken` is that of the refresh cookie, if a page of ours sent the request.
 */
export const pageContextOf = (
  req: Request,
  res: Response,
  { authorization = null, locale, refreshToken = null, returnTo = null }: PageRequest,
): RequestContext => {
  const cookie = refreshToken === null ? null : { token: refreshToken };
  const context = new HttpRequestContext(req, factsOf(res), cookie, authorization, locale);
  context.returnTo = returnTo;
  return context;
};

interface PageRequest {
  authorization?: string | null;
  locale: Locale | null;
  refreshToken?: string | null;
  returnTo?: string | null;
}

const neverAborted = new AbortController().signal;

/** Reads values on demand, because only some operations need them. */
class HttpRequestContext implements RequestContext {
  returnTo: string | null = null;
  failuresBefore = 0;
  outlivesClient = false;
  hasAnsweredChallenge = false;
  challengeAnswer: string | undefined;

  constructor(
    private readonly req: Request,
    private readonly facts: RequestFacts,
    readonly refreshCookie: SentRefreshCookie,
    readonly authorization: string | null,
    private readonly chosenLocale: Locale | null,
  ) {}

  get requestId() {
    return this.facts.requestId;
  }

  get actorId() {
    return this.facts.actorId;
  }

  set actorId(id: string | null) {
    this.facts.actorId = id;
  }

  get timings() {
    return this.facts.timings;
  }

  get signal() {
    return this.outlivesClient ? neverAborted : this.facts.signal;
  }

  get ip() {
    return this.facts.ip;
  }

  get networks() {
    return this.facts.networks;
  }

  get backend() {
    return this.facts.backend;
  }

  get userAgent() {
    const sent = this.req.headers['user-agent']?.slice(0, 256);
    return sent === undefined ? null : withoutSecrets(sent);
  }

  get country() {
    return this.facts.country;
  }

  get locale(): Locale {
    if (this.chosenLocale !== null) return this.chosenLocale;
    if ((this.req.headers['accept-language']?.length ?? 0) > longestAcceptLanguage) return defaultLocale;
    const preferred = this.req.acceptsLanguages([...locales]);
    return preferred && isLocale(preferred) ? preferred : defaultLocale;
  }

  get routerSecret() {
    // Node joins several headers of this name to one text.
    const sent = this.req.headers['x-router-secret'];
    return sent === undefined ? null : String(sent);
  }

  get forwardedBy() {
    const sent = this.req.headers['x-forwarded-for'];
    return sent ? String(sent).split(',').length : 0;
  }
}
