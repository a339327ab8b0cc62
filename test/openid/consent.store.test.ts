import { ConsentStore } from '../../src/accounts/applications/consent.store';
import { OAuthClientStore } from '../../src/accounts/applications/oauth-client.store';
import { UserStore } from '../../src/accounts/users/user.store';
import { userActions } from '../../src/accounts/users/users.audit';
import { successEvent } from '../../src/platform/audit/audit-event';
import type { Database } from '../../src/platform/db/database';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { createMigratedDatabase } from '../support/database';
import { newUser } from '../support/new-user';

const grantedTs = new Date('2026-11-20T17:30:15.123Z');
const later = new Date('2026-11-21T17:30:15.123Z');

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let db: Database;
let consents: ConsentStore;
beforeAll(async () => {
  database = await createMigratedDatabase();
  db = await database.open();
  consents = new ConsentStore(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function insertUser(): Promise<string> {
  const user = newUser({ email: `${uuidv7()}@example.com`, passwordHash: null, createdTs: grantedTs });
  await new UserStore(db).insert(user, successEvent(userActions.registered, grantedTs, null, { userId: user.id }));
  return user.id;
}

async function insertClient(): Promise<string> {
  const id = uuidv7();
  await db.query(`INSERT INTO oauth_clients (id, name, secret_hash, secret_ts, created_ts)
    VALUES ('${id}', 'Grafana', '\\x00', now(), now())`);
  return id;
}

test('keeps what a user has allowed each client', async () => {
  const [userId, other] = [await insertUser(), await insertUser()];
  const [clientId, second] = [await insertClient(), await insertClient()];
  expect(await consents.find(userId, clientId)).toBeNull();
  expect(await consents.listOf(userId)).toEqual([]);

  const consent = { userId, clientId, scopes: ['email', 'openid'], resources: [], organizations: [], grantedTs };
  expect(await consents.grant(consent)).toBe(true);
  const ofSecond = { ...consent, clientId: second, scopes: ['openid'], grantedTs: later };
  expect(await consents.grant(ofSecond)).toBe(true);
  expect(await consents.find(userId, clientId)).toEqual(consent);
  expect((await consents.listOf(userId)).map((one) => one.clientId)).toEqual([second, clientId]);
  expect(await consents.listOf(other)).toEqual([]);

  expect(await consents.remove(other, clientId)).toBe(false);
  expect(await consents.remove(userId, clientId)).toBe(true);
  expect(await consents.remove(userId, clientId)).toBe(false);
  expect(await consents.find(userId, clientId)).toBeNull();
});

const [mails, notes] = ['https://mails.example.com/mcp', 'https://notes.example.com/mcp'];

test('unites the scopes, the resources and the organizations, also of two tabs at once', async () => {
  const [userId, clientId] = [await insertUser(), await insertClient()];
  const organization = uuidv7();
  const grant = (scopes: string[], resources: string[], organizations: string[], at: Date) =>
    consents.grant({ userId, clientId, scopes, resources, organizations, grantedTs: at });
  await grant(['openid', 'email'], [notes], [organization], later);
  await Promise.all([
    grant(['openid', 'phone'], [], [], grantedTs),
    grant(['openid', 'roles'], [mails, notes], [organization], grantedTs),
  ]);
  expect(await consents.find(userId, clientId)).toEqual({
    userId,
    clientId,
    scopes: ['email', 'openid', 'phone', 'roles'],
    resources: [mails, notes],
    organizations: [organization],
    grantedTs: later,
  });
});

test('a deleted user or client can be allowed nothing, and leaves nothing', async () => {
  const [userId, clientId] = [await insertUser(), await insertClient()];
  const grant = (given: { userId?: string; clientId?: string }) =>
    consents.grant({ userId, clientId, scopes: ['openid'], resources: [], organizations: [], grantedTs, ...given });
  expect(await grant({ userId: uuidv7() })).toBe(false);
  expect(await grant({ clientId: uuidv7() })).toBe(false);
  expect(await grant({})).toBe(true);
  await new OAuthClientStore(db).remove(clientId);
  expect(await consents.listOf(userId)).toEqual([]);
  expect(await grant({})).toBe(false);
  const other = await insertClient();
  await grant({ clientId: other });
  await db.query(`DELETE FROM users WHERE id = '${userId}'`);
  expect(await db.query(`SELECT 1 FROM oauth_consents WHERE user_id = '${userId}'`)).toEqual([]);
});
