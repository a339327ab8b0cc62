import type { Config } from '../../platform/config/config';
import { basePathOf, documentOf, escapeHtml, type Page, sendPage } from '../../platform/http/page';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { about, nullable, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { isLoopback } from '../../platform/runtime/loopback';
import { readVersion } from '../../platform/runtime/version';
import { home } from './documents.operations';

export interface Home {
  publicUrl: string;
  version: string;
  explorer: boolean;
  areas: Config['pages']['areas'];
  /** Who can register on the pages. Null: nobody. */
  registration: string | null;
  /** Whether the mails are shown at /dev/mailbox. */
  mailbox: boolean;
}

const css = `dl { margin: 0; border-top: 1px solid var(--line); }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 18rem; max-width: 100%; }
dd { flex: 1 1 16rem; margin: 0; color: var(--soft); }
footer { margin-top: 2rem; color: var(--soft); }
`;

/** The page at `/` for people: what Gatehouse is, and where its APIs and documents are. It has no script. */
export function homePage({ publicUrl, version, explorer, areas, registration, mailbox }: Home): Page {
  const base = basePathOf(publicUrl);
  const link = (path: string, text = path) => `<a href="${escapeHtml(base + path)}">${text}</a>`;
  const entry = (term: string, meaning: string) => `<div><dt>${term}</dt><dd>${meaning}</dd></div>`;
  const explorers = explorer
    ? `<h2>Try the GraphQL API</h2>
<dl>
${entry(link('/graphql', 'Apollo Sandbox'), 'A GraphQL client in your browser. It is loaded from the internet.')}
${entry(link('/graphiql', 'GraphiQL'), 'A GraphQL client in your browser. This server serves it, also without the internet.')}
</dl>
`
    : '';
  const entries = [
    areas.includes('sign-in') && entry(link('/login', 'Sign in'), 'For people who have an account here.'),
    areas.includes('sign-in') &&
      registration !== null &&
      entry(link('/register', 'Create an account'), escapeHtml(registration)),
    areas.includes('account') && entry(link('/account', 'Your account'), 'Profile, devices, security and data.'),
    areas.includes('console') && entry(link('/console', 'Console'), 'For super admins.'),
    mailbox && entry(link('/dev/mailbox', 'Mailbox'), 'The mails of this server, which sends none in development.'),
  ].filter((text) => text !== false);
  const pages = entries.length > 0 ? `<h2>Pages</h2>\n<dl>\n${entries.join('\n')}\n</dl>\n` : '';
  const body = `<main>
<h1>Gatehouse</h1>
<p>This is an account service. Programs register users here, log them in, and get access tokens for other services.
This page is for people. A program that does not ask for HTML gets JSON.</p>
${pages}<h2>APIs</h2>
<dl>
${entry(`<code>${escapeHtml(base)}/graphql</code>`, 'The GraphQL API.')}
${entry(`<code>${escapeHtml(base)}/auth/…</code>`, 'The REST API, with the same operations.')}
</dl>
<h2>Documents</h2>
<dl>
${entry(link('/openapi.json'), 'The description of the REST API (OpenAPI 3.1).')}
${entry(link('/.well-known/openid-configuration'), 'The issuer of the access tokens.')}
${entry(link('/.well-known/jwks.json'), 'The public keys that verify access tokens.')}
${entry(link('/readyz'), 'Whether the service is ready.')}
</dl>
${explorers}<footer>Gatehouse ${escapeHtml(version)}</footer>
</main>`;
  return {
    sources: (nonce) => ({ 'style-src': [`'nonce-${nonce}'`], 'img-src': ['data:'] }),
    html: (nonce) => documentOf({ title: 'Gatehouse', nonce, css, body }),
  };
}

type HomeSettings = Pick<Config, 'publicUrl' | 'explorer' | 'production' | 'registration' | 'registerDomains'> & {
  pages: Pick<Config['pages'], 'areas' | 'homeUrl'>;
  email: Pick<Config['email'], 'transport'>;
};

const homeEnvelope = successSchema(
  'HomeEnvelope',
  'What this service is, and where its APIs and documents are.',
  about(
    object({
      name: about(string, 'The name of the program: `Gatehouse`.'),
      version: about(string, 'The version of Gatehouse.'),
      graphql_url: about(string, 'The URL of the GraphQL API.'),
      rest_url: about(string, 'The URL that the paths of the REST API follow.'),
      openapi_url: about(string, 'The URL of the OpenAPI document.'),
      metadata_url: about(string, 'The URL of the metadata of the issuer.'),
      explorer_url: about(
        nullable(string),
        'The URL of a page with a GraphQL client, for people. Null if the setting `GRAPHQL_EXPLORER` is off.',
      ),
    }),
    'The service and its URLs.',
  ),
);

/** `/` is a page for people, and an envelope for programs. In production, it leads people to their account or to HOME_URL. */
export function homeRoutes(settings: HomeSettings): RestRoute[] {
  const { publicUrl, explorer, pages, email, production } = settings;
  const version = readVersion();
  const mailbox = email.transport === 'mailbox' && isLoopback(new URL(publicUrl).hostname);
  const page = homePage({
    publicUrl,
    version,
    explorer,
    areas: pages.areas,
    registration: registrationIn(settings),
    mailbox,
  });
  const account = pages.areas.includes('account') ? `${basePathOf(publicUrl)}/account` : pages.homeUrl;
  const envelope = homeBody({ publicUrl, version, explorer });
  return [
    routeOf(home, {
      openapi: () => ({
        tag: 'Service',
        summary: 'Find the APIs and the documents',
        description:
          'Returns the version of Gatehouse and the URLs of its APIs and documents. A client that prefers `text/html`, such as a browser, gets a page. Anyone can call this operation.',
        success: {
          description: 'The version and the URLs.',
          headers: {
            Vary: {
              description: 'Contains `Accept`, because this header decides between JSON and HTML.',
              schema: string,
            },
          },
          schema: homeEnvelope,
          example: homeBody({ publicUrl: 'https://id.example.com', version: '1.2.3', explorer: false }),
          html: 'The same for people.',
          redirect: 'In production, for people: to their account, or to `HOME_URL`.',
        },
      }),
      handlers: [
        (req, res) => {
          res.vary('Accept');
          if (req.accepts(['json', 'html']) !== 'html') sendJson(res, envelope);
          else if (production && account !== null) res.status(303).setHeader('Location', account).end();
          else sendPage(res, page);
        },
      ],
    }),
  ];
}

function registrationIn({ registration, registerDomains, email }: HomeSettings): string | null {
  if (registration === 'closed' || (registration === 'confirm' && email.transport === 'none')) return null;
  return registerDomains ? `With an e-mail address at ${[...registerDomains].join(', ')}.` : 'Open to everyone.';
}

const homeBody = ({ publicUrl, version, explorer }: Omit<Home, 'areas' | 'registration' | 'mailbox'>) =>
  successEnvelope(home.message, {
    name: 'Gatehouse',
    version,
    graphql_url: `${publicUrl}/graphql`,
    rest_url: publicUrl,
    openapi_url: `${publicUrl}/openapi.json`,
    metadata_url: `${publicUrl}/.well-known/openid-configuration`,
    explorer_url: explorer ? `${publicUrl}/graphql` : null,
  });
