import type { Request, Response } from 'express';

export interface RefreshCookies {
  /** The refresh token of a browser's cookie; null unless the request comes from an origin that may use it. */
  read(req: Request): string | null;
  set(res: Response, token: string, expires: Date): void;
  clear(res: Response): void;
}

/**
 * A refresh token where no script can read it (ASVS 5.0, 3.3). It counts only with an `Origin` that is our own or on
 * the CORS list; that the request is JSON, which no form can send, is checked where its body is read.
 */
export function createRefreshCookies(publicUrl: string, corsOrigins: readonly string[]): RefreshCookies {
  const { origin, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // The prefix makes a browser refuse the cookie from a subdomain or without TLS (RFC 6265bis, section 4.1.3.2).
  const name = secure ? '__Host-gatehouse_refresh' : 'gatehouse_refresh';
  const allowed = new Set([origin, ...corsOrigins]);
  const options = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  return {
    read(req) {
      if (!req.headers.origin || !allowed.has(req.headers.origin)) return null;
      const pair = (req.headers.cookie ?? '').split(/; */).find((text) => text.startsWith(`${name}=`));
      return pair?.slice(name.length + 1) ?? null;
    },
    set: (res, token, expires) => void res.cookie(name, token, { ...options, expires }),
    clear: (res) => void res.clearCookie(name, options),
  };
}
