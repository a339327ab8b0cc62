import { z } from 'zod';
import { integer, oneOf, optional, parseUrl, setting, text } from '../config/setting';

const isPublicUrl = (value: string) => {
  const url = parseUrl(value);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    !url.username &&
    !url.password &&
    !value.includes('?') &&
    !value.includes('#')
  );
};
const isOrigin = (value: string) => parseUrl(value)?.origin === value && value !== 'null';
/** Browsers accept a `Secure` cookie over TLS and, except Safari, from this machine. */
const takesSecureCookies = (value: string) => {
  const { protocol, hostname } = parseUrl(value) ?? {};
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '');
};

const origins = z
  .string()
  .transform((value): readonly string[] =>
    value
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  )
  .refine((all) => all.every(isOrigin), 'must be origins such as https://app.example.com, separated by commas');

export const httpSettings = {
  port: setting('PORT', integer(0, 65535).default(4000), 'the port that the server listens on'),
  host: setting('HOST', text.default('0.0.0.0'), 'the address that the server listens on'),
  /** Without a trailing slash. */
  publicUrl: setting(
    'PUBLIC_URL',
    optional(
      text
        .refine(isPublicUrl, 'must be an http:// or https:// URL without user, query or fragment')
        .transform((value) => value.replace(/\/+$/, '')),
    ),
    'the URL that clients use: the `iss` of every token, and the base of all links',
    { defaultText: 'http://localhost:PORT' },
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    integer(1, 1_000_000).default(5000),
    'the maximum number of connections; further ones are closed',
  ),
  /** Null: clients connect through a proxy. */
  maxConnectionsPerAddress: setting(
    'MAX_CONNECTIONS_PER_ADDRESS',
    integer(1, 1_000_000).default(500),
    'the maximum number of connections from one address; without effect if `TRUST_PROXY` is above 0',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    integer(0, 32).default(0),
    'the number of proxies whose `X-Forwarded-For` is trusted',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins.default([]),
    'exact origins that browsers may call from, separated by commas',
  ),
  cookieSameSite: setting(
    'COOKIE_SAME_SITE',
    oneOf(['strict', 'lax', 'none']).default('strict'),
    'the `SameSite` of the cookie with the refresh token: `strict`, `lax`, or `none` for a front end on another site; see [sessions](../explanation/sessions.md#the-refresh-token-in-a-cookie)',
    {
      conflict: ({ COOKIE_SAME_SITE, PUBLIC_URL = 'http://localhost' }) =>
        COOKIE_SAME_SITE === 'none' && !takesSecureCookies(PUBLIC_URL)
          ? 'is none, which needs an https:// PUBLIC_URL (or one on localhost): browsers store such a cookie only over TLS'
          : null,
    },
  ),
};
