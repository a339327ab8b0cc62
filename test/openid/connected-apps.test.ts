import { tokenReasons } from '../../src/accounts/tokens/tokens.reasons';
import { type Api, apis, testInTurn } from '../support/apis';
import { insertApp, insertAppSession, insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
let people = 0;

async function signedIn(api: Api) {
  people += 1;
  const email = `apps.${people}@example.com`;
  const { user } = await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  const { jwt } = await api.login(gatehouse.url, { email, password });
  return { id: String(user?.id), jwt };
}

const endedOf = async (id: string) =>
  (await gatehouse.sql(`SELECT revoked_reason AS reason FROM sessions WHERE id = '${id}'`))[0]?.reason;

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const idsOf = async (jwt: string | null) =>
      (await api.connectedApps(gatehouse.url, jwt)).apps?.map(({ id }) => id) ?? null;

    test('an application with a consent or a live session is listed, the last used first', async () => {
      const ada = await signedIn(api);
      const eve = await signedIn(other);
      expect(await api.connectedApps(gatehouse.url, ada.jwt)).toMatchObject({ success: true, apps: [] });

      const grafana = await insertApp(gatehouse, { name: 'Grafana' });
      const wiki = await insertApp(gatehouse, { name: 'Wiki', firstParty: true });
      const idle = await insertApp(gatehouse);
      await insertConsent(gatehouse, ada.id, grafana, ['openid', 'email']);
      await insertAppSession(gatehouse, { userId: ada.id, clientId: grafana, scopes: ['openid', 'phone'] });
      const long = { userId: ada.id, clientId: wiki, lastUsed: "now() - interval '1 hour'" };
      await insertAppSession(gatehouse, long);
      await insertAppSession(gatehouse, { ...long, lastUsed: "now() - interval '1 day'" });
      await insertConsent(gatehouse, eve.id, idle, ['openid']);

      const { apps: listed } = await api.connectedApps(gatehouse.url, ada.jwt);
      expect(listed).toEqual([
        {
          id: grafana,
          name: 'Grafana',
          host: null,
          resources: [],
          firstParty: false,
          scopes: ['email', 'openid', 'phone'],
          connectedTs: expect.any(String),
          lastUsedTs: expect.any(String),
        },
        {
          id: wiki,
          name: 'Wiki',
          host: null,
          resources: [],
          firstParty: true,
          scopes: ['openid'],
          connectedTs: expect.any(String),
          lastUsedTs: expect.any(String),
        },
      ]);
      const [, app] = listed ?? [];
      const dayMs = Date.parse(String(app?.lastUsedTs)) - Date.parse(String(app?.connectedTs));
      expect(Math.round(dayMs / 3_600_000)).toBe(23);
      expect(await api.connectedApps(gatehouse.url, eve.jwt)).toMatchObject({
        apps: [{ id: idle, scopes: ['openid'], lastUsedTs: null }],
      });
    });

    rule('a session that has ended or expired connects nothing', async () => {
      const { id: userId, jwt } = await signedIn(api);
      const clientId = await insertApp(gatehouse);
      const sessionId = await insertAppSession(gatehouse, { userId, clientId });
      const expired = await insertAppSession(gatehouse, { userId, clientId: await insertApp(gatehouse) });
      await gatehouse.sql(`UPDATE sessions SET expires_ts = now() WHERE id = '${expired}'`);
      expect(await idsOf(jwt)).toEqual([clientId]);
      expect(await api.revokeSession(gatehouse.url, { id: sessionId }, jwt)).toMatchObject({ success: true });
      expect(await idsOf(jwt)).toEqual([]);
    });

    test('a disconnected application has no consent and no session', async () => {
      const { id: userId, jwt } = await signedIn(api);
      const [clientId, kept] = [await insertApp(gatehouse), await insertApp(gatehouse)];
      for (const app of [clientId, kept]) await insertConsent(gatehouse, userId, app, ['openid']);
      const sessions = [
        await insertAppSession(gatehouse, { userId, clientId }),
        await insertAppSession(gatehouse, { userId, clientId, scopes: ['openid', 'offline_access'] }),
      ];
      const other = await insertAppSession(gatehouse, { userId, clientId: kept });

      expect(await api.disconnectApp(gatehouse.url, { clientId: clientId.toUpperCase() }, jwt)).toMatchObject({
        success: true,
        msg: 'Application disconnected.',
      });
      expect(await Promise.all(sessions.map(endedOf))).toEqual(['app_disconnected', 'app_disconnected']);
      expect(await endedOf(other)).toBeNull();
      expect(await idsOf(jwt)).toEqual([kept]);
      expect(await api.me(gatehouse.url, jwt)).toMatchObject({ success: true });
      const { revocations } = gatehouse.services;
      const rejections = sessions.map((sessionId) => revocations.rejectionOf({ userId, sessionId, revision: 0 }));
      expect(await Promise.all(rejections)).toEqual(sessions.map(() => tokenReasons['ended session']));

      const events = await gatehouse.sql(`SELECT action, session_id AS session, details FROM audit_events
        WHERE user_id = '${userId}' AND details->>'clientId' = '${clientId}' ORDER BY action, session_id`);
      expect(events).toEqual([
        { action: 'app_disconnected', session: expect.any(String), details: { clientId } },
        ...sessions.toSorted().map((session) => ({
          action: 'session_ended',
          session,
          details: { clientId, reason: 'app_disconnected' },
        })),
      ]);
      const again = await api.disconnectApp(gatehouse.url, { clientId }, jwt);
      expect(again).toMatchObject({ code: 'NOT_FOUND', msg: 'You have not connected an application with this id.' });
    });

    rule('a code that waits is of no use after the disconnection', async () => {
      const { id: userId, jwt } = await signedIn(api);
      const [clientId, kept] = [await insertApp(gatehouse), await insertApp(gatehouse)];
      for (const app of [clientId, kept]) {
        await insertConsent(gatehouse, userId, app, ['openid']);
        await gatehouse.sql(`INSERT INTO one_time_tokens (id, purpose, user_id, details, attempts_left, created_ts, expires_ts)
          VALUES (gen_random_uuid(), 'authorization_code', '${userId}', '{"clientId": "${app}"}', 5, now(),
            now() + interval '1 minute')`);
      }
      await api.disconnectApp(gatehouse.url, { clientId }, jwt);
      const waiting = await gatehouse.sql(`SELECT details->>'clientId' AS client FROM one_time_tokens
        WHERE user_id = '${userId}' AND purpose = 'authorization_code' AND used_ts IS NULL`);
      expect(waiting).toEqual([{ client: kept }]);
    });

    rule('nobody disconnects what is not theirs', async () => {
      const ada = await signedIn(api);
      const eve = await signedIn(other);
      const clientId = await insertApp(gatehouse);
      await insertConsent(gatehouse, ada.id, clientId, ['openid']);
      const sessionId = await insertAppSession(gatehouse, { userId: ada.id, clientId });
      for (const id of [clientId, 'x', '', `${clientId}0`]) {
        const { code } = await api.disconnectApp(gatehouse.url, { clientId: id }, eve.jwt);
        expect(['NOT_FOUND', id === '' ? 'VALIDATION_FAILED' : '']).toContain(code);
      }
      expect((await api.disconnectApp(gatehouse.url, { clientId }, null)).code).toBe('UNAUTHENTICATED');
      expect((await api.connectedApps(gatehouse.url, null)).code).toBe('UNAUTHENTICATED');
      expect(await endedOf(sessionId)).toBeNull();
      expect(await idsOf(ada.jwt)).toEqual([clientId]);
    });

    rule('of ten disconnections at once, one does it', async () => {
      const { id: userId, jwt } = await signedIn(api);
      const clientId = await insertApp(gatehouse);
      await insertConsent(gatehouse, userId, clientId, ['openid']);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? api : other).disconnectApp(gatehouse.url, { clientId }, jwt)),
      );
      expect(answers.map(({ code }) => code ?? 'success').toSorted()).toEqual([
        ...Array(9).fill('NOT_FOUND'),
        'success',
      ]);
    });
  },
);
