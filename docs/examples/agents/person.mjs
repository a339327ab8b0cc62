import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const {
  CLIENT_ID = '',
  ISSUER = 'http://localhost:4000',
  RESOURCE = 'http://localhost:3000/mcp',
  KEEP_IN,
} = process.env;

/**
 * Calls tools of an MCP server as an agent does, and prints each request. The person opens the addresses that it prints.
 * `sdk` has the classes of a library for agents, and `finish`, which gives it the answer of Gatehouse.
 */
export async function callTools(sdk, tools) {
  const { provider, answers } = await createProvider();
  const client = new sdk.Client({ name: 'Agent', version: '1.0.0' });
  const newTransport = () =>
    new sdk.StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider: provider, fetch: printing });
  let transport = newTransport();

  /** The answer of the server. Null if the library had to send the person to Gatehouse, and the person is back. */
  async function ask(work) {
    const answered = once(answers, 'answer');
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof sdk.UnauthorizedError)) throw error;
      const [parameters] = await answered;
      await sdk.finish(transport, parameters);
      return null;
    }
  }

  const connected = await ask(() => client.connect(transport).then(() => true));
  if (!connected) {
    transport = newTransport();
    await client.connect(transport);
  }
  for (const name of tools) {
    const call = () => client.callTool({ name });
    const { content } = (await ask(call)) ?? (await call());
    console.log(content[0].text);
  }
  await client.close();
  answers.close();
}

/** What the library keeps for one person, and how the browser comes back. */
async function createProvider() {
  const kept = KEEP_IN ? JSON.parse(readFileSync(KEEP_IN, 'utf8')) : {};
  const keep = (changes) => {
    Object.assign(kept, changes);
    if (KEEP_IN) writeFileSync(KEEP_IN, JSON.stringify(kept));
  };
  const answers = createServer((request, response) => {
    response.end('You can close this page.');
    const { searchParams } = new URL(request.url, 'http://127.0.0.1');
    if (searchParams.get('state') === kept.state) answers.emit('answer', searchParams);
  });
  await once(answers.listen(0, '127.0.0.1'), 'listening');
  const redirectUrl = `http://127.0.0.1:${answers.address().port}/callback`;

  const isDocument = CLIENT_ID.startsWith('https://');
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Agent',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientMetadataUrl: isDocument ? CLIENT_ID : undefined,
    clientInformation: () => kept.client ?? (isDocument ? undefined : { client_id: CLIENT_ID, issuer: ISSUER }),
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    discoveryState: () => kept.discovered,
    saveDiscoveryState: (discovered) => keep({ discovered }),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier) => keep({ verifier }),
    state() {
      keep({ state: randomUUID() });
      return kept.state;
    },
    redirectToAuthorization: (url) => console.log(`Open ${url}`),
  };
  return { provider, answers };
}

async function printing(url, init) {
  const response = await fetch(url, init);
  console.log(`${init?.method ?? 'GET'} ${url} ${response.status}`);
  return response;
}
