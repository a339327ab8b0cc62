// A bundler also accepts: import { Environment, Network, RecordSource, Store } from 'relay-runtime'
import relay from 'relay-runtime';
import { auth } from './auth.js';

async function fetchFunction({ name, text }, variables) {
  const response = await auth.fetch('http://localhost:4000/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ operationName: name, query: text, variables }),
  });
  return response.json();
}

export const environment = new relay.Environment({
  network: relay.Network.create(fetchFunction),
  store: new relay.Store(new relay.RecordSource()),
});
