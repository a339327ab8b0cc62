import { type Asset, sendAsset } from '../../platform/http/asset';
import { basePathOf } from '../../platform/http/page';
import type { Route } from '../../platform/http/routes';
import { systemClock } from '../../platform/runtime/clock';
import type { PagesConfig } from '../pages.settings';

interface Settings {
  publicUrl: string;
  pages: Pick<PagesConfig, 'areas' | 'securityContact'>;
}

const json = 'application/json';
const plainText = 'text/plain; charset=utf-8';
/** Seconds. */
const keptFor = 86_400;
/** At most a year is recommended (RFC 9116, section 2.5.5). */
const securityTextValidMs = 180 * 86_400_000;

/** What browsers, password managers, search engines and researchers look for at an address that a standard names. */
export function conventionRoutes({ publicUrl, pages }: Settings, icon: Asset): Route[] {
  const get = (path: string, handler: Route['handlers'][number]): Route => ({
    method: 'get',
    path,
    api: 'pages',
    operation: { name: 'page' },
    handlers: [handler],
  });
  const file = (path: string, type: string, textOf: () => string): Route =>
    get(path, (_req, res) => sendAsset(res, { type, content: Buffer.from(textOf()) }, `max-age=${keptFor}`));
  const { areas, securityContact } = pages;
  return [
    file('/robots.txt', plainText, () => robots),
    // For browsers that open a document without a link to the icon.
    get('/favicon.ico', (_req, res) => sendAsset(res, icon, `max-age=${keptFor}`)),
    ...(areas.includes('account')
      ? [
          // https://www.w3.org/TR/change-password-url/
          get('/.well-known/change-password', (_req, res) =>
            res.writeHead(302, { Location: `${basePathOf(publicUrl)}/account/password`, 'Content-Length': 0 }).end(),
          ),
          // https://www.w3.org/TR/passkey-endpoints/
          file('/.well-known/passkey-endpoints', json, () => passkeyEndpoints(`${publicUrl}/account/security`)),
        ]
      : []),
    ...(securityContact.length > 0
      ? [file('/.well-known/security.txt', plainText, () => securityText(publicUrl, securityContact, systemClock()))]
      : []),
  ];
}

/**
 * Every page is for one person. A crawler that ignores this finds `noindex` in the pages. A crawler that obeys also opens
 * no link of a mail that it found in a public archive.
 */
const robots = `# These pages are for people with an account, not for search engines.
User-agent: *
Disallow: /
`;

const passkeyEndpoints = (page: string): string => JSON.stringify({ enroll: page, manage: page });

/** RFC 9116. */
function securityText(publicUrl: string, contacts: readonly string[], now: Date): string {
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(now.getTime() + securityTextValidMs).toISOString()}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}
