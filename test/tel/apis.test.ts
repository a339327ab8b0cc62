import { type Api, apis, type Input, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { impersonate } from '../support/impersonation';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// A phone number is confirmed with a code, through both APIs.

const password = 'correct horse battery';

let sms: SmsService;
let gatehouse: Gatehouse;
let off: Gatehouse;
let root: Awaited<ReturnType<typeof loginSuperAdmin>>;
beforeAll(async () => {
  sms = await startSms();
  gatehouse = await startGatehouse(serviceSettings(sms));
  off = await startGatehouse();
  root = await loginSuperAdmin(gatehouse);
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
  sms.stop();
});
beforeEach(() => {
  sms.requests.length = 0;
});

let people = 0;
async function person(api: Api, { tel = null as string | null, verified = true, on = gatehouse } = {}) {
  people += 1;
  const email = `ada.${people}@example.com`;
  const { user } = await api.register(on.url, { email, password, firstName: 'Ada', lastName: 'Lovelace', tel });
  if (verified) await verifyAddress(on, email);
  const { jwt } = await api.login(on.url, { email, password });
  return { id: String(user?.id), email, jwt: String(jwt) };
}
/** Mobile numbers of Switzerland, each once. */
let numbers = 1000;
const newNumber = () => {
  numbers += 1;
  return `+4179555${numbers}`;
};

const stored = async (id: string) => {
  const [row] = await gatehouse.sql(`SELECT tel, tel_e164, tel_verified FROM users WHERE id = '${id}'`);
  return [row?.tel, row?.tel_e164, row?.tel_verified];
};
const auditOf = async (id: string) =>
  (await gatehouse.sql(`SELECT action, details FROM audit_events WHERE user_id = '${id}' ORDER BY id`))
    .filter(({ action }) => String(action).startsWith('tel_'))
    .map(({ action, details }) => [action, details]);

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const send = (jwt: string, input: Input = {}) => api.sendTelVerification(gatehouse.url, input, jwt);
    const confirm = (jwt: string, code: string) => api.confirmTel(gatehouse.url, { code }, jwt);
    const sent = async (count: number) => {
      await until(() => sms.requests.length >= count);
      return sms.messages().at(-1);
    };
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

    test('the number of the account is confirmed, as it was sent', async () => {
      const number = newNumber();
      const tel = ` 0${number.slice(3, 5)} ${number.slice(5)} `;
      const { id, jwt } = await person(api, { tel });
      expect((await send(jwt)).result).toEqual({ tel, expiresIn: 600 });
      expect(await sent(1)).toEqual({
        to: number,
        text: `${sms.code()} is your code for Gatehouse. It confirms your number, nothing else.\n@id.example.com #${sms.code()}`,
      });
      const { user } = await confirm(jwt, sms.code());
      expect(user).toMatchObject({ tel, telVerified: true });
      expect(await stored(id)).toEqual([tel, number, true]);
      expect((await other.me(gatehouse.url, jwt)).user).toEqual(user);
      expect(await auditOf(id)).toEqual([
        ['tel_verification_requested', { country: 'CH' }],
        ['tel_verified', { country: 'CH' }],
      ]);
      // A new number is none of these.
      await api.updateProfile(gatehouse.url, { tel: '+41' }, jwt);
      expect(await stored(id)).toEqual(['+41', null, false]);
    });

    test('another number becomes that of the account with its code, and only then', async () => {
      const { id, jwt } = await person(api, { tel: 'none' });
      const number = newNumber();
      await send(jwt, { tel: number });
      await sent(1);
      expect(await stored(id)).toEqual(['none', null, false]);
      await confirm(jwt, sms.code());
      expect(await stored(id)).toEqual([number, number, true]);
    });

    test('five tries are compared, a used code and a replaced one are none', async () => {
      const { id, jwt } = await person(api);
      const tel = newNumber();
      await send(jwt, { tel });
      await sent(1);
      const first = sms.code();
      expect(await confirm(jwt, wrong(first))).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: 4 });
      await send(jwt, { tel });
      await sent(2);
      const code = sms.code();
      if (first !== code) expect((await confirm(jwt, first)).code).toBe('INVALID_TOKEN');
      else await confirm(jwt, wrong(code));
      for (let i = 0; i < 4; i += 1) await confirm(jwt, wrong(code));
      expect(await confirm(jwt, code)).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: null });
      expect(await stored(id)).toEqual([null, null, false]);
      await send(jwt, { tel });
      await sent(3);
      expect((await confirm(jwt, sms.code())).code).toBeNull();
      expect((await confirm(jwt, sms.code())).code).toBe('INVALID_TOKEN');
      // Rejections are recorded in the background.
      const rejected = async () => (await auditOf(id)).find(([action]) => action === 'tel_verification_rejected');
      expect(await until(rejected)).toEqual([
        'tel_verification_rejected',
        expect.objectContaining({ operation: 'confirmTel', reason: 'wrong code' }),
      ]);
    });

    test('of 20 right codes at the same time, one confirms', async () => {
      const { jwt } = await person(api);
      await send(jwt, { tel: newNumber() });
      await sent(1);
      const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(jwt, sms.code())));
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'INVALID_TOKEN')).toHaveLength(19);
    });

    test('a code is of one account, also if both have the same number', async () => {
      const tel = newNumber();
      const [ada, eve] = [await person(api), await person(api)];
      await send(ada.jwt, { tel });
      await sent(1);
      const code = sms.code();
      expect((await confirm(eve.jwt, code)).code).toBe('INVALID_TOKEN');
      await send(eve.jwt, { tel });
      await sent(2);
      if (code !== sms.code()) expect((await confirm(eve.jwt, code)).code).toBe('INVALID_TOKEN');
      // The tries of one are not those of the other.
      for (let i = 0; i < 5; i += 1) await confirm(eve.jwt, wrong(sms.code()));
      expect((await confirm(ada.jwt, code)).code).toBeNull();
    });

    test('only mobile numbers of the countries get a code', async () => {
      const { jwt } = await person(api);
      const msg = 'must be a mobile number of CH or DE';
      // A landline, a premium number, one of a network, another country, and texts that are no number.
      const others = ['+41446681800', '+449098790879', '+882161234567', '+12125552368', '+41 79', 'call +41795551000'];
      for (const tel of [...others, `${newNumber()} x2`]) {
        expect(await send(jwt, { tel })).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'tel', msg }] });
      }
      expect(await send(jwt)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'tel' }] });
      expect((await send(jwt, { tel: '0'.repeat(33) })).code).toBe('VALIDATION_FAILED');
      expect((await confirm(jwt, '12345')).fields).toEqual([
        { field: 'code', msg: 'must be the 6 digits of the message' },
      ]);
      expect(sms.requests).toEqual([]);
    });

    test('it needs a verified address, and the user alone', async () => {
      const { id, jwt } = await person(api, { verified: false, tel: newNumber() });
      expect((await send(jwt)).code).toBe('EMAIL_NOT_VERIFIED');
      expect((await api.sendTelVerification(gatehouse.url, {}, null)).code).toBe('UNAUTHENTICATED');
      const { jwt: acting } = await impersonate(gatehouse, id, root.jwt);
      expect((await send(acting)).code).toBe('FORBIDDEN');
      expect((await confirm(acting, '123456')).code).toBe('FORBIDDEN');
    });

    test('nothing is sent and nothing counted where it is off', async () => {
      const { jwt } = await person(api, { on: off, tel: newNumber() });
      expect((await api.sendTelVerification(off.url, {}, jwt)).code).toBe('FORBIDDEN');
      expect((await api.confirmTel(off.url, { code: '123456' }, jwt)).code).toBe('FORBIDDEN');
      expect(await off.sql('SELECT 1 FROM one_time_tokens WHERE purpose = $$verify_tel$$')).toEqual([]);
    });

    test('a super admin who verifies a number stores its form of E.164, if it is one', async () => {
      const number = newNumber();
      const { id } = await person(api, { tel: `0${number.slice(3)}` });
      const update = (changes: Input) => api.updateUser(gatehouse.url, { id, ...changes }, root.jwt);
      await update({ telVerified: true });
      expect((await stored(id))[1]).toBe(number);
      await update({ telVerified: false });
      expect((await stored(id))[1]).toBeNull();
      await update({ tel: 'ask my office', telVerified: true });
      expect(await stored(id)).toEqual(['ask my office', null, true]);
    });
  },
);

test('the SMS is in the language of the user', async () => {
  const { jwt } = await person(restApi);
  await restApi.updateProfile(gatehouse.url, { locale: 'de' }, jwt);
  await restApi.sendTelVerification(gatehouse.url, { tel: newNumber() }, jwt);
  await until(() => sms.requests.length === 1);
  expect(sms.messages()[0]?.text).toContain('Er bestätigt Ihre Nummer, sonst nichts.');
});
