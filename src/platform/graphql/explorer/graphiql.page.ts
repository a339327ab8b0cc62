import { basePathOf, escapeHtml, inScript, type Page } from '../../http/page';
import { explorerExamples } from './explorer-examples';
import type { GraphiqlFile } from './graphiql-files';

/** GraphiQL takes variables as texts. */
const tabs = explorerExamples.map(({ query, variables }) => ({
  query,
  ...(variables && { variables: JSON.stringify(variables, null, 2) }),
}));

const style = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; color-scheme: light dark; background: Canvas; color: CanvasText; }
#graphiql { flex: 1; min-height: 0; }
#signed-in { margin: 0; padding: 6px 16px; font: 14px/1.4 system-ui, sans-serif; }
#signed-in:empty { padding: 0; }
/* GraphiQL would put the editors and the response next to each other also on a phone. */
@media (max-width: 700px) {
  #graphiql-session { flex-direction: column; }
  #graphiql-session > .graphiql-horizontal-drag-bar, .graphiql-logo { display: none; }
  .graphiql-container .graphiql-sidebar { width: 44px; padding: 8px 0; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
}`;

const memoryStorage = `// Operations have passwords and tokens. So they are kept in memory, and not in the browser's storage or in the URL.
const memory = new Map();
const storage = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
  removeItem: (name) => void memory.delete(name),
  clear: () => memory.clear(),
  get length() { return memory.size; },
};`;

/** The function with which GraphiQL sends an operation. */
function fetcherTo(url: string): string {
  return `// The access token of the last login goes with each request that has no header of its own.
let jwt = null;
const say = (text) => { document.getElementById('signed-in').textContent = text; };
const adopt = (data) => {
  for (const payload of Object.values(data ?? {})) {
    if (!payload?.result?.jwt) continue;
    jwt = payload.result.jwt;
    const { user } = payload.result;
    if (user) say('Signed in as ' + (user.firstName ?? user.email ?? user.id ?? '…') + '. Requests carry the access token.');
  }
};
const fetcher = async ({ operationName: name, ...document }, { headers } = {}) => {
  // Right after a tab was opened, GraphiQL still has the name of the operation of the one before.
  const defined = new RegExp('\\\\b(query|mutation|subscription)\\\\s+' + name + '\\\\b').test(document.query);
  const body = defined ? { ...document, operationName: name } : document;
  const own = new Headers(headers);
  const sent = own.has('Authorization') ? null : jwt;
  if (sent) own.set('Authorization', 'Bearer ' + sent);
  own.set('Content-Type', 'application/json');
  const response = await fetch(${inScript(url)}, { method: 'POST', headers: own, body: JSON.stringify(body) });
  const answer = await response.json();
  if (sent && sent === jwt && answer.errors?.some((error) => error.extensions?.code === 'UNAUTHENTICATED')) {
    jwt = null;
    say('The session has ended. Run Login again.');
  }
  adopt(answer.data);
  // Fields with a default can be left out: GraphiQL would mark them as missing.
  for (const { inputFields } of answer.data?.__schema?.types ?? []) {
    for (const field of inputFields ?? []) {
      if (field.defaultValue !== null && field.type.kind === 'NON_NULL') field.type = field.type.ofType;
    }
  }
  return answer;
};`;
}

/** The page at `/graphiql`: GraphiQL, from the files of this server. `version` is the version of these files. */
export function graphiqlPage(publicUrl: string, version: string): Page {
  const base = basePathOf(publicUrl);
  const urlOf = (file: GraphiqlFile) => `${base}/graphiql/${encodeURIComponent(version)}/${file}`;
  const workers = {
    editorWorkerService: urlOf('editor-worker.js'),
    json: urlOf('json-worker.js'),
    graphql: urlOf('graphql-worker.js'),
  };
  const html = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL – Gatehouse</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(urlOf('graphiql.css'))}">
<style nonce="${nonce}">
${style}
</style>
</head>
<body>
<p id="signed-in" role="status"></p>
<div id="graphiql">Loading GraphiQL …</div>
<noscript>GraphiQL needs JavaScript.</noscript>
<script nonce="${nonce}">
// The editor (Monaco) adds style elements, and has no option for their nonce.
const createElement = document.createElement;
document.createElement = function (name, ...others) {
  const element = createElement.call(this, name, ...others);
  if (element instanceof HTMLStyleElement) element.nonce = ${inScript(nonce)};
  return element;
};
const workers = ${inScript(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
</script>
<script nonce="${nonce}" src="${escapeHtml(urlOf('graphiql.js'))}"></script>
<script nonce="${nonce}">
${memoryStorage}
${fetcherTo(`${base}/graphql`)}
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
  title: 'Gatehouse',
  logo: '<span></span>',
  defaultTabs: ${inScript(tabs)},
  // Those of the open tab. GraphiQL does not read them from the tabs.
  variables: ${inScript(tabs[0]?.variables)},
  shouldPersistHeaders: false,
  onEditQuery: () => {},
  storage,
  fetcher,
});
</script>
</body>
</html>
`;
  return {
    html,
    sources: (nonce) => ({
      'script-src': [`'nonce-${nonce}'`],
      'worker-src': ["'self'"],
      'style-src-elem': ["'self'", `'nonce-${nonce}'`],
      // The editor places its lines with style attributes.
      'style-src-attr': ["'unsafe-inline'"],
      'font-src': ['data:'],
      'img-src': ['data:'],
      'connect-src': ["'self'"],
    }),
  };
}
