import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A program with a client of the documentation. Its arguments are the folder with the files of the page, and a name of
 * `clients`. For each message it answers with one text for each request: the first name of the user, or the error code.
 */
const [, , folder, name] = process.argv;
const load = (file) => import(pathToFileURL(path.join(folder, file)));

const firstName = (user) => user?.first_name ?? user?.firstName ?? 'null';
const apollo = async (link) => {
  const { gql } = await import('@apollo/client');
  const { client, createClient } = await load('apollo.js');
  const { links } = await load('apollo-links.js');
  const used = link === undefined ? client : createClient(links[link]);
  return async (query) => (await used.query({ query: gql(query), fetchPolicy: 'no-cache' })).data.me;
};

/** Functions that send a query through the client of the page. The queries differ: clients join equal queries. */
const clients = {
  'Apollo Client': () => apollo(),
  'Apollo Client: queries with GET': () => apollo('queries with GET'),
  'Apollo Client: persisted queries': () => apollo('persisted queries'),
  'Apollo Client: persisted queries with GET': () => apollo('persisted queries with GET'),
  async urql() {
    const { client } = await load('urql.js');
    return async (query) => {
      const { data, error } = await client.query(query, {}).toPromise();
      if (error) throw error;
      return data.me;
    };
  },
  async 'graphql-request'() {
    const { request } = await load('graphql-request.js');
    return async (query) => (await request(query)).me;
  },
  async Relay() {
    const { default: relay } = await import('relay-runtime');
    const { environment } = await load('relay-environment.js');
    const { default: artifact } = await load('__generated__/meQuery.graphql.js');
    return async (query, i) => {
      const params = { ...artifact.params, name: `Me${i}`, text: query, cacheID: `Me${i}` };
      return (await relay.fetchQuery(environment, { ...artifact, params }, {}).toPromise()).me;
    };
  },
  async fetch() {
    const { fetchWithToken } = await load('fetch-with-token.js');
    return async (_query, _i, url) => {
      const { code, result } = await (await fetchWithToken(`${url}/auth/me`)).json();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return result;
    };
  },
  async 'openapi-fetch'() {
    const { client } = await load('openapi-client.js');
    return async () => {
      const { data, error } = await client.GET('/auth/me');
      if (error) throw Object.assign(new Error(error.msg), { code: error.code });
      return data.result;
    };
  },
  async axios() {
    const { api } = await load('axios-with-token.js');
    return async () => (await api.get('/auth/me')).data.result;
  },
};

/** Where each client has the error code. */
const codeOf = (error) => {
  const [graphqlError] = error.errors ?? error.graphQLErrors ?? error.response?.errors ?? [];
  return graphqlError?.extensions?.code ?? error.response?.data?.code ?? error.code ?? String(error);
};

const { login } = await load('session.js');
const ask = await clients[name]();
let asked = 0;

process.on('message', async ({ account, count, url }) => {
  if (account) await login(account.email, account.password);
  const answers = Array.from({ length: count }, () => {
    asked += 1;
    return ask(`query Me${asked} { me { id firstName } }`, asked, url).then(firstName).catch(codeOf);
  });
  process.send(await Promise.all(answers));
});
