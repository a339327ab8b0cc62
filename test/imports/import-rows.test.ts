import { readImportRecords } from '../../src/features/imports/import-record';
import type { FieldMap } from '../../src/features/imports/import-rows';
import { csvLine } from '../../src/platform/runtime/csv';

async function read(file: string | Buffer, fields: FieldMap = new Map(), chunkBytes = 5) {
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  }
  const rows: unknown[] = [];
  for await (const { line, ...row } of readImportRecords(chunks(), null, fields)) {
    rows.push([line, 'record' in row ? row.record : row.problem]);
  }
  return rows;
}

const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace, Countess' };
const adaInCsv = 'email,first_name,last_name\nada@example.com,Ada,"Lovelace, Countess"\n';

test('NDJSON, a JSON array and CSV are told apart by their content', async () => {
  const json = JSON.stringify(ada);
  expect(await read(`${json}\n`)).toEqual([[1, ada]]);
  expect(await read(` [\n${json}]`)).toEqual([[2, ada]]);
  expect(await read(adaInCsv)).toEqual([[2, ada]]);
  expect(await read('')).toEqual([]);
});

test('CSV has commas or semicolons, a byte order mark or none, any line ends, quotes and lines inside of quotes', async () => {
  const lines = [
    '"email";first_name;"last;name";company',
    'ada@example.com;"A ""d"" a";L;"two\nlines, and;more"',
    '',
    'bob@example.com;Bób;L;',
    'short@example.com;S',
    'long@example.com;S;L;C;more',
  ];
  const fields = new Map([['last;name', 'last_name']]);
  const expected = [
    [2, { email: 'ada@example.com', first_name: 'A "d" a', last_name: 'L', company: 'two\nlines, and;more' }],
    [5, { email: 'bob@example.com', first_name: 'Bób', last_name: 'L' }],
    [6, { email: 'short@example.com', first_name: 'S' }],
    [7, 'has 5 cells, and the first row has 4'],
  ];
  for (const chunkBytes of [1, 3, 1000]) {
    expect(await read(lines.join('\n'), fields, chunkBytes)).toEqual(expected);
    const windows = `\u{FEFF}${lines.join('\n').replaceAll('\n', '\r\n')}\r\n`;
    expect(await read(windows, fields, chunkBytes)).toEqual(expected);
  }
});

test('the cells of CSV become the values of their fields, and a text that is none stays a text', async () => {
  const header = 'email,email_verified,disabled,roles,created_ts,last_login_ts,password,id';
  const row = 'a@example.com,TRUE,no,"support, editor",1500000000,2019-03-01,$2b$12$x,007';
  const object = `b@example.com,false,,,,,"{""format"":""md5"",""hash"":""00""}",`;
  expect(await read([header, row, object, 'c@example.com,,,,,,{,'].join('\n'))).toEqual([
    [
      2,
      {
        email: 'a@example.com',
        email_verified: 'TRUE',
        disabled: 'no',
        roles: ['support', 'editor'],
        created_ts: 1500000000,
        last_login_ts: '2019-03-01',
        password: '$2b$12$x',
        id: '007',
      },
    ],
    [3, { email: 'b@example.com', email_verified: 'false', password: { format: 'md5', hash: '00' } }],
    [4, { email: 'c@example.com', password: '{' }],
  ]);
});

test('fields can have other names in the file, also names of other fields', async () => {
  const fields = new Map([
    ['mail', 'email'],
    ['email', 'company'],
  ]);
  const expected = { email: 'ada@example.com', company: 'Analytical Engines' };
  const inFile = { mail: 'ada@example.com', email: 'Analytical Engines' };
  expect(await read(JSON.stringify(inFile), fields)).toEqual([[1, expected]]);
  expect(await read(JSON.stringify([inFile]), fields)).toEqual([[1, expected]]);
  expect(await read('mail,email\nada@example.com,Analytical Engines', fields)).toEqual([[2, expected]]);
  expect(await read('{"mail":"a","company":"b","email":"c"}\n[7]', fields)).toEqual([
    [1, 'has a field twice, after the fields were renamed'],
    [2, [7]],
  ]);
});

