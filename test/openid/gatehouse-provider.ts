import { startGatehouse } from '../support/gatehouse';
import { insertClient } from '../support/openid';
import { PageClient } from '../support/page-client';
import { type Arrival, followed, openFrom } from '../support/relying-party';
import { type AnsweringProvider, formOf, tokenAnswer } from './answering-provider';
import { authorizeBase, changed, type OracleClient, oracleClients, type Pairs } from './oracle-requests';
import { posted, redirected } from './outcome';

const continuePath = '/oauth/continue';
const pages: Readonly<Record<string, string>> = { '/login': 'login page', '/step-up': 'step-up page' };

/** Gatehouse with the clients and the person of the tests. */
export async function startGatehouseProvider(settings: Record<string, string> = {}): Promise<AnsweringProvider> {
  const gatehouse = await startGatehouse(settings);
  for (const client of Object.values<OracleClient>(oracleClients)) await insertClient(gatehouse, client);
  const person = new PageClient(gatehouse);
  await person.register();
  // Gets the codes, and so allows what clients of third parties ask for.
  const other = new PageClient(gatehouse);
  await other.register();

  const browse = (browser: PageClient, method: string, parameters: Pairs): Promise<Arrival> => {
    const stopAt = Object.keys(pages);
    return method === 'GET'
      ? openFrom(browser, `/oauth/authorize?${formOf(parameters)}`, { stopAt })
      : openFrom(browser, '/oauth/authorize', { form: formOf(parameters), stopAt });
  };

  function outcomeOf({ page, path, left, posted: fields }: Arrival): string {
    if (fields) return posted(fields);
    if (left) return redirected(left.href);
    const known = pages[path];
    if (known) return known;
    if (page.status >= 400) return 'error page';
    return path === continuePath ? 'consent page' : `page ${page.status} at ${path}`;
  }

  return {
    async authorize({ method, isSignedIn, parameters }) {
      const browser = new PageClient(gatehouse);
      // Each request has a copy, so that none can sign the person out.
      if (isSignedIn) for (const [name, value] of person.cookies) browser.cookies.set(name, value);
      return outcomeOf(await browse(browser, method, parameters));
    },
    async codeFor(name, changes) {
      const parameters = changed(authorizeBase(oracleClients[name]), changes);
      let arrival = await browse(other, 'GET', parameters);
      if (outcomeOf(arrival) === 'consent page') {
        const answer = await other.submit(arrival.page, continuePath, { decision: 'allow' });
        arrival = await followed(other, answer, continuePath);
      }
      return { code: arrival.left?.searchParams.get('code') ?? null, outcome: outcomeOf(arrival) };
    },
    async token(headers, form) {
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const url = `${gatehouse.url}/oauth/token`;
      return tokenAnswer(await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: formOf(form) }));
    },
    close: () => gatehouse.stop(),
  };
}
