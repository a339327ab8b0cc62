import type { ComponentChildren } from 'preact';
import type { Content, ViewContext } from '../kit/layout.page';

export interface Home {
  version: string;
  explorer: boolean;
  /** Who can register on the pages. Null: nobody. */
  registration: string | null;
  /** Whether the mails are shown at /dev/mailbox. */
  mailbox: boolean;
}

/** The page at `/`, for developers and operators: what Gatehouse is, and where its APIs, documents and pages are. */
export function homePage(
  { version, explorer, registration, mailbox }: Home,
  { frame: { base, areas } }: ViewContext,
): Content {
  const link = (path: string, text = path) => <a href={base + path}>{text}</a>;
  return {
    title: 'Account service',
    wide: true,
    shownOnce: true,
    body: (
      <div class="stack-wide">
        <h1>Gatehouse</h1>
        <p>
          This is an account service. Programs register users here, log them in, and get access tokens for other
          services. This page is for people. A program that does not ask for HTML gets JSON.
        </p>
        {(areas.length > 0 || mailbox) && (
          <Entries title="Pages">
            {areas.includes('sign-in') && (
              <Entry term={link('/login', 'Sign in')} meaning="For people who have an account here." />
            )}
            {areas.includes('sign-in') && registration !== null && (
              <Entry term={link('/register', 'Create an account')} meaning={registration} />
            )}
            {areas.includes('account') && (
              <Entry term={link('/account', 'Your account')} meaning="Profile, devices, security and data." />
            )}
            {areas.includes('console') && <Entry term={link('/console', 'Console')} meaning="For super admins." />}
            {mailbox && (
              <Entry
                term={link('/dev/mailbox', 'Mailbox')}
                meaning="The mails of this server, which sends none in development."
              />
            )}
          </Entries>
        )}
        <Entries title="APIs">
          <Entry term={<code>{base}/graphql</code>} meaning="The GraphQL API." />
          <Entry term={<code>{base}/auth/…</code>} meaning="The REST API, with the same operations." />
        </Entries>
        <Entries title="Documents">
          <Entry term={link('/openapi.json')} meaning="The description of the REST API (OpenAPI 3.1)." />
          <Entry term={link('/.well-known/openid-configuration')} meaning="The issuer of the access tokens." />
          <Entry term={link('/.well-known/jwks.json')} meaning="The public keys that verify access tokens." />
          <Entry term={link('/readyz')} meaning="Whether the service is ready." />
        </Entries>
        {explorer && (
          <Entries title="Try the GraphQL API">
            <Entry
              term={link('/graphql', 'Apollo Sandbox')}
              meaning="A GraphQL client in your browser. It is loaded from the internet."
            />
            <Entry
              term={link('/graphiql', 'GraphiQL')}
              meaning="A GraphQL client in your browser. This server serves it, also without the internet."
            />
          </Entries>
        )}
        <p class="quiet small">Gatehouse {version}</p>
      </div>
    ),
  };
}

const Entries = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="card stack">
    <h2>{title}</h2>
    <ul class="rows">{children}</ul>
  </section>
);

const Entry = ({ term, meaning }: { term: ComponentChildren; meaning: string }) => (
  <li>
    <div>{term}</div>
    <div class="quiet">{meaning}</div>
  </li>
);
