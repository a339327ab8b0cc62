import { openUserFields, parseUserFields } from '../../src/accounts/users/user-fields-file';
import { ConfigError } from '../../src/platform/config/config-error';

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('a field has the defaults of the file', () => {
  expect(parseUserFields('{"home_town": {"type": "string"}}')).toEqual([
    {
      ...{
        name: 'home_town',
        camelName: 'homeTown',
        type: 'string',
        required: false,
        values: null,
        min: null,
        max: null,
      },
      ...{ maxLength: 200, default: null, read: 'user', write: 'admin', label: {} },
    },
  ]);
});

const keys = 'type, required, enum, min, max, max_length, default, read, write, label';
const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, { type: 'string' }]));
test.each<[name: string, content: unknown, problems: string[]]>([
  ['no object', [], ['the file must be a JSON object of fields']],
  ['a name twice', '{"a": {"type": "string"}, "a": {"type": "string"}}', ['the file has a name twice in one object']],
  ['no JSON', '{', ['the file is not valid JSON']],
  ['too large', `{"a": "${'x'.repeat(65_536)}"}`, ['the file has more than 64 kB']],
  ['51 fields', many, ['the file has more than 50 fields']],
  [
    'several problems',
    { Plan: { type: 'text' }, a: { type: 'string', hint: 1, read: 'all', required: 'yes' }, b: 'string' },
    [
      '"Plan" must be a name of a lower-case letter and at most 39 of a-z, 0-9 and "_"',
      '"Plan" must have a type: string, integer, number, boolean, date, string_list',
      `"a" has the unknown key "hint". The keys are ${keys}`,
      '"a" must have true or false as required',
      '"a" must have "user" or "admin" as read',
      '"b" must have a type: string, integer, number, boolean, date, string_list',
    ],
  ],
  [
    'names that are one in GraphQL',
    { a_b: { type: 'string' }, a__b: { type: 'string' } },
    ['"a__b" and "a_b" have the same name in GraphQL: aB'],
  ],
  [
    'a user who may write what they cannot read',
    { a: { type: 'string', read: 'admin', write: 'user' } },
    ['"a" can be written by users, who must then be able to read it'],
  ],
  ['an enum of numbers', { a: { type: 'string', enum: [1] } }, ['"a" must have 1 to 100 different strings as enum']],
  [
    'an enum with a blank',
    { a: { type: 'string', enum: [' '] } },
    ['"a" has the value " " in its enum, which must not be blank'],
  ],
  [
    'an enum of an integer',
    { a: { type: 'integer', enum: ['1'] } },
    ['"a" has an enum, which only string and string_list can have'],
  ],
  [
    'a min of a string',
    { a: { type: 'string', min: 1 } },
    ['"a" has a min, which only integer, number and date can have'],
  ],
  ['a fraction as min', { a: { type: 'integer', min: 1.5 } }, ['"a" must have a whole number as min']],
  ['a wrong date', { a: { type: 'date', max: '2026-02-30' } }, ['"a" must have a date such as 2026-11-20 as max']],
  ['min over max', { a: { type: 'number', min: 2, max: 1 } }, ['"a" has a min that is greater than its max']],
  [
    'a max_length of 0',
    { a: { type: 'string', max_length: 0 } },
    ['"a" must have a whole number from 1 to 4000 as max_length'],
  ],
  [
    'a default that breaks a rule',
    { a: { type: 'integer', max: 1, default: 2 } },
    ['"a" has a default that must be at most 1'],
  ],
  [
    'a label in another language',
    { a: { type: 'string', label: { it: 'A' } } },
    ['"a" must have a text of at most 100 characters for each language as label: en, de, fr, es'],
  ],
])('the start rejects %s', (_name, content, problems) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  expect(problemsOf(() => parseUserFields(text))).toEqual(problems.map((problem) => `USER_FIELDS: ${problem}`));
});

test('a file that cannot be read stops the start, and no file means no fields', () => {
  expect(problemsOf(() => openUserFields('/nowhere/user-fields.json').load())).toEqual([
    'USER_FIELDS names a file that cannot be read (ENOENT). Check the path',
  ]);
  expect(openUserFields(null).areDefined).toBe(false);
});
