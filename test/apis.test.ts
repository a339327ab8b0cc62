import { type Answer, type Api, apis, graphqlApi, type Input, restApi } from './support/apis';
import { type Gatehouse, startGatehouse } from './support/gatehouse';

/**
 * Runs each scenario through both APIs, and compares the two answers with each other and with the expected answer. Each
 * API uses another e-mail address, so that the two runs do not share an account.
 */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const validAccount = (email: string): Input => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
});

type Expected = { code: null } | { code: string; fields?: string[] };

interface Scenario {
  name: string;
  operation: 'register' | 'login';
  /** Accounts that exist before the request. */
  given?: (email: string) => Input[];
  input: (email: string) => Input;
  expected: Expected;
}

const wrongTypes: [string, unknown][] = [
  ['null', null],
  ['a number', 5],
  ['a boolean', true],
  ['an array', ['a']],
  ['an object', {}],
  ['an operator', { contains: '@' }],
  ['a prototype key', { __proto__: { a: 1 }, constructor: {} }],
];

const controlTexts: [string, string][] = [
  ['NUL', 'a\0b'],
  ['a newline', 'a\nb'],
  ['escape', 'a\u001bb'],
  ['a C1 control', 'a\u0085b'],
  ['a lone surrogate', 'a\ud800b'],
];

