import { basePathOf, documentOf, escapeHtml, type Page } from '../platform/http/page';

export interface Home {
  publicUrl: string;
  version: string;
  explorer: boolean;
  /** Whether people can sign in on a page. */
  signIn: boolean;
}

const css = `dl { margin: 0; border-top: 1px solid var(--line); }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 18rem; max-width: 100%; }
dd { flex: 1 1 16rem; margin: 0; color: var(--soft); }
footer { margin-top: 2rem; color: var(--soft); }
`;

/** The page at `/` for people: what Gatehouse is, and where its APIs and documents are. It has no script. */
export function homePage({ publicUrl, version, explorer, signIn }: Home): Page {
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
  const pages = signIn
    ? `<h2>Pages</h2>
<dl>
${entry(link('/login', 'Sign in'), 'For people who have an account here.')}
</dl>
`
    : '';
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
