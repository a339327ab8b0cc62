import { type Api, apis } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';

/** Codes in the digits of the keyboard that a person has, with what comes along when they are copied. */
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

const from = (zero: string) => (code: string) =>
  [...code].map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join('');
const spellings: [string, (code: string) => string][] = [
  ['of a Japanese keyboard', from('０')],
  ['of an Arabic one', from('٠')],
  ['of a Persian one', from('۰')],
  ['in two groups', (code) => ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\n`],
  ['with a hyphen', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['with marks of a right-to-left text', (code) => `\u200f${code}\u2069`],
];
const cases = apis.flatMap((api) => spellings.map(([name, spell]) => ({ api, name, spell, by: api.name })));

test.each(cases)('a code of an authenticator app $name, through $by', async ({ api, spell }) => {
  const { authenticator, raised } = await withTotp(api, gatehouse);
  expect(await api.stepUp(gatehouse.url, { code: spell(authenticator.next()) }, raised)).toMatchObject({
    success: true,
  });
  expect((await api.stepUp(gatehouse.url, { code: spell(authenticator.wrong()) }, raised)).code).toBe('INVALID_TOKEN');
});

test.each(cases)('a code of a mail $name, through $by', async ({ api, spell }) => {
  const email = `${Math.random()}@example.com`;
  await api.register(gatehouse.url, {
    email,
    password: 'correct horse battery',
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
  await api.requestPasswordReset(gatehouse.url, { email });
  const [row] = await gatehouse.sql(
    `SELECT id, purpose, address, created_ts AS "createdTs", expires_ts AS "expiresTs", attempts_left AS "attemptsLeft" FROM one_time_tokens WHERE address = '${email}' AND purpose = 'reset_password'`,
  );
  const [createdTs, expiresTs] = [new Date(String(row?.createdTs)), new Date(String(row?.expiresTs))];
  const code = gatehouse.services.oneTimeTokens.codeOf({ ...row, createdTs, expiresTs } as never);
  const input = { email, code: spell(code?.code ?? ''), password: 'another horse battery' };
  expect(await api.resetPassword(gatehouse.url, input)).toMatchObject({ success: true });
});

test.each(apis.map((api: Api) => ({ api, by: api.name })))(
  'a recovery code in full width, through $by',
  async ({ api }) => {
    const { recoveryCodes, raised } = await withTotp(api, gatehouse);
    const wide = (recoveryCodes[0] ?? '').replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
    expect(await api.stepUp(gatehouse.url, { code: wide }, raised)).toMatchObject({ success: true });
  },
);
