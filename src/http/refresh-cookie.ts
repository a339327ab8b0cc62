import type { Request, Response } from 'express';
import type { Config } from '../config/config';
import type { SentRefreshCookie } from '../request/request-context';

export interface RefreshCookies {
  read(req: Request): SentRefreshCookie;
  set(res: Response, token: string, expires: Date): void;
  clear(res: Response): void;
}

/**
 * A refresh token in a cookie that no script can read (ASVS 5.0, 3.3). It is accepted only with an `Origin` that is
 * PUBLIC_URL's or on the CORS list, and only if a script made the request, as far as the browser reports it (Fetch
 * Metadata, ASVS 5.0, 3.5). The body parser also requires JSON, which no form can send.
 */
export function createRefreshCookies({
  publicUrl,
  corsOrigins,
  cookieSameSite: sameSite,
}: Pick<Config, 'publicUrl' | 'corsOrigins' | 'cookieSameSite'>): RefreshCookies {
  const { origin, protocol } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  // For a front end on another site: the browser keeps one cookie for each top-level site (CHIPS).
  const partitioned = sameSite === 'none';
  // With the prefix, browsers reject the cookie from a subdomain or without TLS (RFC 6265bis, section 4.1.3.2). A
  // browser can have a partitioned cookie and another one. With one name for both, a used token would be sent again.
  const name = `${isHttps ? '__Host-' : ''}gatehouse_refresh${partitioned ? '_partitioned' : ''}`;
  const invited = new Set(corsOrigins);
  const options = { httpOnly: true, sameSite, secure: isHttps || partitioned, partitioned, path: '/' };
  const isAccepted = ({ headers }: Request) => {
    const from = headers.origin;
    if (!from || !(from === origin || invited.has(from))) return false;
    return isOfScript(headers, { fromOtherSites: invited.has(from) });
  };
  return {
    read(req) {
      const pair = (req.headers.cookie ?? '').split(/; */).find((text) => text.startsWith(`${name}=`));
      if (pair === undefined) return null;
      return isAccepted(req) ? { token: pair.slice(name.length + 1) } : 'rejected';
    },
    set: (res, token, expires) => void res.cookie(name, token, { ...options, expires }),
    clear: (res) => void res.clearCookie(name, options),
  };
}

/**
 * Browsers before 2023 send none of these headers. A header that is present is correct, because no script can set it.
 */
function isOfScript(headers: Request['headers'], { fromOtherSites }: { fromOtherSites: boolean }): boolean {
  const sites = fromOtherSites ? ['same-origin', 'same-site', 'cross-site'] : ['same-origin'];
  const isOneOf = (name: string, values: string[]) => values.includes(String(headers[name] ?? values[0]));
  return (
    isOneOf('sec-fetch-site', sites) &&
    isOneOf('sec-fetch-mode', ['cors', 'same-origin']) &&
    isOneOf('sec-fetch-dest', ['empty'])
  );
}
