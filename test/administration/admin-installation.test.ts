import { adminApis, loginSuperAdmin } from '../support/admin-apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());

describe.each(adminApis)('$name', (api) => {
  test('the signing keys, without their private halves', async () => {
    const answer = await api.signingKeys(gatehouse.url, admin.jwt);
    expect(answer).toMatchObject({ success: true, msg: 'Signing keys returned.' });
    const [{ encrypted } = {}] = await gatehouse.sql(
      "SELECT encode(sealed_private_key, 'hex') AS encrypted FROM signing_keys",
    );
    expect(answer.result?.keys).toEqual(
      gatehouse.services.keys.list().map(({ kid, state, createdTs, signsFromTs }) => ({
        kid,
        state,
        createdTs: createdTs.toISOString(),
        signsFromTs: signsFromTs.toISOString(),
        retiredTs: null,
      })),
    );
    expect(answer.result?.keys).toMatchObject([{ state: 'signing' }]);
    expect(JSON.stringify(answer)).not.toContain(String(encrypted));
  });

  test('the findings of the checks of doctor', async () => {
    const answer = await api.findings(gatehouse.url, admin.jwt);
    expect(answer).toMatchObject({ success: true, msg: 'Findings returned.' });
    const findings = answer.result?.findings ?? [];
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['database', 'signing keys', 'mail server']),
    );
    expect(findings.map(({ check }) => check)).not.toContain('hashing');
    for (const { says } of findings) expect(says).toMatch(/\S/);
  });
});
