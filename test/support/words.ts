/** A word or phrase that code or texts do not use, and what to write instead. */
interface AvoidedWord {
  readonly word: RegExp;
  readonly instead: string;
}

/**
 * Metaphors that nobody searches for, in names of two words or more (`isRefused`, `refused_at`), and in declarations. In prose
 * they are ordinary English: an audit trail, a connection that was refused.
 */
const inNames: readonly AvoidedWord[] = [
  { word: /doors?/, instead: 'API' },
  { word: /deeds?/, instead: 'operation' },
  { word: /tarpits?/, instead: 'login back-off' },
  { word: /turnstiles?/, instead: 'request scheduler' },
  { word: /lanes?/, instead: 'queue, priority' },
  { word: /gates?/, instead: 'forward auth' },
  { word: /admit(?:s|ted|ting)?|admissions?/, instead: 'accept, verify, hash queue' },
  { word: /(?:un|re)?seal(?:s|ed|ing)?/, instead: 'encrypt, decrypt' },
  { word: /refus(?:e|es|ed|ing|als?)/, instead: 'reject, error' },
  { word: /trails?/, instead: 'request timings, audit' },
];

/** Officialese, in names and texts. */
const officialese: readonly AvoidedWord[] = [
  { word: /in order to/, instead: 'to' },
  { word: /utili[sz](?:e|es|ed|ing)/, instead: 'use' },
  { word: /shall/, instead: 'must' },
  { word: /upon/, instead: 'on, when' },
  { word: /thereof|therein|hereby|whereby|wherein|thereby|henceforth|aforementioned/, instead: 'a plain word' },
  { word: /simply|easily|obviously|of course/, instead: 'nothing: a reader who fails feels stupid' },
];

/** One word for one thing, in texts: docs/reference/terms.md has the words. */
const terms: readonly AvoidedWord[] = [
  { word: /fail-overs?/, instead: 'failover' },
  { word: /super administrators?/, instead: 'super admin' },
  { word: /request id/, instead: 'request ID' },
  { word: /cell phones?|mobile phones?|telephones?|Telephones?/, instead: 'phone' },
  { word: /authenticator applications?|Authenticator applications?/, instead: 'authenticator app' },
  { word: /two-factor|2FA/, instead: 'second factor' },
];

/** Names that stay. `file` limits an exception to some files. */
const exceptions: readonly { readonly text: RegExp; readonly file?: RegExp }[] = [
  { text: /\b(registration|refresh|access)_refused\b/g },
  { text: /\bresealed\b/g },
  { text: /\bsealed(_private_key|PrivateKey)\b/g },
  // The column of derivation_keys.
  { text: /\bsealed\b/g, file: /^(prisma\/schema\.prisma|src\/platform\/encryption\/derivation-key\.store\.ts)$/ },
  { text: /\bgatehouse_limit_refusals_total\b/g },
  // The beginning of each API key.
  { text: /\bgate_/g },
  // For the mail programs of phones.
  { text: /\btelephone=no\b/g },
];

export interface WordProblem {
  file: string;
  line: number;
  word: string;
  instead: string;
}

/** Between the words of a phrase: white space, or a line break in a comment or quotation. */
const gap = String.raw`\s+(?:(?:\*|//|#|>)\s+)?`;

/** A name of several parts, as `isRefused` or `refused_at`, or the name of a declaration. */
const names =
  /\w*(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])\w*|(?<=\b(?:const|let|function|class|interface|type|enum) )\w+/g;

function findInNames(text: string): { word: string; instead: string; index: number }[] {
  return [...text.matchAll(names)].flatMap(({ 0: name, index }) =>
    name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).flatMap((part) => {
      const avoided = inNames.find(({ word }) => new RegExp(`^(?:${word.source})$`, 'i').test(part));
      return avoided ? [{ word: part, instead: avoided.instead, index }] : [];
    }),
  );
}

const findInTexts = (text: string, list: readonly AvoidedWord[], flags: string) =>
  list.flatMap(({ word, instead }) =>
    [...text.matchAll(new RegExp(`\\b(?:${word.source.replaceAll(' ', gap)})\\b`, flags))].map(
      ({ 0: found, index }) => ({
        word: found.replaceAll(new RegExp(gap, 'g'), ' '),
        instead,
        index,
      }),
    ),
  );

/** The words and phrases in a file that it should not have, with their lines. */
export function findAvoidedWords(file: string, text: string): WordProblem[] {
  const checked = exceptions
    .filter((exception) => exception.file?.test(file) ?? true)
    .reduce((rest, { text: allowed }) => rest.replaceAll(allowed, (match) => ' '.repeat(match.length)), text);
  return [...findInNames(checked), ...findInTexts(checked, officialese, 'gi'), ...findInTexts(checked, terms, 'g')]
    .map(({ word, instead, index }) => ({ file, line: text.slice(0, index).split('\n').length, word, instead }))
    .sort((a, b) => a.line - b.line);
}
