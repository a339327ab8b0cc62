import { readJsonElements } from '../../../src/features/imports/presets/json-elements';
import { type PresetLine, UnreadableExportError } from '../../../src/features/imports/presets/preset';
import { allOf, chunksOf } from './read-sample';

const read = (text: string | Buffer, array: string | null = 'users', chunkBytes = 64 * 1024): Promise<PresetLine[]> =>
  allOf(readJsonElements(chunksOf(text, chunkBytes), { array, content: 'an array' }));

const recordsOf = (lines: PresetLine[]) => lines.map((line) => ('record' in line ? line.record : line.problem));

/** Brackets, quotes, escapes and line feeds wherever JSON allows them. */
const elements = [
  { a: '"}]{[,:\\', 'b"]': [[], {}, [{ c: null }], '\n\t\u2028'] },
  {},
  [],
  [[1, [2, [3]]]],
  'text \\" ] }',
  -1.5e10,
  true,
  null,
  { users: [{ users: [] }], realm: 'é𝄞' },
];

describe.each([1, 2, 3, 7, 64 * 1024])('in chunks of %d bytes', (chunkBytes) => {
  test.each([0, 2])('finds the elements of a document with the indent %d', async (indent) => {
    const before = { realm: 'a "users": [1]', skipped: elements, deep: { users: [{ no: 1 }] }, n: 1e3, t: true };
    const document = JSON.stringify({ ...before, users: elements, after: [elements, 0], last: false }, null, indent);
    expect(recordsOf(await read(document, 'users', chunkBytes))).toEqual(elements);
    const array = JSON.stringify(elements, null, indent);
    expect(recordsOf(await read(`\u{FEFF} \n${array}\r\n\t`, null, chunkBytes))).toEqual(elements);
  });
});

test('an element has the number of its line and its place in the array', async () => {
  const lines = await read('{\n"users": [\n\n{"a":\n1}, 2,\n"three"]\n}', 'users', 4);
  expect(lines).toEqual([
    { line: 4, element: 1, record: { a: 1 } },
    { line: 5, element: 2, record: 2 },
    { line: 6, element: 3, record: 'three' },
  ]);
});

test.each([
  ['{"users":[]}', []],
  ['{"users" : [ ] , "a" : 1 }', []],
  ['{"\\u0075\u0073ers":[1]}', [1]],
  [`{"${'x'.repeat(5000)}":1,"users":[1]}`, [1]],
])('%.40s is a document', async (text, expected) => expect(recordsOf(await read(text))).toEqual(expected));

test('a document that ends too early is not whole, wherever it ends', async () => {
  const document = '{"realm": {"a": ["}"]}, "users": [{"a": "b\\"c"}, 12, []], "z": [1, "\\\\"]}';
  expect(await read(document)).toHaveLength(3);
  for (let length = 1; length < document.length; length += 1) {
    await expect(read(document.slice(0, length))).rejects.toThrow(
      /^The file is not whole: it ends at line 1, byte \d+\.$/,
    );
  }
});

test.each([
  ['', 'The file is empty. It must contain an array.'],
  [' \n', 'The file is empty. It must contain an array.'],
  ['localId,email', 'The file is not JSON. It must contain an array.'],
  ['[{"users":[]}]', 'The file is an array. It must contain an array.'],
  ['"users"', 'The file is a single value. It must contain an array.'],
  ['{}', 'The file has no "users". It must contain an array.'],
  ['{"a":{"users":[1]}}', 'The file has no "users". It must contain an array.'],
  ['{"users":{"a":1}}', 'The file has "users", which is not an array. It must contain an array.'],
  ['{"users":null}', 'The file has "users", which is not an array. It must contain an array.'],
  ['{"users":[1],"users":[2]}', 'The file has "users" twice. It must contain an array.'],
  ['{"users":[1]}\n{"users":[2]}', 'The file is not valid JSON at line 2, byte 1.'],
  ['{"users":[1]]', 'The file is not valid JSON at line 1, byte 13.'],
  ['{"users":[1}', 'The file is not valid JSON at line 1, byte 12.'],
  ['{"users":[1 2]}', 'The file is not valid JSON at line 1, byte 13.'],
  ['{"users":[1,]}', 'The file is not valid JSON at line 1, byte 13.'],
  ['{"users":[,1]}', 'The file is not valid JSON at line 1, byte 11.'],
  ['{"a":1,}', 'The file is not valid JSON at line 1, byte 8.'],
  ['{"a" 1}', 'The file is not valid JSON at line 1, byte 6.'],
  ['{a:1}', 'The file is not valid JSON at line 1, byte 2.'],
  ['{"a":\n\n  }', 'The file is not valid JSON at line 3, byte 3.'],
  ['{"a":1 "b":2}', 'The file is not valid JSON at line 1, byte 8.'],
  ['{"\\x":1}', 'The file is not valid JSON at line 1, byte 4.'],
  ['{"users":[{"a":1},\n{"a":secret}]}', 'The file is not valid JSON at line 2, byte 6.'],
  ['{"users":[tru]}', 'The file is not valid JSON at line 1, byte 14.'],
  ['{"users":[{"a":[1}]}]}', 'The file is not valid JSON at line 1, byte 18.'],
])('%j is not such a document', async (text, message) => {
  for (const chunkBytes of [1, 1024]) {
    await expect(read(text, 'users', chunkBytes)).rejects.toThrow(new UnreadableExportError(message));
  }
});

