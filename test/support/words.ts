/** A word that code and texts do not use, and the word to use instead. */
interface AvoidedWord {
  readonly word: RegExp;
  readonly instead: string;
}

/** The words are searched in prose and in the parts of names: `isRefused` and `refused_at` contain "refused". */
const avoidedWords: readonly AvoidedWord[] = [
  { word: /doors?/, instead: 'API' },
  { word: /deeds?/, instead: 'operation' },
  { word: /tarpits?/, instead: 'login back-off' },
  { word: /turnstiles?/, instead: 'request scheduler' },
  { word: /lanes?/, instead: 'queue, priority' },
  { word: /gates?/, instead: 'forward auth' },
  { word: /admits?|admitted|admitting|admissions?/, instead: 'accept, verify, hash queue' },
  { word: /(?:un|re)?seal(?:s|ed|ing)?/, instead: 'encrypt, decrypt' },
  { word: /refus(?:e|es|ed|ing|als?)/, instead: 'reject, error' },
  { word: /told|tells?|telling/, instead: 'return, report, notify' },
  { word: /believ(?:e|es|ed|ing)/, instead: 'trust' },
  { word: /dear|dearer|dearest/, instead: 'expensive' },
  { word: /who(?:so)?ever/, instead: 'anyone who' },
  { word: /who asks?/, instead: 'the client' },
  { word: /(?:go|goes|going|gone|went) on/, instead: 'continue' },
  { word: /(?:what|is|was) said/, instead: 'name who reports what' },
  { word: /(?:take|takes|taken|taking|took) (?:it |them )?back/, instead: 'revoke, undo' },
  { word: /nobody|somebody|everybody/, instead: 'name who: no user, a client, all users' },
  { word: /to the letter/, instead: 'exactly' },
  { word: /likewise/, instead: 'the same, also' },
  { word: /begun/, instead: 'started' },
  { word: /trails?/, instead: 'request timings, audit' },
  { word: /insists?|insisted/, instead: 'retry' },
];

/** Names that stay, and quotations. `file` limits an exception to some files. */
const exceptions: readonly { readonly text: RegExp; readonly file?: RegExp }[] = [
  { text: /\b(registration|refresh|access)_refused\b/g },
  { text: /\bresealed\b/g },
  { text: /\bsealed(_private_key|PrivateKey)\b/g },
  // The column of derivation_keys.
  { text: /\bsealed\b/g, file: /^(prisma\/schema\.prisma|src\/encryption\/derivation-key\.store\.ts)$/ },
  { text: /\b(VERIFY_TELLS_EMAIL|verifyTellsEmail)\b/g },
  { text: /\bgatehouse_limit_refusals_total\b/g },
  // The label of the request metrics.
  { text: /[`']door[`']|\bdoor=|\bdoor: api\b|\(operation, door\)/g },
];

export interface WordProblem {
  file: string;
  line: number;
  word: string;
  instead: string;
}

const combined = new RegExp(`\\b(?:${avoidedWords.map(({ word }) => `(${word.source})`).join('|')})\\b`, 'gi');

/** The avoided words in a file, with their lines. */
export function findAvoidedWords(file: string, text: string): WordProblem[] {
  const checked = exceptions
    .filter((exception) => exception.file?.test(file) ?? true)
    .reduce((rest, { text: allowed }) => rest.replaceAll(allowed, (match) => ' '.repeat(match.length)), text);
  return checked.split('\n').flatMap((line, i) =>
    [...splitNames(line).matchAll(combined)].map(([word, ...groups]) => ({
      file,
      line: i + 1,
      word,
      instead: avoidedWords[groups.findIndex((group) => group !== undefined)]?.instead ?? '',
    })),
  );
}

/** `isRefused` and `refused_at` as words with spaces between. */
const splitNames = (line: string): string => line.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ');
