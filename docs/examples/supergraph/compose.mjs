import { writeFileSync } from 'node:fs';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';

const subgraphs = [
  {
    name: 'gatehouse',
    url: 'http://localhost:4000/graphql',
    headers: { 'X-Router-Secret': process.env.FEDERATION_SECRET ?? '' },
  },
  { name: 'reviews', url: 'http://localhost:4003/' },
];

async function read({ name, url, headers }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  });
  const { data } = await response.json();
  return { name, url, typeDefs: parse(data._service.sdl) };
}

const { supergraphSdl, errors } = composeServices(await Promise.all(subgraphs.map(read)));
if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
writeFileSync('supergraph.graphql', supergraphSdl);
