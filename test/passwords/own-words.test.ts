import { consistsOfWords, wordsOf, wordsOfOwner } from '../../src/accounts/passwords/own-words';

const owner = { email: 'Ada.Byron1815@Lovelace-Papers.example', firstName: 'Augusta Ada', lastName: "O'Lovelace" };
const words = [...wordsOf(['Acme Rockets', 'gatehouse']), ...wordsOfOwner(owner)];

test.each([
  'ada.byron1815@lovelace-papers.example',
  'Ada.Byron1815',
  'adabyron1815',
  'AdaLovelace',
  'lovelace-1815!',
  'lovelaceada99',
  '1815lovelace',
  '12augusta34',
  'ADA ADA ADA',
  '!!!byron???',
  'augusta ada',
  "o'lovelace",
  'AcmeRockets',
  'acme rockets 2026',
  'gatehouse',
  'Gatehouse2026!',
  'gatehouse/ada',
  'AdaByron',
  'acmerockets',
  'papers.example',
])('%s consists of own words', (password) => {
  expect(consistsOfWords(password, words)).toBe(true);
});

test.each([
  'correct horse battery',
  'ada likes horses',
  'lovelace18156',
  '12345 lovelace',
  'gatehouse keeper',
  'xgatehouse',
  'gatehousex',
  // A word inside another word.
  'adamantine',
  'roc-kets acme',
  '123456789',
  '         ',
  '🔒🔑🗝🚪🏰🔒🔑🗝🚪',
])('%s does not', (password) => {
  expect(consistsOfWords(password, words)).toBe(false);
});

test('words and passwords are compared in NFC and in lower case', () => {
  const jose = wordsOfOwner({ email: 'x@y.example', firstName: 'JOSE\u0301', lastName: 'Nu\u0303n\u0303ez' });
  expect(consistsOfWords('Jos\u00e9-N\u0169\u00d1ez', jose)).toBe(true);
  expect(consistsOfWords('jose-nunez', jose)).toBe(false);
  expect(consistsOfWords('👩‍🚀 spacewoman 👩‍🚀', wordsOf(['Spacewoman']))).toBe(true);
});

test('a word of one or two characters is in many good passwords, so it does not count', () => {
  expect(wordsOfOwner({ email: 'li@x.io', firstName: 'Li', lastName: 'Ng' })).toEqual(['li@x.io', 'lixio']);
});

test('the time for a password and names that a stranger has made to be slow is proportional to their length', () => {
  const parts = Array.from({ length: 13 }, (_, i) => 'a'.repeat(3 + i));
  const slow = {
    email: `${parts.slice(0, 7).join('.')}@${'a'.repeat(60)}.example`,
    firstName: parts.join(' ').slice(0, 100),
    lastName: 'a'.repeat(100),
  };
  // CPU time, because the wall clock includes other processes. The minimum of several measurements, because it includes
  // other work of this process (for example garbage collection).
  const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  const cpuOf = (length: number) => {
    const password = `${'a'.repeat(length)}b`;
    const before = process.cpuUsage();
    consistsOfWords(password, wordsOfOwner(slow));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (let i = 0; i < 5; i += 1) {
    least.short = Math.min(least.short, cpuOf(2000));
    least.long = Math.min(least.long, cpuOf(16 * 2000));
  }
  // If the time grew with the square of the length, the ratio would be 256.
  expect(least.long / least.short).toBeLessThan(50);
});
