import type { KeptMail } from '../../src/platform/email/mailbox';
import { type Api, apis, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { verifyAddress } from '../support/verified-address';

/** The right person signs in, whatever others do with the same address and with the same mail. */

let gatehouse: Gatehouse;
const password = 'correct horse battery';
const everyone = 4;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on', TRUST_PROXY: '1', REGISTRATION: 'open', ...withLimits() });
});
afterAll(() => gatehouse.stop());

/** Each client has a network of its own. */
let clients = 0;
function newClient(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  clients += 1;
  const ip = `198.${18 + Math.floor(clients / 65_536)}.${Math.floor(clients / 256) % 256}.${clients % 256}`;
  return (work) => withHeaders({ 'X-Forwarded-For': ip }, work);
}

interface Person {
  api: Api;
  email: string;
  /** Sends requests from the network of the person. */
  from: ReturnType<typeof newClient>;
  /** What the client keeps that has asked. */
  token: string;
}

/** A person who has signed in before, while strangers have asked for mails to the address as often as they can. */
async function asking(i: number): Promise<Person> {
  const api = apis[i % 2] as Api;
  const email = `person.${i}@example.com`;
  const from = newClient();
  await from(() => api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' }));
  await verifyAddress(gatehouse, email);
  await from(() => api.login(gatehouse.url, { email, password }));
  for (const code of [null, 'RATE_LIMITED']) {
    expect((await newClient()(() => api.requestEmailLogin(gatehouse.url, { email }))).code).toBe(code);
  }
  const { token: request } = await from(() => api.requestEmailLogin(gatehouse.url, { email }));
  return { api, email, from, token: String(request) };
}

/** Returns how the person has signed in. The mail of a stranger to the same address was sent first. */
async function signIn({ api, email, from, token }: Person, mails: KeptMail[]): Promise<'code' | 'link' | 'not at all'> {
  const mail = mails.filter(({ to, links }) => to === email && links[0]?.includes('/login/email/')).at(-1);
  const url = gatehouse.url + new URL(String(mail?.links[0])).pathname;
  const link = String(url.split('/').at(-1));
  // A scanner opens the link and sends its form. So does the phone of the person.
  for (const sent of [{}, { method: 'POST', body: new URLSearchParams() }]) {
    const answer = await fetch(url, { redirect: 'manual', ...sent });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect([answer.status, cookies]).toEqual([200, ['__Host-gatehouse_browser']]);
  }
  // A stranger tries codes with a request of another address, and with what looks like one.
  const other = { email: `not.${email}` };
  const { token: request } = await newClient()(() => api.requestEmailLogin(gatehouse.url, other));
  for (const attempt of [
    { token: link, code: mail?.code },
    ...['000000', '123456', '999999'].map((code) => ({ token: request, code })),
  ]) {
    const { success } = await newClient()(() => api.completeEmailLogin(gatehouse.url, attempt));
    expect(success).toBe(false);
  }
  for (const mailed of [{ code: mail?.code }, { link }]) {
    const { success } = await from(() => api.completeEmailLogin(gatehouse.url, { token, ...mailed }));
    if (success) return 'link' in mailed ? 'link' : 'code';
  }
  return 'not at all';
}

test(`with a scanner, two devices, and floods of mails and of wrong codes, the right person signs in, ${everyone} of ${everyone} times`, async () => {
  const ways = { code: 0, link: 0, 'not at all': 0 };
  const people = await Promise.all(Array.from({ length: everyone }, (_, i) => asking(i)));
  const mails = await gatehouse.allMails();
  await Promise.all(people.map(async (person) => (ways[await signIn(person, mails)] += 1)));
  expect(ways['not at all']).toBe(0);
  expect(ways.code + ways.link).toBe(everyone);
});
