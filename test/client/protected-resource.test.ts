import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import {
  AuthError,
  createVerifier,
  protectedResource,
  type Requirements,
  requireAuth,
  type Verifier,
} from '../../src/client/verify/index';
import { Forger } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { registerPerson } from '../support/impersonation';

/** What an API for agents answers to clients that know nothing but its address. */

const issuer = 'https://id.example.com';
const resource = 'https://mcp.example.com/mcp';
const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const scopes = ['notes:read', 'notes:write'];
const now = () => Math.floor(Date.now() / 1000);

let gatehouse: Gatehouse;
let forger: Forger;
let verify: Verifier;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  const { jwt } = await (await registerPerson(gatehouse)).login();
  forger = new Forger(gatehouse, jwt ?? '');
  verify = createVerifier({ issuer, audience: issuer, jwksUrl: `${gatehouse.url}/.well-known/jwks.json` });
});
afterAll(() => gatehouse.stop());

/** A token for the resource, with a scope. */
const token = (changes: object = {}) => forger.forged({ aud: resource, scope: 'openid notes:read', ...changes });
const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` });

async function errorOf(headers: Record<string, string>, required: Requirements): Promise<AuthError | null> {
  try {
    await verify(headers, required);
    return null;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return error;
  }
}
const challengeOf = async (headers: Record<string, string>, required: Requirements) => {
  const error = await errorOf(headers, required);
  return [error?.status, error?.code, error?.headers['WWW-Authenticate']];
};

describe('a token for the resource', () => {
  const read = { resource, scopes: ['notes:read'] };

  test('is accepted, with its scopes', async () => {
    expect((await verify(bearer(token()), read)).scopes).toEqual(['openid', 'notes:read']);
    expect((await verify(bearer(token({ scope: undefined })), { resource })).scopes).toEqual([]);
    expect((await verify(bearer(token({ scope: '' })), { resource })).scopes).toEqual([]);
  });

  test('is rejected with scopes that are no text', async () => {
    expect(await errorOf(bearer(token({ scope: ['notes:read'] })), read)).toMatchObject({ status: 401 });
  });

  test.each([
    [{}, 'the audience of the verifier'],
    [{ aud: 'https://mcp.example.com' }, 'the host alone'],
    [{ aud: `${resource}/` }, 'a slash behind a path, which is another resource'],
    [{ aud: 'https://mcp.example.com/mcp/admin' }, 'a path below'],
    [{ aud: undefined }, 'none'],
  ])('is needed: %j, %s', async (changes: object, _audience: string) => {
    const headers = bearer(forger.forged({ scope: 'notes:read', ...changes }));
    expect(await challengeOf(headers, read)).toEqual([
      401,
      'UNAUTHENTICATED',
      `Bearer error="invalid_token", error_description="The access token is not valid.", resource_metadata="${metadataUrl}", scope="notes:read"`,
    ]);
  });

  test.each([
    ['https://mcp.example.com', 'https://mcp.example.com/'],
    ['https://mcp.example.com/', 'https://mcp.example.com'],
    ['https://mcp.example.com', 'https://mcp.example.com'],
    ['https://mcp.example.com/', 'https://mcp.example.com/'],
  ])('for %s has the audience %s', async (own, aud) => {
    expect(await errorOf(bearer(token({ aud })), { resource: own })).toBeNull();
    for (const other of ['https://mcp.example.com//', 'https://mcp.example.com:8443', resource])
      expect(await errorOf(bearer(token({ aud: other })), { resource: own })).toMatchObject({ status: 401 });
  });

  test('can have another audience, for example that of the own front end', async () => {
    const both = { resource, audience: [resource, issuer] };
    expect(await errorOf(bearer(token()), both)).toBeNull();
    expect(await errorOf(bearer(forger.token), both)).toBeNull();
    expect(await errorOf(bearer(token()), { resource, audience: issuer })).toMatchObject({ status: 401 });
  });

  test('that has expired gets a challenge with which the client renews it', async () => {
    const expired = bearer(token({ iat: now() - 600, exp: now() - 60 }));
    expect(await challengeOf(expired, read)).toEqual([
      401,
      'UNAUTHENTICATED',
      `Bearer error="invalid_token", error_description="The access token has expired.", resource_metadata="${metadataUrl}", scope="notes:read"`,
    ]);
  });

  test('without one of the scopes gets all of them named at once', async () => {
    for (const scope of ['notes:read', 'notes:write', 'notes', 'notes:read:notes:write', '', undefined]) {
      expect(await challengeOf(bearer(token({ scope })), { resource, scopes })).toEqual([
        403,
        'FORBIDDEN',
        `Bearer error="insufficient_scope", error_description="The access token lacks a scope that this needs.", scope="notes:read notes:write", resource_metadata="${metadataUrl}"`,
      ]);
    }
    expect(await errorOf(bearer(token({ scope: 'notes:write notes:read' })), { resource, scopes })).toBeNull();
  });

  test('without a role gets no scopes: no other token would help', async () => {
    const [status, , challenge] = await challengeOf(bearer(token()), { ...read, roles: ['editor'] });
    expect([status, challenge]).toEqual([
      403,
      `Bearer error="insufficient_scope", error_description="You are not allowed to do this.", resource_metadata="${metadataUrl}"`,
    ]);
  });

  test('with a password alone is sent to a second factor', async () => {
    const [status, , challenge] = await challengeOf(bearer(token()), { ...read, acr: 'aal2' });
    expect([status, challenge]).toEqual([
      401,
      `Bearer error="insufficient_user_authentication", error_description="This needs a recent proof of who you are.", acr_values="aal2", resource_metadata="${metadataUrl}"`,
    ]);
  });
});

describe('a request without a token', () => {
  test.each<[Requirements, string]>([
    [{ resource, scopes }, `Bearer resource_metadata="${metadataUrl}", scope="notes:read notes:write"`],
    [{ resource }, `Bearer resource_metadata="${metadataUrl}"`],
    [{ scopes: ['notes:read'] }, 'Bearer scope="notes:read"'],
    [{ resource, scopes: [] }, `Bearer resource_metadata="${metadataUrl}"`],
  ])('and with %j gets no error, but %s', async (required, challenge) => {
    expect(await challengeOf({}, required)).toEqual([401, 'UNAUTHENTICATED', challenge]);
  });

  test('is told the address in a form that cannot leave its quotes', async () => {
    const strange = 'https://MCP.example.com/a"b\\c, error="x"';
    const [, , challenge] = await challengeOf({}, { resource: strange });
    expect(challenge).toBe(
      'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/a%22b/c,%20error=%22x%22"',
    );
  });
});

test.each<Requirements>([
  { scopes: ['notes:read", error="x'] },
  { scopes: ['notes read'] },
  { scopes: ['notes\\read'] },
  { scopes: ['notes:read\r\nSet-Cookie: x'] },
  { scopes: [''] },
  { resource: '' },
  { resource: 'mcp.example.com' },
  { resource: 'ftp://mcp.example.com' },
  { resource: 'https://mcp.example.com/#notes' },
  { resource: 'https://mcp.example.com/?tenant=1' },
])('%j is an error of the program', async (required) => {
  await expect(verify(bearer(token()), required)).rejects.toThrow(TypeError);
});

describe('the metadata', () => {
  const described = { resource, issuer, scopes: ['notes:read'] };
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ['notes:read'],
    bearer_methods_supported: ['header'],
  };

  test('name the server that gives tokens', () => {
    expect(protectedResource(described).metadata).toEqual(metadata);
    const { scopes_supported: _none, ...others } = metadata;
    expect(protectedResource({ resource, issuer }).metadata).toEqual(others);
  });

  test.each([
    [
      'https://mcp.example.com/mcp',
      ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'],
    ],
    [
      'https://mcp.example.com/a/mcp/',
      ['/.well-known/oauth-protected-resource/a/mcp/', '/.well-known/oauth-protected-resource'],
    ],
    ['https://mcp.example.com', ['/.well-known/oauth-protected-resource']],
    ['https://mcp.example.com/', ['/.well-known/oauth-protected-resource']],
    [
      'http://localhost:3000/mcp',
      ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'],
    ],
  ])('of %s are where clients look for them', async (own, paths) => {
    expect(protectedResource({ resource: own, issuer }).paths).toEqual(paths);
    const [, , challenge] = await challengeOf({}, { resource: own });
    expect(challenge).toBe(`Bearer resource_metadata="${new URL(own).origin}${paths[0]}"`);
  });

  test.each([{ resource: '' }, { resource: 'https://mcp.example.com#x' }, { issuer: '' }, { scopes: ['notes read'] }])(
    'cannot have %j',
    (wrong) => {
      expect(() => protectedResource({ ...described, ...wrong })).toThrow(TypeError);
    },
  );

  test('are an answer of the Fetch API, also with a function as the second argument', async () => {
    const { handler } = protectedResource(described);
    for (const others of [[], [undefined], [() => {}], [{ send() {}, header() {} }]]) {
      const answer = handler({}, ...others);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await answer.json()).toEqual(metadata);
    }
  });
});

describe('over HTTP', () => {
  const { paths, handler } = protectedResource({ resource, issuer, scopes });

  const ofExpress: () => RequestListener = () =>
    express()
      .get(paths, handler)
      .use('/mcp', requireAuth(verify, { resource, scopes }))
      .use((_request, response) => void response.json('in'));
  const ofNode: () => RequestListener = () => {
    const auth = requireAuth(verify, { resource, scopes });
    return (request, response) =>
      paths.includes(request.url ?? '')
        ? handler(request, response)
        : void auth(request, response, () => response.end('"in"'));
  };
  const ofFetch: () => RequestListener = () => async (request, response) => {
    const { url, headers } = new Request(`http://localhost${request.url}`, {
      headers: bearer((request.headers.authorization ?? '').replace('Bearer ', '')),
    });
    const answer = paths.includes(new URL(url).pathname)
      ? handler()
      : await verify(request.headers.authorization ? headers : new Headers(), { resource, scopes }).then(
          () => Response.json('in'),
          (error: AuthError) => error.getResponse(),
        );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  };

  test.each([
    ['Express', ofExpress],
    ['Node', ofNode],
    ['the Fetch API', ofFetch],
  ])('%s serves the metadata, and lets only the right tokens in', async (_name, listener) => {
    const server = createServer(listener());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = async (path: string, jwt?: string) => {
      const { status, headers, ...answer } = await fetch(origin + path, { headers: jwt ? bearer(jwt) : {} }).then(
        async (one) => ({ status: one.status, headers: one.headers, body: await one.json() }),
      );
      return { status, body: answer.body, of: (name: string) => headers.get(name) };
    };
    try {
      for (const path of paths) {
        const { status, body, of } = await get(path);
        expect([status, body.resource, of('content-type'), of('access-control-allow-origin')]).toEqual([
          200,
          resource,
          'application/json',
          '*',
        ]);
      }
      const missing = await get('/mcp');
      expect([missing.status, missing.of('www-authenticate'), missing.of('cache-control')]).toEqual([
        401,
        `Bearer resource_metadata="${metadataUrl}", scope="notes:read notes:write"`,
        'no-store',
      ]);
      const msg = 'An access token is required.';
      expect(missing.body).toEqual({ success: false, msg, code: 'UNAUTHENTICATED' });
      expect(missing.of('content-type')).toBe('application/json; charset=utf-8');
      expect((await get('/mcp', token())).status).toBe(403);
      expect((await get('/mcp', forger.token)).status).toBe(401);
      expect((await get('/mcp', token({ scope: scopes.join(' ') }))).body).toBe('in');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
