import type { Request, Response } from 'express';
import type { SentRefreshCookie } from '../request/request-context';
import { cookieOf } from './cookie';

export interface CookieSettings {
  publicUrl: string;
  corsOrigins: readonly string[];
  cookieSameSite: 'strict' | 'lax' | 'none';
}

export interface RefreshCookies {
  name: string;
  read(req: Request): SentRefreshCookie;
  /** Returns the cookie of a request whose origin the caller has checked, or for which it does not matter. */
  sent(req: Request): string | null;
  set(res: Response, token: string, expires: Date): void;
  clear(res: Response): void;
}

/**
 * Reads and writes the refresh cookie, which scripts cannot read (ASVS 5.0, 3.3). A cookie is only accepted if `Origin`
 * is the origin of PUBLIC_URL or in CORS_ORIGINS. The Fetch Metadata headers, if the browser sends them, must also show
 * that a script made the request (ASVS 5.0, 3.5). The body parser requires JSON, which a form cannot send.
 */
export function createRefreshCookies({
  publicUrl,
  corsOrigins,
  cookieSameSite: sameSite,
}: CookieSettings): RefreshCookies {
  const { origin, protocol } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  // For a front end on another site. The browser then has a separate cookie for each top-level site (CHIPS).
  const partitioned = sameSite === 'none';
  // With the prefix, browsers reject the cookie from a subdomain or without TLS (RFC 6265bis, section 4.1.3.2). A
  // browser can have a partitioned and another cookie at the same time. With one name for both, a used token would be
  // sent again.
  const name = `${isHttps ? '__Host-' : ''}gatehouse_refresh${partitioned ? '_partitioned' : ''}`;
  const invited = new Set(corsOrigins);
  const options = { httpOnly: true, sameSite, secure: isHttps || partitioned, partitioned, path: '/' };
  const isAccepted = ({ headers }: Request) => {
    const from = headers.origin;
    if (!from || !(from === origin || invited.has(from))) return false;
    return isOfScript(headers, { fromOtherSites: invited.has(from) });
  };
  const sent = (req: Request) => cookieOf(req, name);
  return {
    name,
    read(req) {
      const token = sent(req);
      if (token === null) return null;
      return isAccepted(req) ? { token } : 'rejected';
    },
    sent,
    set: (res, token, expires) => void res.cookie(name, token, { ...options, expires }),
    clear: (res) => void res.clearCookie(name, options),
  };
}

/** A missing header is accepted, because browsers before 2023 send none. Scripts cannot set these headers. */
function isOfScript(headers: Request['headers'], { fromOtherSites }: { fromOtherSites: boolean }): boolean {
  const sites = fromOtherSites ? ['same-origin', 'same-site', 'cross-site'] : ['same-origin'];
  const isOneOf = (name: string, values: string[]) => values.includes(String(headers[name] ?? values[0]));
  return (
    isOneOf('sec-fetch-site', sites) &&
    isOneOf('sec-fetch-mode', ['cors', 'same-origin']) &&
    isOneOf('sec-fetch-dest', ['empty'])
  );
}
