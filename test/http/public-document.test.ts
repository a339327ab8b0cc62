import { restRoutes } from '../../src/apis';
import { startGatehouse } from '../support/gatehouse';

let gatehouse: Awaited<ReturnType<typeof startGatehouse>>;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});

const paths = () =>
  restRoutes(gatehouse.services, gatehouse.config, () => {}).flatMap(({ path, document }) => (document ? [path] : []));

async function answerTo(path: string, init: RequestInit = {}) {
  const response = await fetch(`${gatehouse.url}${path}`, init);
  // Node's fetch closes the connection of a HEAD.
  const changing = ['x-request-id', 'date', 'connection', 'keep-alive'];
  const headers = [...response.headers].filter(([name]) => !changing.includes(name));
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  return { status: response.status, headers, body: await response.text() };
}

test('a document is the same whether the layers of the app answer or not', async () => {
  expect(paths()).toHaveLength(3);
  for (const path of paths()) {
    const kept = await answerTo(path);
    expect(kept).toMatchObject({ status: 200, body: expect.stringContaining('{') });
    // The layers decide about an origin and a trace.
    expect(await answerTo(path, { headers: { Origin: 'https://elsewhere.example.com' } })).toEqual(kept);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    expect(await answerTo(path, { headers: { traceparent } })).toEqual(kept);
    expect(await answerTo(`${path}?refresh=1`)).toEqual(kept);
    expect(await answerTo(path, { method: 'HEAD' })).toEqual({ ...kept, body: '' });
    expect(await answerTo(path, { method: 'POST' })).toMatchObject({ status: 405 });
  }
});

test('an application in a browser may read the documents, and another origin may not', async () => {
  const { headers } = await answerTo('/.well-known/jwks.json', {
    headers: { Origin: 'https://elsewhere.example.com' },
  });
  expect(headers.map(([name]) => name)).not.toContain('access-control-allow-origin');
});
