import type { Request, Response } from 'express';

export interface RefreshCookies {
  /** The refresh token of a browser's cookie; null unless the request comes from an origin that may use it. */
  read(req: Request): string | null;
  set(res: Response, token: string, expires: Date): void;
  clear(res: Response): void;
}

/**
 * A refresh token where no script can read it (ASVS 5.0, 3.3). It counts only with an `Origin` that is our own or on
 * the CORS list, in a request that a script made, as far as the browser tells (Fetch Metadata, ASVS 5.0, 3.5); that it
 * is JSON, which no form can send, is checked where its body is read.
 */
export function createRefreshCookies(publicUrl: string, corsOrigins: readonly string[]): RefreshCookies {
  const { origin, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // The prefix makes a browser refuse the cookie from a subdomain or without TLS (RFC 6265bis, section 4.1.3.2).
  const name = secure ? '__Host-gatehouse_refresh' : 'gatehouse_refresh';
  const invited = new Set(corsOrigins);
  const options = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  return {
    read(req) {
      const from = req.headers.origin;
      if (!from || !(from === origin || invited.has(from))) return null;
      if (!isOfScript(req.headers, { fromOtherSites: invited.has(from) })) return null;
      const pair = (req.headers.cookie ?? '').split(/; */).find((text) => text.startsWith(`${name}=`));
      return pair?.slice(name.length + 1) ?? null;
    },
    set: (res, token, expires) => void res.cookie(name, token, { ...options, expires }),
    clear: (res) => void res.clearCookie(name, options),
  };
}

/** Browsers before 2023 send none of these headers; one that is there says the truth, because no script can set it. */
function isOfScript(headers: Request['headers'], { fromOtherSites }: { fromOtherSites: boolean }): boolean {
  const sites = fromOtherSites ? ['same-origin', 'same-site', 'cross-site'] : ['same-origin'];
  const isOneOf = (name: string, values: string[]) => values.includes(String(headers[name] ?? values[0]));
  return (
    isOneOf('sec-fetch-site', sites) &&
    isOneOf('sec-fetch-mode', ['cors', 'same-origin']) &&
    isOneOf('sec-fetch-dest', ['empty'])
  );
}
