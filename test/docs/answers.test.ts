import { asDocumented, bodyAsDocumented, httpAsDocumented, textAsDocumented } from '../support/doc-answers';
import { parsePage, stepsOf } from '../support/doc-pages';

const id = '01a1fafd-5d48-74fb-874f-7e0ccacee987';
const jwt = `eyJhbGciOiJFUzI1NiIs.eyJzdWIi.${'x'.repeat(86)}`;

describe('an answer in the words of the page', () => {
  it.each([
    ['an id', id, '01a1fafd-0000-74fb-874f-000000000000'],
    ['a date-time', '2026-11-20T22:04:30.902Z', '2027-01-02T03:04:05.678Z'],
    ['Unix seconds', 1795212271.5, 1795212999],
    ['a whole access token', jwt, jwt.replace('xx', 'yy')],
    ['an abbreviated access token', jwt, 'eyJhbGciOiJFUzI1NiIs…'],
    ['another abbreviated token', 'k3J_9', 'abc…'],
    ['a text with a gap', 'Try again in 17 seconds.', 'Try again in … seconds.'],
    ['any value', { deep: [1] }, '…'],
    ['an object with more keys', { a: 1, b: 2 }, { a: 1, '…': '…' }],
    ['an array with more elements', [1, 2, 3], [1, '…']],
  ])('has what the page masks: %s', (_, real, documented) => {
    expect(asDocumented(real, documented, new Map())).toEqual(documented);
  });

  it.each([
    ['another text', 'Logged in.', 'Registered.'],
    ['another number', 59, 60],
    ['another type', '1', 1],
    ['null for a value', null, id],
    ['no id', 'none', id],
    ['a date-time without its zone', '2026-11-20T22:04:30.902', '2026-11-20T22:04:30.902Z'],
    ['no access token', 'k3J_9', 'eyJhbGciOiJFUzI1NiIs…'],
    ['a key that is not in the page', { a: 1, b: 2 }, { a: 1 }],
    ['a key that is missing', {}, { a: 1 }],
    ['an element that is not in the page', [1, 2], [1]],
  ])('keeps what differs: %s', (_, real, documented) => {
    expect(asDocumented(real, documented, new Map())).toEqual(real);
  });

  it('remembers the real values of ids and tokens', () => {
    const known = new Map();
    asDocumented({ id: 'a'.repeat(8) + id.slice(8), token: 'k3J_9' }, { id, token: 'abc…' }, known);
    expect([...known]).toEqual([
      [id, `aaaaaaaa${id.slice(8)}`],
      ['abc…', 'k3J_9'],
    ]);
  });

  it('shows only the lines that differ', () => {
    expect(textAsDocumented('id k3J\n2 sessions', 'id abc…\n1 session', new Map())).toBe('id abc…\n2 sessions');
  });

  it('compares JSON as JSON, and other text as text', () => {
    expect(bodyAsDocumented('{"a": 1}\n', '{ "a": 1 }', new Map())).toEqual({ a: 1 });
    expect(bodyAsDocumented('done\n', 'done', new Map())).toBe('done');
  });

  it('has the status, the documented headers, and the body if the page has one', () => {
    const answer = 'HTTP/1.1 401 Unauthorized\r\nDate: now\r\nRetry-After: 7\r\n\r\n{"a":1}';
    const compare = (documented: string) => httpAsDocumented(answer, documented, new Map());
    const same = compare('HTTP/1.1 401 Unauthorized\nRetry-After: …\n\n{"a": 1}');
    expect(same.real).toEqual(same.documented);
    const without = compare('HTTP/1.1 401 Unauthorized\n');
    expect(without.real).toEqual(without.documented);
    for (const documented of [
      'HTTP/1.1 200 OK\n',
      'HTTP/1.1 401 Unauthorized\nAllow: GET',
      'HTTP/1.1 401 …\n\n{"a":2}',
    ]) {
      const { real, documented: expected } = compare(documented);
      expect(real).not.toEqual(expected);
    }
  });
});

describe('the blocks of a page', () => {
  const stepsIn = (text: string) => stepsOf(parsePage('docs/page.md', text));
  const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;

  it('are executed with what belongs to them', () => {
    const text = [
      fence('graphql', '{ me { id } }'),
      fence('json variables', '{}'),
      fence('json', '{"data": 1}'),
      fence('js verify.mjs', 'verify()'),
      fence('sh', 'node verify.mjs'),
      'It prints:\n',
      fence('text', 'valid'),
      fence('yaml not-run: a file of a proxy', 'a: b'),
      fence('sh not-run: only root may', 'useradd ada'),
    ].join('\n');
    expect(stepsIn(text).map(({ block, variables, answer }) => [block.text, variables?.text, answer?.text])).toEqual([
      ['{ me { id } }\n', '{}\n', '{"data": 1}\n'],
      ['verify()\n', undefined, undefined],
      ['node verify.mjs\n', undefined, 'valid\n'],
    ]);
  });

  it('lose the indentation of a list, and know their line and section', () => {
    const [block] = parsePage(
      'docs/page.md',
      `# Page\n\n## Section\n\n1. First:\n\n   ${fence('sh', '   ls').replace(/```\n$/, '   ```\n')}`,
    );
    expect(block).toMatchObject({ text: 'ls\n', line: 7, section: 'Section' });
  });

  it.each([
    ['json', '{}', 'no request or command'],
    ['http', 'Retry-After: 7', 'neither a request'],
    ['js', 'verify()', 'name the file'],
    ['js not-run:', 'verify()', 'name the file'],
    ['bash', 'ls', 'write sh instead of bash'],
  ])('must be executed or say why not: %s', (info, text, advice) => {
    expect(() => stepsIn(`Text\n\n${fence(info, text)}`)).toThrow(`docs/page.md:3: ${advice}`);
  });
});
