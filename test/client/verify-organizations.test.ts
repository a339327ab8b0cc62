import {
  AuthError,
  createVerifier,
  type Requirements,
  type RevocationOptions,
  type Verifier,
} from '../../src/client/verify/index';
import { restApi } from '../support/apis';
import { Forger } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { registerPerson } from '../support/impersonation';
import { createClient, type TestClient } from '../support/oauth';
import { organizationsOf } from '../support/organizations';
import { until } from '../support/until';

// The verifier of the client package, for tokens in the name of an organization.

const issuer = 'https://id.example.com';

let gatehouse: Gatehouse;
let service: TestClient;
let team: ReturnType<typeof organizationsOf>;
const verifiers: Verifier[] = [];

beforeAll(async () => {
  gatehouse = await startGatehouse({ ORGANIZATIONS: 'users' });
  service = await createClient(gatehouse);
  team = organizationsOf(gatehouse);
});
afterAll(() => gatehouse.stop());
afterEach(() => {
  for (const verify of verifiers.splice(0)) verify.close();
});

function verifier(own: Partial<RevocationOptions> = {}, fetchWith: typeof fetch = fetch): Verifier {
  const { url } = gatehouse;
  const credentials = { clientId: service.id, clientSecret: service.secret };
  const verify = createVerifier({
    issuer,
    audience: issuer,
    jwksUrl: `${url}/.well-known/jwks.json`,
    revocations: { ...credentials, url: `${url}/auth/revocations`, intervalS: 0.02, ...own },
    fetch: fetchWith,
  });
  verifiers.push(verify);
  return verify;
}

let organizations = 0;
/** A person with roles in an organization, with an access token for it. */
async function member(roles: string[]) {
  organizations += 1;
  const slug = `acme-${organizations}`;
  const { id } = await team.create('Acme', slug);
  const person = await registerPerson(gatehouse);
  const [row] = await gatehouse.sql(`SELECT id FROM users ORDER BY created_ts DESC LIMIT 1`);
  const userId = String(row?.id);
  await team.setMember(id, userId, roles);
  const session = String((await person.login()).jwt);
  const token = async () => String((await restApi.createOrganizationToken(gatehouse.url, { id }, session)).result?.jwt);
  return { id, slug, userId, session, token };
}

