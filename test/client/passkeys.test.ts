import type { Answer } from '../../src/client/http';
import { createPasskeys } from '../../src/client/passkeys';
import type { Session } from '../../src/client/session';

/** What the page has asked the browser for; a request ends only when the page aborts it. */
let asked: CredentialRequestOptions[];
/** Answers the requests for options, in the order in which they were sent. */
let answers: ((answer: Answer) => void)[];
const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

beforeEach(() => {
  [asked, answers] = [[], []];
  const get = (options: CredentialRequestOptions) =>
    new Promise((_resolve, reject) => {
      asked.push(options);
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  const define = (name: string, value: object) =>
    Object.defineProperty(globalThis, name, { value, configurable: true });
  define('navigator', { credentials: { get } });
  define('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: object) => options });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(globalThis, 'navigator');
  if (before) Object.defineProperty(globalThis, 'navigator', before);
});

const passkeys = () => createPasskeys(() => new Promise((resolve) => answers.push(resolve)), {} as Session);
const options: Answer = { ok: true, result: { options: {}, expiresIn: 300 } };
const turn = () => new Promise((resolve) => setImmediate(resolve));
const cancelled = { ok: false, error: { code: 'PASSKEY_CANCELLED' } };

test('an offer gives way to what the person asks for', async () => {
  const { offerPasskey, loginWithPasskey } = passkeys();
  const offer = offerPasskey({ signal: new AbortController().signal });
  answers[0]?.(options);
  await turn();
  void loginWithPasskey();
  answers[1]?.(options);
  expect(await offer).toMatchObject(cancelled);
  expect(asked.map(({ mediation, signal }) => [mediation, signal?.aborted])).toEqual([
    ['conditional', true],
    ['optional', false],
  ]);
});

test('also if the options of the offer come later', async () => {
  const { offerPasskey, loginWithPasskey } = passkeys();
  const offer = offerPasskey({ signal: new AbortController().signal });
  void loginWithPasskey();
  answers[1]?.(options);
  await turn();
  answers[0]?.(options);
  expect(await offer).toMatchObject(cancelled);
  expect(asked.map(({ mediation, signal }) => [mediation, signal?.aborted])).toEqual([['optional', false]]);
});
