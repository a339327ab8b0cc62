import { basePathOf, documentOf, escapeHtml, inScript, type Page } from '../../http/page';
import { explorerExamples } from './explorer-examples';

const frameOrigin = 'https://sandbox.embed.apollographql.com';
const scriptOrigin = 'https://embeddable-sandbox.cdn.apollographql.com';
const script = `${scriptOrigin}/v2/embeddable-sandbox.umd.production.min.js`;

/** Apollo Sandbox sends requests from these origins: embedded in a page, or on its own site. */
export const sandboxOrigins = [frameOrigin, 'https://studio.apollographql.com'] as const;

/** After this time without a sign of Sandbox, the page offers GraphiQL. */
const patienceMs = 2000;

const options = {
  target: '#sandbox',
  initialState: {
    document: explorerExamples.map(({ query }) => query).join('\n'),
    variables: Object.assign({}, ...explorerExamples.map(({ variables }) => variables)),
  },
  endpointIsEditable: false,
  hideCookieToggle: false,
  runTelemetry: false,
  // Otherwise the script would add styles, which the policy does not allow.
  allowDynamicStyles: false,
};

const css = `#loading, body[data-state=open] main { display: none; }
body[data-state=loading] #loading { display: block; }
#sandbox { position: absolute; inset: 0; visibility: hidden; }
body[data-state=open] { overflow: hidden; }
body[data-state=open] #sandbox { visibility: visible; }
iframe { width: 100%; height: 100%; border: none; background: #fff; }
.button { display: inline-block; margin-top: .5rem; padding: .5rem 1.1rem; border: 2px solid var(--link); border-radius: 6px;
  font-weight: 600; text-decoration: none; }
`;

/**
 * The page at `/graphql` with Apollo Sandbox, which the browser loads from Apollo. If Sandbox cannot be reached, the page
 * offers GraphiQL. Sandbox is shown when its frame has sent a message, because a browser reports no error for a frame.
 */
export function sandboxPage(publicUrl: string): Page {
  const graphiql = escapeHtml(`${basePathOf(publicUrl)}/graphiql`);
  const html = (nonce: string) =>
    documentOf({
      title: 'GraphQL API – Gatehouse',
      nonce,
      css,
      body: `<main>
<h1>GraphQL API</h1>
<p id="loading">Apollo Sandbox is loading from the internet …</p>
<div id="unreachable" role="alert"></div>
<noscript><p>Apollo Sandbox needs JavaScript.</p></noscript>
</main>
<div id="sandbox"></div>
<template id="advice">
<p><strong>Apollo Sandbox cannot be reached.</strong> Your browser loads it from the internet.</p>
<p>GraphiQL is another GraphQL client. This server serves it, also without the internet.</p>
<p><a class="button" href="${graphiql}">Open GraphiQL</a></p>
</template>
<script nonce="${nonce}">
const show = (state) => { document.body.dataset.state = state; };
const offerGraphiql = () => {
  if (document.body.dataset.state !== 'loading') return;
  const advice = document.getElementById('advice').content;
  // Screen readers read what is added to an element with the role "alert".
  document.getElementById('unreachable').append(advice.cloneNode(true));
  show('unreachable');
};
show('loading');
setTimeout(offerGraphiql, ${patienceMs});
addEventListener('message', ({ origin }) => { if (origin === ${inScript(frameOrigin)}) show('open'); });
// Sandbox may send all operations of its editor. Gatehouse takes one with credentials in a document.
const alone = (body) => {
  if (typeof body !== 'string') return body;
  const { query, ...rest } = JSON.parse(body);
  const operations = /^fragment /m.test(query) ? [] : query.split(/^(?=(?:mutation|query) )/m);
  const own = operations.find((one) => one.split(/\\W/)[1] === rest.operationName);
  return JSON.stringify({ ...rest, query: own ?? query });
};
const handleRequest = (url, options) => fetch(url, { ...options, body: alone(options.body) });
const sandbox = document.createElement('script');
sandbox.src = ${inScript(script)};
sandbox.nonce = ${inScript(nonce)};
sandbox.onerror = offerGraphiql;
sandbox.onload = () => {
  const initialEndpoint = location.origin + location.pathname;
  new EmbeddedSandbox({ ...${inScript(options)}, initialEndpoint, handleRequest });
};
document.head.append(sandbox);
</script>`,
    });
  return {
    html,
    sources: (nonce) => ({
      // The origin is for parts that the script loads.
      'script-src': [`'nonce-${nonce}'`, scriptOrigin],
      'style-src': [`'nonce-${nonce}'`],
      'img-src': ['data:'],
      'connect-src': ["'self'"],
      'frame-src': [frameOrigin],
    }),
    // Sandbox opens a popup for the sign-in to Apollo and for OAuth. The popup sends messages to the page.
    openerPolicy: 'same-origin-allow-popups',
  };
}
