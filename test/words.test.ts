import { findAvoidedWords } from './support/words';

const found = (text: string) => findAvoidedWords('src/x.ts', text).map(({ line, word }) => `${line} ${word}`);

test('an avoided word is found with its file, its line and the better word', () => {
  expect(findAvoidedWords('docs/x.md', 'Two APIs.\nThe REST door.\n')).toEqual([
    { file: 'docs/x.md', line: 2, word: 'door', instead: 'API' },
  ]);
});

test.each([
  ['in a sentence', '// Whoever is refused goes on.', ['1 Whoever', '1 refused', '1 goes on']],
  ['in a name', 'const isRefused = told_before;', ['1 Refused', '1 told']],
  ['over two lines of prose', 'Three of them\ngo on.', ['2 go on']],
  ['over two lines of a comment', '/**\n * All of them go\n * on.\n */', ['2 go on']],
  ['several times in a line', 'sealed, unsealed', ['1 sealed', '1 unsealed']],
])('%s', (_, text, words) => expect(found(text)).toEqual(words));

test.each([
  ['another word', 'The gateway of an indoor plane, retold.'],
  ['an audit action', "action: 'registration_refused'"],
  ['a phrase as a name', 'const atOnce = anyMore();'],
  ['a column', '@map("sealed_private_key") row.sealedPrivateKey'],
  ['a setting', 'VERIFY_TELLS_EMAIL'],
  ['a metric and a label', 'gatehouse_limit_refusals_total{door="rest"}'],
  ["the system's error", 'ECONNREFUSED'],
])('%s is allowed', (_, text) => expect(found(text)).toEqual([]));
