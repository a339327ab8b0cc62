import type { CaseInput } from './comparison-case';

const names = { first_name: 'Ada', last_name: 'Lovelace' };

const address = (account: string): string => `compare-{{random}}-${account}@example.com`;

/**
 * The cases of `gatehouse compare` without a file: the specification, and what it leaves open. One run has fewer failed
 * logins and registrations than the default rate limits of Gatehouse allow in an hour.
 */
export const builtInCases: readonly CaseInput[] = [
  ...registrations(),
  ...registrationFields(),
  ...logins(),
  ...bodies(),
  ...routes(),
];

function register(account: string, changes: Record<string, unknown> = {}): CaseInput {
  const body = { email: address(account), ...names, password: '{{password}}', tel: '+44 20 7946 0958', ...changes };
  return { name: `register-${account}`, path: '/auth/register', body };
}

/** A login of the account that `register(account)` has made. */
function login(name: string, account: string, changes: Record<string, unknown> = {}): CaseInput {
  return {
    name: `login-${name}`,
    path: '/auth/login',
    body: { email: address(account), password: '{{password}}', ...changes },
  };
}

function without(field: string, input: CaseInput): CaseInput {
  const body = { ...(input.body as Record<string, unknown>) };
  delete body[field];
  return { ...input, body };
}

function registrations(): CaseInput[] {
  const again = { ...register('main'), name: 'register-again' };
  return [
    register('main'),
    again,
    { ...register('again-in-upper-case', { email: 'COMPARE-{{random}}-MAIN@EXAMPLE.COM' }) },
    register('tel-null', { tel: null }),
    without('tel', register('tel-missing')),
    register('tel-with-spaces', { tel: ' 0151 23 ' }),
    register('unicode-names', { first_name: 'Zo\u00eb 李', last_name: 'N\u00fa\u00f1ez-L\u00f3pez 🚀' }),
    register('names-of-100-characters', { first_name: 'x'.repeat(100), last_name: 'y'.repeat(100) }),
    register('spaces-around-names', { first_name: ' Ada ', last_name: ' Lovelace ' }),
    register('password-of-9-characters', { password: '{{password:9}}' }),
    register('password-of-80-characters', { password: '{{password:80}}' }),
    register('password-with-spaces', { password: ' {{password}} ' }),
    register('password-in-unicode', { password: '\u00e9{{password}}' }),
    register('upper-case-address', { email: 'COMPARE-{{random}}-Upper@Example.COM' }),
    register('spaces-around-address', { email: ` ${address('spaces')} ` }),
    register('plus-in-address', { email: 'compare-{{random}}+plus@example.com' }),
    register('fields-of-an-administrator', {
      id: '00000000-0000-4000-8000-000000000000',
      is_super_admin: true,
      disabled: true,
      email_verified: true,
      company: 'Analytical Engines',
      nickname: 'Countess',
    }),
  ];
}

/** None of these is right by the specification, or it says nothing about them. */
function registrationFields(): CaseInput[] {
  const missing = ['email', 'first_name', 'last_name', 'password'].map((field) =>
    without(field, register(`without-${field.replace('_', '-')}`)),
  );
  const wrong = Object.entries({
    'email-null': { email: null },
    'email-empty': { email: '' },
    'email-number': { email: 12 },
    'email-list': { email: [address('list')] },
    'email-without-at': { email: 'compare-{{random}}.example.com' },
    'email-with-two-at': { email: 'compare-{{random}}@a@example.com' },
    'email-without-dot': { email: 'compare-{{random}}@localhost' },
    'email-with-spaces': { email: 'compare {{random}}@example.com' },
    'email-of-300-characters': {
      email: `compare-{{random}}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(160)}.com`,
    },
    'email-in-unicode': { email: 'compare-\u00fc-{{random}}@example.com' },
    'email-in-a-unicode-domain': { email: 'compare-{{random}}@\u00fc.example.com' },
    'first-name-empty': { first_name: '' },
    'first-name-blank': { first_name: '   ' },
    'first-name-null': { first_name: null },
    'first-name-number': { first_name: 12 },
    'last-name-empty': { last_name: '' },
    'last-name-of-101-characters': { last_name: 'y'.repeat(101) },
    'name-with-a-line-break': { first_name: 'Ada\nLovelace' },
    'name-with-html': { first_name: '<b>Ada</b>' },
    'password-empty': { password: '' },
    'password-of-8-characters': { password: '{{password:8}}' },
    'password-of-300-characters': { password: '{{password:300}}' },
    'password-null': { password: null },
    'password-number': { password: 1234567890 },
    'password-of-spaces': { password: ' '.repeat(12) },
    'tel-empty': { tel: '' },
    'tel-number': { tel: 442079460958 },
    'tel-of-33-characters': { tel: '1'.repeat(33) },
    'tel-object': { tel: { number: '1' } },
  }).map(([name, changes]) => register(name, changes));
  return [...missing, ...wrong];
}