/** 200, or the status and the text of the rejection. */
async function answerOf(verify: Verifier, jwt: string, required?: Requirements): Promise<string> {
  try {
    await verify({ authorization: `Bearer ${jwt}` }, required);
    return '200';
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

const revoked = '401 The access token has been revoked.';
const notForIt = '403 The access token is not for this organization.';
const notAllowed = '403 You are not allowed to do this.';

test('a token says in whose name it is, and that of a session nothing', async () => {
  const { id, slug, session, token } = await member(['admin', 'member']);
  const verify = verifier();
  const of = async (jwt: string) => (await verify({ authorization: `Bearer ${jwt}` })).organization;
  expect(await of(await token())).toEqual({ id, slug, roles: ['admin', 'member'] });
  expect(await of(session)).toBeNull();
});

test('a requirement names the organization, and the roles in it', async () => {
  const { id, session, token } = await member(['admin']);
  const other = await member(['owner']);
  const verify = verifier();
  const jwt = await token();
  expect(await answerOf(verify, jwt, { organization: id, orgRoles: ['admin'] })).toBe('200');
  expect(await answerOf(verify, jwt, { orgRoles: ['admin'] })).toBe('200');
  expect(await answerOf(verify, jwt, { organization: id, orgRoles: ['admin', 'owner'] })).toBe(notAllowed);
  expect(await answerOf(verify, jwt, { organization: id, roles: ['admin'] })).toBe(notAllowed);
  expect(await answerOf(verify, jwt, { organization: other.id })).toBe(notForIt);
  expect(await answerOf(verify, session, { organization: id })).toBe(notForIt);
  expect(await answerOf(verify, session, { orgRoles: ['admin'] })).toBe(notAllowed);
  expect(await answerOf(verify, await other.token(), { organization: id, orgRoles: ['owner'] })).toBe(notForIt);
});

test('a requirement without a value is a mistake of the program, and accepts nothing', async () => {
  const { token } = await member(['admin']);
  for (const organization of [undefined, null, ''])
    await expect(answerOf(verifier(), await token(), { organization } as Requirements)).rejects.toThrow(TypeError);
});

test('claims that an operator of an earlier version gave other meanings name no organization', async () => {
  const { id, token } = await member(['admin']);
  const forger = new Forger(gatehouse, await token());
  const claims = [
    { org_rev: undefined },
    { org_slug: undefined },
    { org_roles: 'admin' },
    { org_id: 7 },
    { org_rev: '0' },
  ];
  for (const one of claims) {
    const jwt = forger.forged(one);
    expect((await verifier()({ authorization: `Bearer ${jwt}` })).organization).toBeNull();
    expect(await answerOf(verifier(), jwt, { organization: id })).toBe(notForIt);
  }
});

test.each(['disabled', 'deleted'])(
  'a token for an organization that was %s is rejected, and no other one',
  async (how) => {
    const { id, session, token } = await member(['admin']);
    const other = await member(['admin']);
    const [verify, jwt, ofOther] = [verifier(), await token(), await other.token()];
    expect(await answerOf(verify, jwt)).toBe('200');
    await (how === 'disabled' ? team.disable(id) : team.remove(id));
    await until(async () => (await answerOf(verify, jwt)) === revoked);
    expect(await answerOf(verifier(), jwt)).toBe(revoked);
    expect([await answerOf(verify, session), await answerOf(verify, ofOther)]).toEqual(['200', '200']);
    if (how === 'deleted') return;
    await team.disable(id, false);
    expect([await answerOf(verify, await token()), await answerOf(verify, jwt)]).toEqual(['200', revoked]);
  },
);

test('a token with roles from before a change is rejected', async () => {
  const { id, userId, token } = await member(['admin']);
  const [verify, jwt] = [verifier(), await token()];
  expect(await answerOf(verify, jwt, { organization: id, orgRoles: ['admin'] })).toBe('200');
  await team.setMember(id, userId, ['member']);
  await until(async () => (await answerOf(verify, jwt)) === revoked);
});

describe('the list', () => {
  const listing = (organizations: unknown) => async (url: Parameters<typeof fetch>[0], init?: RequestInit) =>
    String(url).includes('/auth/revocations')
      ? Response.json({ success: true, result: { cursor: '1', sessions: [], accounts: [], organizations } })
      : fetch(url, init);

  test('of an earlier version, without organizations, is read', async () => {
    const { token } = await member(['admin']);
    const verify = verifier({}, listing(undefined));
    expect(await answerOf(verify, await token())).toBe('200');
    expect(verify.revocations).toMatchObject({ error: null, entries: 0 });
  });

  test.each([[{}], [[{ org_id: 7, org_rev: 1 }]], [[{ org_id: 'x' }]], [[null]]])(
    'with %j has an unknown form',
    async (own) => {
      const { token } = await member(['admin']);
      const verify = verifier({}, listing(own));
      await answerOf(verify, await token());
      expect(verify.revocations?.error?.message).toBe('the list of revocations has an unknown form');
    },
  );

  test('counts organizations for the end of a page, and keeps the greatest revision', async () => {
    const { id, token } = await member(['admin']);
    const jwt = await token();
    const full = Array.from({ length: 999 }, (_, i) => ({ org_id: `of page 1, ${i}`, org_rev: 1 }));
    const pages = [[...full, { org_id: id, org_rev: 2 }], [{ org_id: id, org_rev: 1 }]];
    let asked = 0;
    const verify = verifier({ intervalS: 60 }, async (url, init) => {
      if (!String(url).includes('/auth/revocations')) return fetch(url, init);
      asked += 1;
      const page = { cursor: String(asked), sessions: [], accounts: [], organizations: pages[asked - 1] ?? [] };
      return Response.json({ success: true, result: page });
    });
    expect(await answerOf(verify, jwt)).toBe(revoked);
    expect([asked, verify.revocations?.entries]).toEqual([2, 1000]);
  });
});