test('an element that cannot be a record is a line with a problem, and the next ones are read', async () => {
  const longest = JSON.stringify('x'.repeat(64 * 1024 - 2));
  const document = Buffer.concat([
    Buffer.from(`[${longest}, "${longest.slice(1)}, "x${longest.slice(1)},`),
    Buffer.from(
      `{"a": 1, "\\u0061": 2}, ${'['.repeat(70_000)}${']'.repeat(70_000)}, ${'['.repeat(30_000)}${']'.repeat(30_000)}]`,
    ),
  ]);
  for (const chunkBytes of [999, 1e6]) {
    expect(
      recordsOf(await read(document, null, chunkBytes)).map((record) => (Array.isArray(record) ? 'deep' : record)),
    ).toEqual([
      'x'.repeat(64 * 1024 - 2),
      'x'.repeat(64 * 1024 - 2),
      'is longer than 65536 bytes',
      'has a field twice',
      'is longer than 65536 bytes',
      'deep',
    ]);
  }
});

test('a byte that is not UTF-8 ends the file with its place', async () => {
  const document = Buffer.concat([Buffer.from('[{"a": "b"},\n{"a": "'), Buffer.from([0xff]), Buffer.from('"}]')]);
  const read = allOf(readJsonElements(chunksOf(document, 5), { content: 'an array' }));
  await expect(read).rejects.toThrow(new UnreadableExportError('The file is not valid UTF-8 after line 2, byte 5.'));
});

test('a name of an object prototype is a field', async () => {
  const [line] = await read('[{"__proto__": {"email": "a@example.com"}, "constructor": 1}]', null);
  const { record } = line as { record: Record<string, unknown> };
  expect(Object.keys(record)).toEqual(['__proto__', 'constructor']);
  expect(record.email).toBeUndefined();
});

describe('an array of objects with such an array', () => {
  const realms = [
    { id: 'x', realm: 'master', users: [{ id: 'admin' }], clients: [{ realm: 'mine', users: [0] }] },
    { realm: 'empty' },
    { realm: 'mine', roles: { realm: ['a'], users: [0] }, users: [{ id: 'ada' }, { id: 'bob' }] },
  ];
  const readRealm = async (document: unknown, chosen: string | null, chunkBytes = 64 * 1024) => {
    const options = { array: 'users', content: 'users', group: 'realm', chosen };
    return recordsOf(await allOf(readJsonElements(chunksOf(JSON.stringify(document), chunkBytes), options)));
  };

  test.each([1, 7, 1024])(
    'only the elements of the chosen object are read, in chunks of %d bytes',
    async (chunkBytes) => {
      expect(await readRealm(realms, 'mine', chunkBytes)).toEqual([{ id: 'ada' }, { id: 'bob' }]);
      expect(await readRealm(realms, 'master', chunkBytes)).toEqual([{ id: 'admin' }]);
      expect(await readRealm(realms, 'empty', chunkBytes)).toEqual([]);
      expect(await readRealm(realms[0], 'master', chunkBytes)).toEqual([{ id: 'admin' }]);
      expect(await readRealm(realms[0], null, chunkBytes)).toEqual([{ id: 'admin' }]);
    },
  );

  test.each([
    ['no choice', realms, null, 'is an array of each realm: choose one with --realm'],
    ['no choice, with one object', [realms[0]], null, 'is an array of each realm: choose one with --realm'],
    ['another name', realms, 'other', 'has no realm of the name "other"'],
    ['another name, in an object', realms[0], 'other', 'has no realm of the name "other"'],
    ['a name in another place', [{ clients: [{ realm: 'mine' }] }], 'mine', 'has no realm of the name "mine"'],
    ['the name at the end', [{ users: [1], realm: 'mine' }], 'mine', 'has "users" before "realm"'],
    ['no objects', [[{ realm: 'mine', users: [1] }]], 'mine', 'has no realm of the name "mine"'],
  ])('%s is an error, and nothing is read', async (_, document, chosen, met) => {
    await expect(readRealm(document, chosen)).rejects.toThrow(`The file ${met}. It must contain users.`);
  });
});
