import { keysOf } from '../../platform/runtime/keys-of';

/** A text of each word, by the names of the words. */
export const textsOf = <Word, Name extends string>(
  words: Readonly<Record<Name, Word>>,
  textOf: (word: Word) => string,
): Record<Name, string> =>
  Object.fromEntries(keysOf(words).map((name) => [name, textOf(words[name])])) as Record<Name, string>;
