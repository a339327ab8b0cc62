import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { z } from 'zod';
import { loginInputOf, refreshInput, registerInput } from '../../src/accounts/auth/auth.inputs';
import { logoutInput, revokeSessionInput, sessionsInput } from '../../src/accounts/sessions/session.inputs';
import { parseInput } from '../../src/platform/request/input-parser';
import { inputSchemaOf } from '../../src/platform/request/input-schema';

/** The JSON Schema of an input and its parser accept and reject the same values. */

const inputs = {
  register: registerInput,
  login: loginInputOf('specification'),
  loginOfAnyLength: loginInputOf('any'),
  refresh: refreshInput,
  logout: logoutInput,
  sessions: sessionsInput,
  revokeSession: revokeSessionInput,
};

// An international address is an address with another domain.
const formats = { password: true as const, 'idn-email': (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) };
const ajv = addFormats(new Ajv2020({ formats }), ['uuid']);

const longestAddress = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`;
/** One code point, and two UTF-16 code units. */
const wide = '𝒶';

const values: Readonly<Record<string, readonly unknown[]>> = {
  email: ['', 'ada', 'ada@example.com', 'ada@bücher.example', longestAddress, `a${longestAddress}`],
  firstName: ['', 'A', wide.repeat(100), wide.repeat(101)],
  lastName: ['', 'L', wide.repeat(100), wide.repeat(101)],
  password: [wide.repeat(8), wide.repeat(9), wide.repeat(256), wide.repeat(257)],
  tel: ['', wide.repeat(32), wide.repeat(33)],
  code: ['', wide.repeat(64), wide.repeat(65)],
  scope: ['', 'offline_access', 'other'],
  refreshTokenIn: ['', 'body', 'cookie', 'COOKIE'],
  refreshToken: ['', 'x'],
  sessions: ['', 'current', 'others', 'all', 'none'],
  keys: [true, false],
  first: [0, 1, 1.5, 100, 101],
  after: ['x'.repeat(101)],
  challenge: ['', 'x'.repeat(8000), 'x'.repeat(8001)],
  id: ['01a1fafd-5d48-74fb-874f-7e0ccacee987'],
};
const ofAnyType = [null, true, 7, '7', [], {}, undefined];

describe.each(Object.entries<z.ZodType>(inputs))('%s', (_, input) => {
  const schema = inputSchemaOf(input);
  const { fields, required } = schema;
  const validate = ajv.compile({ type: 'object', properties: fields, required });
  const examples = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, (field.examples as unknown[])[0]]),
  );

  test('both accept the examples', () => {
    expect(verdicts(examples)).toEqual({ schema: true, parser: true });
    expect(longestAddress).toHaveLength(254);
  });

  test.each(Object.keys(fields))('both accept and reject the same values of %s', (name) => {
    expect(values).toHaveProperty(name);
    const tried = [...(values[name] ?? []), ...ofAnyType.filter((value) => !isVague(name, value))];
    const different = tried
      .map((value) => ({ value, ...verdicts({ ...examples, [name]: value }) }))
      .filter((verdict) => verdict.schema !== verdict.parser);
    expect(different).toEqual([]);
  });

  test('both accept and reject the same missing fields', () => {
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...others } = examples;
      expect(verdicts(others)).toEqual({ schema: !required.includes(name), parser: !required.includes(name) });
    }
  });

  test('the problems are what the parser reports', () => {
    expect(schema.problems.length).toBeGreaterThan(0);
    expect(schema.problems.every(({ field }) => field in fields)).toBe(true);
  });

  function verdicts(value: object): { schema: boolean; parser: boolean } {
    const sent = JSON.parse(JSON.stringify(value));
    let parser = true;
    try {
      parseInput(input, sent);
    } catch {
      parser = false;
    }
    return { schema: validate(sent), parser };
  }
});

/** A text that only the service rejects: a session that does not exist, or a cursor with another content. */
const isVague = (name: string, value: unknown): boolean =>
  (name === 'id' || name === 'after') && typeof value === 'string';
