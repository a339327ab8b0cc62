import type { Request, Response } from 'express';
import type { RequestContext, SentRefreshCookie } from '../request/request-context';
import type { RefreshCookies } from './refresh-cookie';
import { factsOf, type RequestFacts } from './request-facts';

/** Used for routes that accept no refresh cookie. */
const noCookies = { read: () => null };

export function contextOf(
  req: Request,
  res: Response,
  cookies: Pick<RefreshCookies, 'read'> = noCookies,
): RequestContext {
  return new HttpRequestContext(req, factsOf(res), cookies.read(req));
}

/** Reads values on demand, because only some operations need them. */
class HttpRequestContext implements RequestContext {
  readonly authorization: string | null;

  constructor(
    private readonly req: Request,
    private readonly facts: RequestFacts,
    readonly refreshCookie: SentRefreshCookie,
  ) {
    this.authorization = req.headers.authorization ?? null;
  }

  get requestId() {
    return this.facts.requestId;
  }

  get timings() {
    return this.facts.timings;
  }

  get signal() {
    return this.facts.signal;
  }

  get ip() {
    return this.facts.ip;
  }

  get userAgent() {
    return this.req.headers['user-agent']?.slice(0, 256) ?? null;
  }

  get forwardedBy() {
    const sent = this.req.headers['x-forwarded-for'];
    return sent ? String(sent).split(',').length : 0;
  }
}
