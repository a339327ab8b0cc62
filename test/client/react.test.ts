import { createElement } from 'react';
import { createClient } from '../../src/client';
import { GatehouseProvider, useAuth } from '../../src/client/react';

// The package has no types of its own.
const { renderToString } = require('react-dom/server') as { renderToString(element: unknown): string };

const Status = () => createElement('p', null, useAuth().status);

test('on a server, nothing is sent and the status is loading', async () => {
  const sent = jest.spyOn(globalThis, 'fetch');
  const url = 'https://id.example.com';
  const page = (props: { url: string } | { client: ReturnType<typeof createClient> }) =>
    renderToString(createElement(GatehouseProvider, props, createElement(Status)));
  expect(page({ url })).toBe('<p>loading</p>');
  expect(page({ client: createClient({ url }) })).toBe('<p>loading</p>');
  await new Promise(setImmediate);
  expect(sent).not.toHaveBeenCalled();
});

test('without a provider, the error says what is missing', () => {
  expect(() => renderToString(createElement(Status))).toThrow('<GatehouseProvider>');
});
