import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { LoginDocument, MeDocument } from './operations';

/** Sends a document to Gatehouse and returns its data. */
async function send<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  token?: string,
): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query: print(document), variables });
  const response = await fetch('http://localhost:4000/graphql', { method: 'POST', headers, body });
  const { data, errors = [] } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  for (const { message } of errors) throw new Error(message);
  return data;
}

async function main() {
  const input = { email: 'ada@example.com', password: 'correct horse battery' };
  const { login } = await send(LoginDocument, { input });
  if (!login.result) throw new Error(`${login.error?.code}: ${login.msg}`);
  const { me } = await send(MeDocument, {}, login.result.jwt);
  if (me) console.log(`${me.firstName} registered at ${new Date(me.createdTs).toISOString()}`);
}

main();
