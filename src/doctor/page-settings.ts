import { isIP } from 'node:net';
import type { Config } from '../compose/config';
import { isAppUrl } from '../platform/config/setting';
import { type Sentence, say } from '../platform/runtime/sentence';

/** Finds settings with which an application cannot use the login of the pages. */
export function pageProblems({
  pages: { areas, redirectUris: all },
  publicUrl,
  corsOrigins,
}: Pick<Config, 'pages' | 'publicUrl' | 'corsOrigins'>): Sentence[] {
  const redirectUris = all.filter((uri) => !isAppUrl(uri));
  if (redirectUris.length === 0) return [];
  if (!areas.includes('sign-in')) {
    return [say`REDIRECT_URIS is set, and PAGES has no sign-in: no page sends a person to these addresses`];
  }
  const own = new URL(publicUrl);
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))].filter(
    (origin) => origin !== own.origin,
  );
  const silent = origins.filter((origin) => !corsOrigins.includes(origin));
  const foreign = origins.filter((origin) => !canBeSameSite(new URL(origin), own));
  return [
    ...(silent.length > 0
      ? [
          say`REDIRECT_URIS has addresses of ${silent.join(', ')}, which CORS_ORIGINS does not contain: after the login, these applications cannot get an access token`,
        ]
      : []),
    ...(foreign.length > 0
      ? [
          say`REDIRECT_URIS has addresses of ${foreign.join(', ')}, another site than ${own.origin}: browsers do not send the refresh cookie from there`,
        ]
      : []),
  ];
}

/**
 * Returns false if the browser certainly sees two sites. A site has at least the last two labels of the host in common. It
 * has more below a public suffix such as co.uk, but the list of these suffixes is not known here.
 */
function canBeSameSite(one: URL, other: URL): boolean {
  if (one.protocol !== other.protocol) return false;
  if (isIP(one.hostname) !== 0 || isIP(other.hostname) !== 0) return one.hostname === other.hostname;
  return domainOf(one) === domainOf(other);
}

const domainOf = ({ hostname }: URL): string => {
  const labels = hostname.split('.');
  return labels.slice(labels.at(-1) === 'localhost' ? -1 : -2).join('.');
};
