import { integer, list, oneOf, optional, parseUrl, settingsOn, text } from '../config/setting';

const serverSetting = settingsOn('server');
const browserSetting = settingsOn('browsers');

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
/**
 * An origin as browsers send it (RFC 6454, section 6.2). The origin of a URL is only defined for the schemes of the Web, and that of
 * an application that shows a web view is its scheme and host, such as `capacitor://localhost`.
 */
const isOrigin = (value: string) => {
  const { origin, protocol = '' } = parseUrl(value) ?? {};
  if (origin === value) return value !== 'null';
  return (
    origin === 'null' && !localSchemes.has(protocol) && /^[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(?::\d{1,5})?$/i.test(value)
  );
};
/** WHATWG URL, origins: their origin is always `null`. */
const localSchemes: ReadonlySet<string> = new Set(['file:', 'data:', 'about:', 'javascript:', 'blob:']);
/** Browsers accept a `Secure` cookie only over TLS or, except Safari, from this machine. */
const takesSecureCookies = (value: string) => {
  const { protocol, hostname } = parseUrl(value) ?? {};
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '');
};

const origins = list.refine(
  (all) => all.every(isOrigin),
  'must be origins such as https://app.example.com, separated by commas',
);

export const httpSettings = {
  port: serverSetting('PORT', integer(0, 65535).default(4000), 'With `0`, the system chooses a free port.'),
  host: serverSetting(
    'HOST',
    text.default('0.0.0.0'),
    'Where the server listens. `0.0.0.0` is every IPv4 address of the machine.',
  ),
  /** Without a trailing slash. */
  publicUrl: serverSetting(
    'PUBLIC_URL',
    optional(
      text
        .refine(isPublicUrl, 'must be an http:// or https:// URL without user, query or fragment')
        .transform((value) => value.replace(/\/+$/, '')),
    ),
    'The URL that clients use. It is the issuer (`iss`) of every access token.',
    { defaultText: 'http://localhost:PORT', example: 'https://id.example.com' },
  ),
  maxConnections: serverSetting(
    'MAX_CONNECTIONS',
    integer(1, 1_000_000).default(5000),
    'How many connections can be open.',
  ),
  /** Null in `Config` if clients connect through a proxy. */
  maxConnectionsPerAddress: serverSetting(
    'MAX_CONNECTIONS_PER_ADDRESS',
    integer(1, 1_000_000).default(500),
    'The same for one IPv4 address or IPv6 /64. Not for `RATE_LIMIT_TRUSTED_NETWORKS`, and without effect if `TRUST_PROXY` is above 0.',
  ),
  trustProxy: serverSetting(
    'TRUST_PROXY',
    integer(0, 32).default(0),
    'The number of proxies in front of Gatehouse that add an address to `X-Forwarded-For`. `0` ignores the header.',
  ),
  countryHeader: serverSetting(
    'COUNTRY_HEADER',
    optional(text.regex(/^[a-z0-9-]{1,64}$/i, 'must be the name of a header, such as CF-IPCountry')),
    'The header in which your proxy names the country of a client, for mails. The proxy must replace what clients send.',
    {
      example: 'CF-IPCountry',
      conflict: ({ COUNTRY_HEADER, TRUST_PROXY = '0' }) =>
        COUNTRY_HEADER && Number(TRUST_PROXY) === 0
          ? 'needs TRUST_PROXY, because without a proxy the clients themselves send the header'
          : null,
    },
  ),
  corsOrigins: browserSetting(
    'CORS_ORIGINS',
    origins.default([]),
    'Browser origins that may call the APIs and use the refresh cookie.',
    { example: 'https://app.example.com,https://admin.example.com' },
  ),
  cookieSameSite: browserSetting(
    'COOKIE_SAME_SITE',
    oneOf(['strict', 'lax', 'none']).default('strict'),
    'The attribute `SameSite` of the refresh cookie. `none` is for a front end on [another site](../integrate/your-own-front-end.md), and requires `https://` or localhost.',
    {
      conflict: ({ COOKIE_SAME_SITE, PUBLIC_URL = 'http://localhost' }) =>
        COOKIE_SAME_SITE === 'none' && !takesSecureCookies(PUBLIC_URL)
          ? 'is none, so PUBLIC_URL must start with https:// or be on localhost. Browsers store such a cookie only over TLS'
          : null,
    },
  ),
};
