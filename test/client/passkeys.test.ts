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

test('an offer that the browser rejects is cancelled; what the person has asked for fails with the reason', async () => {
  const get = () => Promise.reject(new DOMException('empty allowCredentials', 'NotSupportedError'));
  Object.defineProperty(globalThis, 'navigator', { value: { credentials: { get } }, configurable: true });
  const { offerPasskey, loginWithPasskey } = passkeys();
  const both = [offerPasskey(), loginWithPasskey()];
  for (const answer of answers) answer(options);
  await expect(both[0]).resolves.toMatchObject(cancelled);
  await expect(both[1]).rejects.toThrow('empty allowCredentials');
});

describe('what the browser does by itself', () => {
  /** Requests of the session, and what they got. */
  let requests: [string, string, unknown?][];
  const passkey = { id: '1', credentialId: 'AQ' };
  const session = {
    request: async (method: string, path: string, input?: unknown) => {
      requests.push([method, path, input]);
      const results: Record<string, object> = {
        'POST /auth/passkeys/options': { options: { challenge: 'x' } },
        'POST /auth/passkeys': { passkey, recoveryCodes: [] },
        'GET /auth/factors': { passkeys: [passkey] },
        'GET /auth/me': {
          id: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
          email: 'ada@example.com',
          firstName: 'Ada',
          lastName: 'King',
        },
      };
      return { ok: true, result: results[`${method} ${path}`] ?? {} };
    },
  } as unknown as Session;
  const send = async (): Promise<Answer> => ({ ok: true, result: { options: { rpId: 'id.example.com' } } });
  const client = () => createPasskeys(send, session);

  /** Gives the browser these capabilities. */
  function browser(
    create: (options: { mediation?: string }) => Promise<unknown>,
    methods: object = { getClientCapabilities: async () => ({ conditionalCreate: true }) },
  ) {
    const json = (options: object) => options;
    const value = { parseRequestOptionsFromJSON: json, parseCreationOptionsFromJSON: json, ...methods };
    Object.defineProperty(globalThis, 'PublicKeyCredential', { value, configurable: true });
    Object.defineProperty(globalThis, 'navigator', { value: { credentials: { create } }, configurable: true });
  }
  const made = { toJSON: () => ({ id: 'AQ' }) };

  beforeEach(() => {
    requests = [];
  });

  test('it adds a passkey after a login with the password', async () => {
    const modes: unknown[] = [];
    browser(async ({ mediation }) => {
      modes.push(mediation);
      return made;
    });
    expect(await client().upgradeToPasskey({ currentPassword: 'secret' })).toEqual(passkey);
    expect(modes).toEqual(['conditional']);
    expect(requests).toEqual([
      ['POST', '/auth/passkeys/options', { currentPassword: 'secret', conditional: true }],
      ['POST', '/auth/passkeys', { passkey: { id: 'AQ' }, name: undefined }],
    ]);
  });

  test.each([
    ['does not know the method', {}],
    ['cannot', { getClientCapabilities: async () => ({ conditionalCreate: false }) }],
    ['fails', { getClientCapabilities: () => Promise.reject(new Error()) }],
  ])('nothing is sent from a browser that %s', async (_, methods) => {
    browser(async () => made, methods);
    expect(await client().upgradeToPasskey({ currentPassword: 'secret' })).toBeNull();
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    expect(await client().upgradeToPasskey({ currentPassword: 'secret' })).toBeNull();
    expect(requests).toEqual([]);
  });

  test.each(['NotAllowedError', 'InvalidStateError', 'ConstraintError', 'SecurityError'])(
    'a browser that answers %s adds none, and nobody hears of it',
    async (name) => {
      browser(() => Promise.reject(Object.assign(new Error(), { name })));
      expect(await client().upgradeToPasskey()).toBeNull();
      expect(requests).toHaveLength(1);
    },
  );

  test('the password manager hears of the passkeys and of the name', async () => {
    const signals: [string, object][] = [];
    const signal = (name: string) => async (facts: object) => void signals.push([name, facts]);
    browser(async () => made, {
      signalAllAcceptedCredentials: signal('all'),
      signalCurrentUserDetails: signal('user'),
    });
    await client().signalPasskeys();
    // As the server encodes the id.
    const common = {
      rpId: 'id.example.com',
      userId: Buffer.from('01a1fafd5d477b3e9a512f0c6f7d8e90', 'hex').toString('base64url'),
    };
    expect(signals).toEqual([
      ['all', { ...common, allAcceptedCredentialIds: ['AQ'] }],
      ['user', { ...common, name: 'ada@example.com', displayName: 'Ada King' }],
    ]);
  });

  test('a password manager that does not listen changes nothing', async () => {
    browser(async () => made, {});
    await client().signalPasskeys();
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    await client().signalPasskeys();
    expect(requests).toEqual([]);
    browser(async () => made, { signalAllAcceptedCredentials: () => Promise.reject(new Error()) });
    await client().signalPasskeys();
  });
});
