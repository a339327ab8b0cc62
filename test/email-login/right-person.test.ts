import type { KeptMail } from '../../src/platform/email/mailbox';
import { type Api, apis, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { verifyAddress } from '../support/verified-address';

/** The right person signs in, whatever others do with the same address and with the same mail. */

let gatehouse: Gatehouse;
const password = 'correct horse battery';
const everyone = 40;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on', TRUST_PROXY: '1', REGISTRATION: 'open', ...withLimits() });
});
afterAll(() => gatehouse.stop());

/** Each client has a network of its own. */
let clients = 0;
const elsewhere = <Result>(work: () => Promise<Result>): Promise<Result> => {
  clients += 1;
  const ip = `198.${18 + Math.floor(clients / 65_536)}.${Math.floor(clients / 256) % 256}.${clients % 256}`;
  return withHeaders({ 'X-Forwarded-For': ip }, work);
};

/** The mailbox keeps so many mails: two of each person. */
const atOnce = 40;

interface Person {
  api: Api;
  email: string;
  /** What the client keeps that has asked. */
  token: string;
}

async function asking(i: number): Promise<Person> {
  const api = apis[i % 2] as Api;
  const email = `person.${i}@example.com`;
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  await elsewhere(() => api.register(gatehouse.url, { email, password, ...names }));
  await verifyAddress(gatehouse, email);
  const { request } = await elsewhere(() => api.requestEmailLogin(gatehouse.url, { email }));
  return { api, email, token: String(request) };
}

/** Returns how the person has signed in. */
async function signIn({ api, email, token }: Person, mail: KeptMail): Promise<'code' | 'link' | 'not at all'> {
  const url = gatehouse.url + new URL(String(mail.links[0])).pathname;
  const link = String(url.split('/').at(-1));
  // A scanner opens the link and sends its form. So does the phone of the person.
  for (const sent of [{}, { method: 'POST', body: new URLSearchParams() }]) {
    const answer = await fetch(url, { redirect: 'manual', ...sent });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  }
  // A stranger tries codes with a request of another address, and with what looks like one.
  const theirs = await elsewhere(() => api.requestEmailLogin(gatehouse.url, { email: `not.${email}` }));
  const codes = ['000000', String(mail.code), '123456'];
  for (const [n, code] of codes.entries()) {
    const attempt = { token: n % 2 ? theirs.request : link, code };
    const { success } = await elsewhere(() => api.completeEmailLogin(gatehouse.url, attempt));
    expect(success).toBe(false);
  }
  for (const mailed of [{ code: mail.code }, { link }]) {
    const { success } = await elsewhere(() => api.completeEmailLogin(gatehouse.url, { token, ...mailed }));
    if (success) return 'link' in mailed ? 'link' : 'code';
  }
  return 'not at all';
}

test(`with a scanner, two devices and a flood of wrong codes, the right person signs in, ${everyone} of ${everyone} times`, async () => {
  const ways = { code: 0, link: 0, 'not at all': 0 };
  for (let first = 0; first < everyone; first += atOnce) {
    const people = await Promise.all(Array.from({ length: atOnce }, (_, i) => asking(first + i)));
    const mails = new Map((await gatehouse.allMails()).map((mail) => [mail.to, mail]));
    const one = async (person: Person) => {
      ways[await signIn(person, mails.get(person.email) as KeptMail)] += 1;
    };
    const [somebody, ...others] = people as [Person, ...Person[]];
    await one(somebody);
    // Before the flood.
    if (first === 0) expect(ways.code).toBe(1);
    await Promise.all(others.map(one));
  }
  expect(ways).toEqual({ code: expect.any(Number), link: expect.any(Number), 'not at all': 0 });
  expect(ways.code + ways.link).toBe(everyone);
  // Wrong codes from many networks end the codes of unknown networks, and no links.
  expect(ways.link).toBeGreaterThan(0);
});
