import { isOpenidScope, openidScopes } from '../../src/accounts/users/openid-scopes';
import { operations } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import { type Api, apis, postJson } from '../support/apis';
import { appToken, insertApp } from '../support/apps';
import { exampleInputOf, operationsOfUsers } from '../support/declared-operations';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { rowsOfOwnership } from '../support/ownership-rows';

// What the access token of an application of the operator opens: as little as its scopes say, never what its user can do.

const allScopes = Object.keys(openidScopes);
const password = 'correct horse battery';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

let people = 0;

async function person(api: Api, on: Pick<Gatehouse, 'url'> = gatehouse) {
  people += 1;
  const email = `apps.${people}@example.com`;
  const names = { firstName: 'Ada', lastName: 'Lovelace', tel: '+44 20 7946 0000' };
  const { user } = await api.register(on.url, { email, password, ...names });
  return { id: String(user?.id), email };
}

/** Signs the user in to an application of the operator. */
async function tokenOf(userId: string, scopes: readonly string[], on = gatehouse): Promise<string> {
  const clientId = await insertApp(on, { firstParty: true });
  return (await appToken(on, { userId, clientId, scopes, audience: on.config.jwtAudience })).token;
}

const open = operationsOfUsers.filter(({ openToApplications }) => openToApplications !== undefined);
const closed = operationsOfUsers.filter(({ openToApplications }) => openToApplications === undefined);

test('the declarations open only what reads, and each with a scope that exists', () => {
  const declared = operations.filter(({ openToApplications }) => openToApplications !== undefined);
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter(({ openToApplications = '' }) => !isOpenidScope(openToApplications))).toEqual([]);
  const isOfOwner = ({ hashesPassword, addsWayIn, takesSecret, queue }: Operation) =>
    hashesPassword || addsWayIn || takesSecret || queue !== null;
  expect(declared.filter(isOfOwner)).toEqual([]);
  expect(declared.filter(({ caller }) => caller === 'superAdmin' || caller === 'client')).toEqual([]);
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  let owner: { id: string; email: string };
  let tokens: string[];
  beforeAll(async () => {
    owner = await person(api);
    tokens = [await tokenOf(owner.id, ['openid']), await tokenOf(owner.id, allScopes)];
  });

  test.each(closed)('$name is FORBIDDEN with every scope', async (operation) => {
    for (const scopes of [['openid'], allScopes]) {
      // Of its own session, which a call that is not rejected could end.
      const token = await tokenOf(owner.id, scopes);
      expect(await api.call(gatehouse.url, operation.name, exampleInputOf(operation), token)).toMatchObject({
        success: false,
        code: 'FORBIDDEN',
        msg: 'The access token is of an application. Only the user can do this.',
      });
    }
    await gatehouse.services.audit.close();
    const [event] = await gatehouse.stores.audit.list({ userId: owner.id, limit: 1 });
    expect(event).toMatchObject({
      action: 'access_refused',
      outcome: 'FORBIDDEN',
      details: { operation: operation.name, reason: 'token of an application' },
    });
  });

  test.each(['others', 'all', 'current'])('a logout of %s is FORBIDDEN', async (sessions) => {
    expect(await api.logout(gatehouse.url, { sessions }, tokens[1] ?? '')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await api.logout(gatehouse.url, { sessions, refreshToken: 'x' }, tokens[1] ?? '')).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test.each(open)('$name needs the scope openid', async (operation) => {
    const without = await tokenOf(
      owner.id,
      allScopes.filter((scope) => scope !== 'openid'),
    );
    expect(await api.call(gatehouse.url, operation.name, exampleInputOf(operation), without)).toMatchObject({
      code: 'FORBIDDEN',
      msg: 'The access token needs the scope openid.',
    });
    const before = await rowsOfOwnership(gatehouse);
    const input = exampleInputOf(operation);
    expect(await api.call(gatehouse.url, operation.name, input, tokens[1])).toMatchObject({ success: true });
    expect(await rowsOfOwnership(gatehouse)).toEqual(before);
  });

  test('it is no session that proves an address', async () => {
    const { id, email } = await person(api);
    const token = await tokenOf(id, allScopes);
    // A session that the password has opened continues in any case.
    await gatehouse.sql(`UPDATE sessions SET amr = '{email}' WHERE user_id = '${id}'`);
    await api.sendEmailVerification(gatehouse.url, { email });
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
    const link = mail?.links[0]?.split('/').at(-1);
    const headers = { Authorization: `Bearer ${token}` };
    const sent =
      api.name === 'REST'
        ? postJson(`${gatehouse.url}/auth/email/verification/confirm`, { token: link }, headers)
        : postJson(
            `${gatehouse.url}/graphql`,
            { query: `mutation { confirmEmail(input: { token: "${link}" }) { success } }` },
            headers,
          );
    expect(await (await sent).text()).toContain('"success":true');
    expect((await api.me(gatehouse.url, token)).code).toBe('UNAUTHENTICATED');
  });
});
