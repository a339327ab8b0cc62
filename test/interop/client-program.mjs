import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A program with the clients of the documentation. A message names the folder with the files of the page, and one of
 * `clients`. The program answers with one text for each request: the first name of the user, or the error code. The files
 * of a page keep a session, so each client has a folder of its own.
 */

const packages = createRequire(new URL('../../docs/examples/package.json', import.meta.url));

const firstName = (user) => user?.first_name ?? user?.firstName ?? 'null';
const apollo = async (load, link) => {
  const { gql } = packages('@apollo/client');
  const { client, createClient } = await load('apollo.js');
  const { links } = await load('apollo-links.js');
  const used = link === undefined ? client : createClient(links[link]);
  return async (query) => (await used.query({ query: gql(query), fetchPolicy: 'no-cache' })).data.me;
};

/** Functions that send a query through the client of the page. The queries differ: clients join equal queries. */
const clients = {
  'Apollo Client': (load) => apollo(load),
  'Apollo Client: queries with GET': (load) => apollo(load, 'queries with GET'),
  'Apollo Client: persisted queries': (load) => apollo(load, 'persisted queries'),
  'Apollo Client: persisted queries with GET': (load) => apollo(load, 'persisted queries with GET'),
  async urql(load) {
    const { client } = await load('urql.js');
    return async (query) => {
      const { data, error } = await client.query(query, {}).toPromise();
      if (error) throw error;
      return data.me;
    };
  },
  async 'graphql-request'(load) {
    const { client } = await load('graphql-request.js');
    return async (query) => (await client.request(query)).me;
  },
  async Relay(load) {
    const relay = packages('relay-runtime');
    const { environment } = await load('relay-environment.js');
    const { default: artifact } = await load('__generated__/meQuery.graphql.js');
    return async (query, i) => {
      const params = { ...artifact.params, name: `Me${i}`, text: query, cacheID: `Me${i}` };
      return (await relay.fetchQuery(environment, { ...artifact, params }, {}).toPromise()).me;
    };
  },
  async fetch(load) {
    const { auth } = await load('auth.js');
    return async (_query, _i, url) => {
      const { code, result } = await (await auth.fetch(`${url}/auth/me`)).json();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return result;
    };
  },
  async 'openapi-fetch'(load) {
    const { client } = await load('openapi-fetch.js');
    return async () => {
      const { data, error } = await client.GET('/auth/me');
      if (error) throw Object.assign(new Error(error.msg), { code: error.code });
      return data.result;
    };
  },
  async axios(load) {
    const { api } = await load('axios.js');
    return async () => (await api.get('/auth/me')).data.result;
  },
};

/** Where each client has the error code. */
const codeOf = (error) => {
  const [graphqlError] = error.errors ?? error.graphQLErrors ?? error.response?.errors ?? [];
  return graphqlError?.extensions?.code ?? error.response?.data?.code ?? error.code ?? String(error);
};

async function open(folder, name) {
  const load = (file) => import(pathToFileURL(path.join(folder, file)));
  const { auth } = await load('auth.js');
  return { auth, ask: await clients[name](load), asked: 0 };
}

const opened = new Map();
process.on('message', async ({ folder, name, account, count, url }) => {
  if (!opened.has(folder)) opened.set(folder, await open(folder, name));
  const client = opened.get(folder);
  if (account) await client.auth.login(account);
  const answers = Array.from({ length: count }, () => {
    client.asked += 1;
    return client
      .ask(`query Me${client.asked} { me { id firstName } }`, client.asked, url)
      .then(firstName)
      .catch(codeOf);
  });
  process.send(await Promise.all(answers));
});