test.each([
  ['a text', 'name and secret', /must contain users as NDJSON, as a JSON array, or as CSV/],
  ['a spreadsheet', 'PK\u0003\u0004 secret', /is a ZIP archive.*save the spreadsheet as CSV/],
  ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), /is compressed with gzip. Decompress it/],
  ['a page', '\u{FEFF}\n<!DOCTYPE html><p>secret', /is HTML or XML/],
  ['a dump', 'PGDMP\u0001secret', /is a dump of PostgreSQL/],
  ['an object over several lines', '{\n  "email": "secret"\n}', /has an object over several lines/],
  ['two columns that differ in capitals', 'email,Email\na,secret', /has the field "email" twice/],
  ['a first row without an address', 'name,password\nada,secret', /must contain users as NDJSON/],
  ['an unknown column', 'email,Vorname\nada@example.com,secret', /column "Vorname" is not a field.*--map/],
  ['identities', 'email,identities\na@example.com,secret', /column "identities" is not a field .* in CSV/],
  ['a column twice', 'email,tel,tel\na,secret,c', /first row has the field "tel" twice/],
  ['a quote that is not closed', 'email,tel\nb@example.com,1\na,"secret', /quote in the row of line 3 is not closed/],
  ['a quote inside a cell', 'email,tel\na,secret"secret', /quote in the row of line 2/],
  ['a row that does not end', `email,tel\n"secret${'x'.repeat(70_000)}`, /row of line 2 is longer than 65536/],
  ['Latin-1', Buffer.from('email,tel\n\xe4secret,1', 'latin1'), /not valid UTF-8/],
])('%s is one clear error, which names no value', async (_, file, message) => {
  const error = await read(file, new Map(), 1000).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain('secret');
});

test.each(['utf-16le', 'utf-16be'])('a file in %s, as PowerShell and spreadsheets write it', async (encoding) => {
  const inUtf16 = (text: string) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return encoding === 'utf-16le' ? bytes : bytes.swap16();
  };
  const zoe = { ...ada, first_name: 'Zoë 🦊' };
  const files = [adaInCsv.replace('Ada,', 'Zoë 🦊,'), `[${JSON.stringify(zoe)}]`, `${JSON.stringify(zoe)}\n`];
  for (const file of files) expect((await read(inUtf16(file))).map((row) => (row as unknown[])[1])).toEqual([zoe]);
});

test('tabs between the columns, and names in capitals', async () => {
  expect(await read('email\tfirst_name\tlast_name\nada@example.com\tAda\tLovelace, Countess\n')).toEqual([[2, ada]]);
  expect(await read(adaInCsv.replace('email,first_name', 'EMAIL,First_Name'))).toEqual([[2, ada]]);
  expect(await read(adaInCsv.replace('email', 'Email'), new Map([['Email', 'email']]))).toEqual([[2, ada]]);
});

test.each(['utf-16le', 'utf-16be'])('a file in %s without a byte order mark', async (encoding) => {
  for (const text of [adaInCsv, JSON.stringify(ada), `[${JSON.stringify(ada)}]`]) {
    const bytes = Buffer.from(text, 'utf16le');
    const rows = await read(encoding === 'utf-16le' ? bytes : bytes.swap16());
    expect(rows.map((row) => (row as unknown[])[1])).toEqual([ada]);
  }
});

test('NULL of MySQL and of COPY is a missing field, and a last name can be NULL', async () => {
  const file = 'email,first_name,last_name,tel\na@example.com,Ada,NULL,\\N\n';
  expect(await read(file)).toEqual([[2, { email: 'a@example.com', first_name: 'Ada', last_name: 'NULL' }]]);
});

test('the list of users of the administration, with its guards against formulas', async () => {
  const names = [
    'id',
    'email',
    'first_name',
    'last_name',
    'tel',
    'has_password',
    'factors',
    'deletion_due_ts',
    'two_step',
  ];
  const tels = ['+49 30 901820', "'+1", '-1', '@x', '1;=2', "O'Brien", ' +5'];
  for (const tel of tels) {
    const file = csvLine(names) + csvLine(['7', 'a@example.com', 'Ada', 'Lovelace', tel, 'true', 'totp', '', 'false']);
    expect(await read(file)).toEqual([
      [2, { id: '7', email: 'a@example.com', first_name: 'Ada', last_name: 'Lovelace', tel }],
    ]);
  }
  // Elsewhere it is an unknown column, and an apostrophe is one.
  await expect(read('email,has_password\na@example.com,true\n')).rejects.toThrow('has_password');
  expect(await read("email,tel\na@example.com,'+1\n")).toEqual([[2, { email: 'a@example.com', tel: "'+1" }]]);
});