function logins(): CaseInput[] {
  return [
    login('first', 'main'),
    login('second', 'main'),
    login('wrong-password', 'main', { password: '{{password:19}}' }),
    login('unknown-address', 'unknown'),
    login('upper-case-address', 'main', { email: 'COMPARE-{{random}}-MAIN@EXAMPLE.COM' }),
    login('spaces-around-address', 'main', { email: ` ${address('main')} ` }),
    login('unknown-fields', 'main', { remember: true, client: 'compare' }),
    login('password-of-9-characters', 'password-of-9-characters', { password: '{{password:9}}' }),
    login('password-of-8-characters', 'main', { password: '{{password:8}}' }),
    login('password-of-80-characters', 'password-of-80-characters', { password: '{{password:80}}' }),
    // bcrypt compares only 72 bytes.
    login('only-72-of-80-characters', 'password-of-80-characters', { password: '{{password:72}}' }),
    login('password-with-spaces', 'password-with-spaces', { password: ' {{password}} ' }),
    login('password-without-its-spaces', 'password-with-spaces'),
    login('password-in-unicode', 'password-in-unicode', { password: '\u00e9{{password}}' }),
    login('password-in-another-unicode-form', 'password-in-unicode', { password: 'e\u0301{{password}}' }),
    login('fields-of-an-administrator', 'fields-of-an-administrator'),
    without('email', login('without-email', 'main')),
    without('password', login('without-password', 'main')),
    login('email-null', 'main', { email: null }),
    login('email-number', 'main', { email: 12 }),
    login('email-without-at', 'main', { email: 'compare-{{random}}' }),
    login('password-empty', 'main', { password: '' }),
    login('password-null', 'main', { password: null }),
    login('password-number', 'main', { password: 1234567890 }),
    login('password-list', 'main', { password: ['{{password}}'] }),
  ];
}

/** Bodies and content types that a client of this kind sends by mistake. */
function bodies(): CaseInput[] {
  const right = JSON.stringify({ email: address('main'), password: '{{password}}' });
  const post = (name: string, raw: string | undefined, type?: string | null): CaseInput => ({
    name: `body-${name}`,
    path: '/auth/login',
    ...(raw !== undefined && { raw }),
    ...(type !== undefined && { headers: { 'Content-Type': type } }),
  });
  return [
    post('missing', undefined),
    post('empty', ''),
    post('empty-object', '{}'),
    post('empty-list', '[]'),
    post('null', 'null'),
    post('text', '"login"'),
    post('malformed', right.slice(0, -1)),
    post('with-a-field-twice', right.replace('{', '{"password":"{{password:10}}",')),
    post('with-a-byte-order-mark', `${String.fromCharCode(0xfeff)}${right}`),
    post('of-20-kilobytes', right.replace('{', `{"note":"${'x'.repeat(20_000)}",`)),
    post('without-a-content-type', right, null),
    post('as-plain-text', right, 'text/plain'),
    post('with-charset', right, 'application/json; charset=UTF-8'),
    post('with-another-charset', right, 'application/json; charset=iso-8859-1'),
    post('of-another-json-type', right, 'application/vnd.api+json'),
    post('as-a-form', `email=${address('main')}&password={{password}}`, 'application/x-www-form-urlencoded'),
  ];
}

function routes(): CaseInput[] {
  const to = (name: string, path: string): CaseInput => ({ ...login('', 'main'), name: `route-${name}`, path });
  return [
    { name: 'method-get-login', method: 'GET', path: '/auth/login' },
    { name: 'method-get-register', method: 'GET', path: '/auth/register' },
    { ...login('', 'main'), name: 'method-put-login', method: 'PUT' },
    { name: 'method-delete-register', method: 'DELETE', path: '/auth/register' },
    to('unknown', '/auth/compare-{{random}}'),
    to('with-a-slash-at-the-end', '/auth/login/'),
    to('in-upper-case', '/AUTH/LOGIN'),
    to('with-a-query', '/auth/login?source=compare'),
  ];
}
