import { findAvoidedWords } from './support/words';

const found = (text: string) => findAvoidedWords('src/x.ts', text).map(({ line, word }) => `${line} ${word}`);

test('an avoided word is found with its file, its line and the better word', () => {
  expect(findAvoidedWords('docs/x.md', 'Two APIs.\nThe second one shall fail.\n')).toEqual([
    { file: 'docs/x.md', line: 2, word: 'shall', instead: 'must' },
  ]);
});

test.each([
  ['in the middle of a name', 'const isRefused = 1;', ['1 Refused']],
  ['at the start of a name', 'sealedKey; refused_at', ['1 sealed', '1 refused']],
  ['at the end of a name', 'AuditTrail; the_door', ['1 Trail', '1 door']],
  ['as a declared name', 'class Trail {}\nconst gate = 1;', ['1 Trail', '2 gate']],
  ['of officialese, in any case', 'In order to sign in. Obviously.', ['1 In order to', '1 Obviously']],
  ['over two lines of a comment', '/**\n * In\n * order to go\n */', ['2 In order to']],
  ['of another thing than the term', 'A fail-over with its request id', ['1 fail-over', '1 request id']],
])('%s', (_, text, words) => expect(found(text)).toEqual(words));

test.each([
  ['a metaphor in prose', 'The audit trail says that the door was sealed, and the connection refused.'],
  ['another word', 'const gateway = retold; indoorPlane(aggregates)'],
  ['an audit action', "action: 'registration_refused'"],
  ['a column', '@map("sealed_private_key") row.sealedPrivateKey'],
  ['a metric', 'gatehouse_limit_refusals_total'],
  ["the system's error", 'ECONNREFUSED'],
])('%s is allowed', (_, text) => expect(found(text)).toEqual([]));