const invalidEmails: [string, string][] = [
  ['nothing', ''],
  ['blanks', '   '],
  ['no at', 'ada.example.com'],
  ['two ats', 'ada@home@example.com'],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['one label', 'ada@localhost'],
  ['an inner space', 'ada lovelace@example.com'],
  ['two addresses', 'ada@example.com,eve@example.com'],
  ['a semicolon', 'ada@example.com;eve@example.com'],
  ['a display name', 'Ada <ada@example.com>'],
  ['a control character', 'ada\u0007@example.com'],
  ['NUL', 'ada@example.com\0'],
  ['a header', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a local part that is not ASCII', 'ädä@example.com'],
  ['an address literal', 'ada@[127.0.0.1]'],
  ['an IP address', 'ada@127.0.0.1'],
  ['a number in full-width digits', 'ada@１.２'],
  ['a path after the domain', 'ada@example.com/eve'],
  ['a port', 'ada@example.com:25'],
  ['a percent sign in the domain', 'ada@ex%61mple.com'],
  ['a trailing dot', 'ada@example.com.'],
  ['a label with a leading hyphen', 'ada@-example.com'],
  ['an empty label', 'ada@example..com'],
  ['a lone surrogate', 'ada@ex\ud800mple.com'],
  ['a local part of 65', `${'a'.repeat(65)}@example.com`],
  ['more than 254 characters', `ada@${'a23456789.'.repeat(25)}example.com`],
];

const invalidPasswords: [string, string][] = [
  ['nothing', ''],
  ['eight characters', 'eightchr'],
  ['five emoji, ten UTF-16 units', '🔒🔑🗝🚪🏰'],
  ['eight emoji, 32 bytes', '🔒🔑🗝🚪🏰🔒🔑🗝'],
  ['eight characters after NFC, sixteen before', 'e\u0301'.repeat(8)],
  ['257 characters', 'a'.repeat(257)],
  ['a lone surrogate', 'correct horse \ud800'],
];

const validPasswords: [string, string][] = [
  ['nine characters', 'nine char'],
  ['nine emoji', '🔒🔑🗝🚪🏰🔒🔑🗝🚪'],
  ['nine spaces', ' '.repeat(9)],
  ['256 characters', 'a'.repeat(256)],
  ['256 emoji', '🔑'.repeat(256)],
  ['NUL inside', 'before\0after'],
  ['controls and blanks at the ends', ' \tpass word\n '],
];

const scenarios: Scenario[] = [
  { name: 'a new account', operation: 'register', input: validAccount, expected: { code: null } },
  {
    name: 'a new account with a phone number',
    operation: 'register',
    input: (email) => ({ ...validAccount(email), tel: '  +44 (0)20 7946 0000 ' }),
    expected: { code: null },
  },
  ...['', null, '☎'.repeat(32)].map(
    (tel): Scenario => ({
      name: `tel ${JSON.stringify(tel)}`,
      operation: 'register',
      input: (email) => ({ ...validAccount(email), tel }),
      expected: { code: null },
    }),
  ),
  ...['x', 'Ж'.repeat(100), '🏰'.repeat(100), ' Ada ', "O'Brien-Ñuñez", '<b>&amp;', "'; DROP TABLE users; --"].map(
    (name): Scenario => ({
      name: `the name ${name.slice(0, 24)}`,
      operation: 'register',
      input: (email) => ({ ...validAccount(email), firstName: name, lastName: name }),
      expected: { code: null },
    }),
  ),
  {
    name: 'white space around the address',
    operation: 'register',
    input: (email) => validAccount(` \t${email}\n`),
    expected: { code: null },
  },
  {
    name: 'an international domain',
    operation: 'register',
    input: (email) => validAccount(email.replace('example.com', 'bücher.example')),
    expected: { code: null },
  },
  {
    name: 'an address that has an account',
    operation: 'register',
    given: (email) => [validAccount(email)],
    input: validAccount,
    expected: { code: 'EMAIL_TAKEN' },
  },
  {
    name: 'an address that has an account, in another case',
    operation: 'register',
    given: (email) => [validAccount(email)],
    input: (email) => validAccount(email.toUpperCase()),
    expected: { code: 'EMAIL_TAKEN' },
  },
  {
    name: 'an international domain that has an account in its A-label form',
    operation: 'register',
    given: (email) => [validAccount(email.replace('example.com', 'bücher.example'))],
    input: (email) => validAccount(email.replace('example.com', 'XN--BCHER-KVA.example')),
    expected: { code: 'EMAIL_TAKEN' },
  },
  {
    name: 'no fields at all',
    operation: 'register',
    input: () => ({}),
    expected: { code: 'VALIDATION_FAILED', fields: ['email', 'firstName', 'lastName', 'password'] },
  },
  {
    name: 'no fields at all',
    operation: 'login',
    input: () => ({}),
    expected: { code: 'VALIDATION_FAILED', fields: ['email', 'password'] },
  },
  {
    name: 'every field breaking its rule',
    operation: 'register',
    input: () => ({ email: 'x', firstName: ' ', lastName: '', password: 'short', tel: '1'.repeat(33) }),
    expected: { code: 'VALIDATION_FAILED', fields: ['email', 'firstName', 'lastName', 'password', 'tel'] },
  },
  {
    name: 'a wrong type next to a broken rule',
    operation: 'register',
    input: () => ({ ...validAccount('x'), firstName: 5 }),
    expected: { code: 'VALIDATION_FAILED', fields: ['firstName'] },
  },
  ...(['email', 'firstName', 'lastName', 'password', 'tel'] as const).flatMap((field) =>
    wrongTypes
      .filter(([, value]) => field !== 'tel' || value !== null)
      .map(
        ([type, value]): Scenario => ({
          name: `${type} as ${field}`,
          operation: 'register',
          input: (email) => ({ ...validAccount(email), [field]: value }),
          expected: { code: 'VALIDATION_FAILED', fields: [field] },
        }),
      ),
  ),
  ...(['email', 'password'] as const).flatMap((field) =>
    wrongTypes.map(
      ([type, value]): Scenario => ({
        name: `${type} as ${field}`,
        operation: 'login',
        input: (email) => ({ email, password: 'correct horse battery', [field]: value }),
        expected: { code: 'VALIDATION_FAILED', fields: [field] },
      }),
    ),
  ),
  ...(['firstName', 'lastName', 'tel'] as const).flatMap((field) =>
    controlTexts.map(
      ([what, value]): Scenario => ({
        name: `${what} in ${field}`,
        operation: 'register',
        input: (email) => ({ ...validAccount(email), [field]: value }),
        expected: { code: 'VALIDATION_FAILED', fields: [field] },
      }),
    ),
  ),
  ...['', ' ', '\u3000\u00a0', 'x'.repeat(101)].flatMap((value) =>
    ['firstName', 'lastName'].map(
      (field): Scenario => ({
        name: `${JSON.stringify(value).slice(0, 12)} as ${field}`,
        operation: 'register',
        input: (email) => ({ ...validAccount(email), [field]: value }),
        expected: { code: 'VALIDATION_FAILED', fields: [field] },
      }),
    ),
  ),
  ...(['register', 'login'] as const).flatMap((operation) => [
    ...invalidEmails.map(
      ([what, value]): Scenario => ({
        name: `an address with ${what}`,
        operation,
        input: () => validInput(operation, value),
        expected: { code: 'VALIDATION_FAILED', fields: ['email'] },
      }),
    ),
    ...invalidPasswords.map(
      ([what, password]): Scenario => ({
        name: `a password of ${what}`,
        operation,
        input: (email) => ({ ...validInput(operation, email), password }),
        expected: { code: 'VALIDATION_FAILED', fields: ['password'] },
      }),
    ),
  ]),
  ...validPasswords.flatMap(([what, password]): Scenario[] => [
    {
      name: `a password of ${what}`,
      operation: 'register',
      input: (email) => ({ ...validAccount(email), password }),
      expected: { code: null },
    },
    {
      name: `a password of ${what}`,
      operation: 'login',
      given: (email) => [{ ...validAccount(email), password }],
      input: (email) => ({ email, password }),
      expected: { code: null },
    },
  ]),
  loginWith('the right password', 'correct horse battery', { code: null }),
  loginWith('another case of the password', 'Correct horse battery', { code: 'INVALID_CREDENTIALS' }),
  loginWith('a blank after the password', 'correct horse battery ', { code: 'INVALID_CREDENTIALS' }),
  loginWith('a longer password', 'correct horse battery staple', { code: 'INVALID_CREDENTIALS' }),
  {
    ...loginWith('a 72-byte prefix of the password', 'p'.repeat(72), { code: 'INVALID_CREDENTIALS' }),
    given: (email) => [{ ...validAccount(email), password: `${'p'.repeat(72)}q` }],
  },
  {
    ...loginWith('the part of the password before a NUL', 'before the nul', { code: 'INVALID_CREDENTIALS' }),
    given: (email) => [{ ...validAccount(email), password: 'before the nul\0and after' }],
  },
  {
    ...loginWith('the NFD spelling of an NFC password', 'passwo\u0308rter', { code: null }),
    given: (email) => [{ ...validAccount(email), password: 'passw\u00f6rter' }],
  },
  {
    ...loginWith('the NFC spelling of an NFD password', 'passw\u00f6rter', { code: null }),
    given: (email) => [{ ...validAccount(email), password: 'passwo\u0308rter' }],
  },
  {
    ...loginWith('a compatibility spelling of the password', 'password№1', { code: 'INVALID_CREDENTIALS' }),
    given: (email) => [{ ...validAccount(email), password: 'passwordNo1' }],
  },
  {
    name: 'an address without an account',
    operation: 'login',
    input: (email) => ({ email, password: 'correct horse battery' }),
    expected: { code: 'INVALID_CREDENTIALS' },
  },
  {
    name: 'the address in another case, with white space around it',
    operation: 'login',
    given: (email) => [validAccount(email)],
    input: (email) => ({ email: `\r\n ${email.toUpperCase()} `, password: 'correct horse battery' }),
    expected: { code: null },
  },
  ...['%', '_'].map(
    (pattern): Scenario => ({
      name: `the pattern ${pattern} in an address`,
      operation: 'login',
      given: (email) => [validAccount(email)],
      input: (email) => ({ email: email.replace('ada', pattern), password: 'correct horse battery' }),
      expected: { code: 'INVALID_CREDENTIALS' },
    }),
  ),
];

function validInput(operation: Scenario['operation'], email: string): Input {
  return operation === 'register' ? validAccount(email) : { email, password: 'correct horse battery' };
}

function loginWith(name: string, password: string, expected: Expected): Scenario {
  return {
    name,
    operation: 'login',
    given: (email) => [validAccount(email)],
    input: (email) => ({ email, password }),
    expected,
  };
}

let accounts = 0;

async function play(api: Api, { operation, given, input }: Scenario): Promise<{ answer: Answer; email: string }> {
  accounts += 1;
  const email = `ada.${accounts}.${api.name}@example.com`;
  for (const account of given?.(email) ?? []) expect((await api.register(gatehouse.url, account)).code).toBeNull();
  return { answer: await api[operation](gatehouse.url, input(email)), email };
}

/** Replaces the values that may differ: the e-mail address, and values that are new in every answer. */
function comparable({ answer, email }: { answer: Answer; email: string }) {
  // The parts of the result are compared one by one: GraphQL alone has the roles.
  const { user, jwt, genTs, refreshToken, result: _, ...rest } = answer;
  const own = (text: string) =>
    text.replace(email.split('@')[0] ?? '', 'ada').replace(email.split('@')[0]?.toUpperCase() ?? '', 'ADA');
  return {
    ...rest,
    jwt: typeof jwt,
    genTs: typeof genTs,
    refreshToken: typeof refreshToken,
    user: user && {
      ...user,
      id: user.id.replace(/[0-9a-f]/g, 'x'),
      email: own(user.email),
      createdTs: user.createdTs.replace(/\d/g, '0'),
      lastLoginTs: user.lastLoginTs?.replace(/\d/g, '0') ?? null,
    },
  };
}

describe(`both APIs give the same answer (${scenarios.length} scenarios)`, () => {
  test.each(scenarios)('$operation: $name', async (scenario) => {
    const viaRest = await play(restApi, scenario);
    const viaGraphql = await play(graphqlApi, scenario);

    expect(comparable(viaGraphql)).toEqual(comparable(viaRest));
    expect(viaRest.answer.code).toBe(scenario.expected.code);
    expect(viaRest.answer.success).toBe(scenario.expected.code === null);
    if ('fields' in scenario.expected) {
      expect(viaRest.answer.fields.map((problem) => problem.field)).toEqual(scenario.expected.fields);
    }
  });
});

describe.each(apis)('through $name', (api) => {
  const account = (name: string) => validAccount(`${name}.${api.name}@example.com`);

  test('a new user is what the specification says', async () => {
    const { user } = await api.register(gatehouse.url, { ...account('Grace'), tel: ' +1 ' });

    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `Grace.${api.name}@example.com`,
      isSuperAdmin: false,
      disabled: false,
      emailVerified: false,
      telVerified: false,
      tel: ' +1 ',
      company: null,
      companyIdNumber: null,
      companyIdUrl: null,
      createdTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedTs: null,
      lastLoginTs: null,
    });
  });

  test('a login returns the time of the previous login, null the first time, and does not change the user', async () => {
    const { email, password } = account('Mary');
    await api.register(gatehouse.url, account('Mary'));

    const first = await api.login(gatehouse.url, { email, password });
    const second = await api.login(gatehouse.url, { email, password });

    expect(first.user?.lastLoginTs).toBeNull();
    expect(Date.parse(second.user?.lastLoginTs ?? '') / 1000).toBe(first.genTs);
    expect(second.user?.updatedTs).toBeNull();
  });

  test('an account that one API created can sign in through the other', async () => {
    const { email, password } = account('Joan');
    await api.register(gatehouse.url, account('Joan'));

    const ids = await Promise.all(apis.map(async (d) => (await d.login(gatehouse.url, { email, password })).user?.id));

    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
  });

  test('a login with an unknown scope is rejected', async () => {
    const { email, password } = account('Hedy');
    await api.register(gatehouse.url, account('Hedy'));

    const answer = await api.login(gatehouse.url, { email, password, scope: 'foo' });

    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', jwt: null });
    expect(answer.fields.map(({ field }) => field)).toEqual([api === restApi ? 'scope' : 'input']);
  });

  test('a disabled account gets ACCOUNT_DISABLED only after the right password', async () => {
    const { email, password } = account('Katherine');
    await api.register(gatehouse.url, account('Katherine'));
    await gatehouse.sql(`UPDATE users SET disabled = true WHERE email = '${email}'`);

    expect(await api.login(gatehouse.url, { email, password })).toMatchObject({ code: 'ACCOUNT_DISABLED', jwt: null });
    expect(await api.login(gatehouse.url, { email, password: 'wrong horse battery' })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  test('a rejected registration leaves nothing behind', async () => {
    const before = await gatehouse.sql('SELECT count(*) FROM users');
    await api.register(gatehouse.url, { ...account('Eve'), password: 'short' });
    await api.register(gatehouse.url, { ...account('Eve'), tel: 5 });

    expect(await gatehouse.sql('SELECT count(*) FROM users')).toEqual(before);
  });
});
