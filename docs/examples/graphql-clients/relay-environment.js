// A bundler also accepts: import { Environment, Network, RecordSource, Store } from 'relay-runtime'
import relay from 'relay-runtime';
import { authHeaders, isUnauthenticated, refreshAfter } from './session.js';

async function send(body, headers) {
  const response = await fetch('http://localhost:4000/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function fetchFunction({ name, text }, variables) {
  const body = { operationName: name, query: text, variables };
  const headers = authHeaders();
  const answer = await send(body, headers);
  const isRepeated = isUnauthenticated(answer.errors) && (await refreshAfter(headers.Authorization));
  return isRepeated ? send(body, authHeaders()) : answer;
}

export const environment = new relay.Environment({
  network: relay.Network.create(fetchFunction),
  store: new relay.Store(new relay.RecordSource()),
});
