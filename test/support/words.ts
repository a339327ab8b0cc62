/** A word or phrase that code and texts do not use, and what to write instead. */
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
  { word: /at once/, instead: 'immediately, at the same time' },
  { word: /beside/, instead: 'next to, compared with, in addition to' },
  { word: /any more/, instead: 'no longer' },
  { word: /by itself/, instead: 'automatically, alone' },
  { word: /of wh(?:ich|om)/, instead: 'a sentence of its own' },
  { word: /(?:and|,) so (?:is|are|was|were|do|does|did|has|have|can)/, instead: 'also' },
  { word: /(?<!there )are none/, instead: 'is not one, there are no …' },
  { word: /some \d+/, instead: 'about' },
  { word: /an own/, instead: 'its own' },
  { word: /as safe/, instead: 'equally safe' },
  { word: /for want of|lest|be it|and the like|to be had/, instead: 'a plain word' },
  { word: /(?:what|which)ever/, instead: 'any' },
  {
    word: /thereof|therein|hereby|hence|thus|whilst|upon|shall|whereby|wherein|thereby|henceforth|aforementioned|albeit/,
    instead: 'a plain word',
  },
  { word: /in order to/, instead: 'to' },
  { word: /utili[sz](?:e|es|ed|ing)/, instead: 'use' },
  { word: /simply|easily|obviously|of course/, instead: 'nothing: a reader who fails feels stupid' },
];

/** Names that stay, and quotations. `file` limits an exception to some files. */
const exceptions: readonly { readonly text: RegExp; readonly file?: RegExp }[] = [
  { text: /\b(registration|refresh|access)_refused\b/g },
  // The value of LEGACY_UNKNOWN.
  { text: /['`]refuse['`]|one of refuse, ask/g },
  { text: /\bresealed\b/g },
  { text: /\bsealed(_private_key|PrivateKey)\b/g },
  // The column of derivation_keys.
  { text: /\bsealed\b/g, file: /^(prisma\/schema\.prisma|src\/platform\/encryption\/derivation-key\.store\.ts)$/ },
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

/** Between the words of a phrase: white space, or a line break in a comment or quotation. */
const gap = String.raw`\s+(?:(?:\*|//|#|>)\s+)?`;
const isPhrase = ({ word }: AvoidedWord): boolean => word.source.includes(' ');
const inNamesAndProse = avoidedWords.filter((avoided) => !isPhrase(avoided));
const inProse = avoidedWords.filter(isPhrase);

/** The avoided words and phrases in a file, with their lines. */
export function findAvoidedWords(file: string, text: string): WordProblem[] {
  const checked = exceptions
    .filter((exception) => exception.file?.test(file) ?? true)
    .reduce((rest, { text: allowed }) => rest.replaceAll(allowed, (match) => ' '.repeat(match.length)), text);
  const found = [...find(inNamesAndProse, splitNames(checked)), ...find(inProse, checked)];
  return found.map((problem) => ({ file, ...problem })).sort((a, b) => a.line - b.line);
}

function find(list: readonly AvoidedWord[], text: string): Omit<WordProblem, 'file'>[] {
  const words = list.map(({ word }) => `(${word.source.replaceAll(' ', gap)})`);
  return [...text.matchAll(new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi'))].map(({ 0: word, index, ...groups }) => ({
    line: text.slice(0, index).split('\n').length,
    word: word.replaceAll(new RegExp(gap, 'g'), ' '),
    instead: list.find((_, i) => groups[i + 1] !== undefined)?.instead ?? '',
  }));
}

/** `isRefused` and `refused_at` as words with spaces between. */
const splitNames = (line: string): string => line.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ');
