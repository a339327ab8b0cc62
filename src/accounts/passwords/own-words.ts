import { codePoints } from '../../platform/request/input-parser';

/** The person whose password it is. */
export interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
}

/** Shorter words appear by chance in good passwords. */
const shortestWord = 3;
/** Enough for a year. */
const mostDigits = 4;

const notAlphanumeric = /[^\p{L}\p{M}\p{N}]+/u;
const digits = /\p{N}+/u;
const letter = /[\p{L}\p{M}]/u;

/** The form in which passwords and words are compared. */
export const comparable = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * The texts in the form of `comparable`: each as a whole, its parts between white space, punctuation and digits, and the
 * parts together.
 */
export function wordsOf(texts: readonly string[]): string[] {
  const all = texts.map(comparable).flatMap((text) => {
    const parts = text.split(notAlphanumeric);
    return [text, parts.join(''), ...parts, ...parts.flatMap((part) => part.split(digits))];
  });
  return [...new Set(all)].filter((word) => codePoints(word) >= shortestWord);
}

export const wordsOfOwner = ({ email, firstName, lastName }: PasswordOwner): string[] =>
  wordsOf([email, email.slice(0, email.lastIndexOf('@')), firstName, lastName]);

/**
 * Whether a password consists only of these words, in any order, with punctuation, white space and up to four digits.
 * For example `Lovelace-1815!` for the word `lovelace`. The time is proportional to the length of the password and the
 * number of words.
 */
export function consistsOfWords(password: string, words: readonly string[]): boolean {
  const text = comparable(password);
  const contained = words.filter((word) => text.includes(word));
  if (contained.length === 0) return false;
  /** The smallest number of digits outside of words with which the text up to each position can be made. */
  const digitsUpTo = [0, ...Array<number>(text.length).fill(Number.POSITIVE_INFINITY)];
  const reach = (position: number, used: number) => {
    digitsUpTo[position] = Math.min(digitsUpTo[position] ?? Number.POSITIVE_INFINITY, used);
  };
  let position = 0;
  for (const character of text) {
    const used = digitsUpTo[position] ?? Number.POSITIVE_INFINITY;
    const next = position + character.length;
    if (used <= mostDigits) {
      if (!letter.test(character)) reach(next, used + (digits.test(character) ? 1 : 0));
      for (const word of contained) if (text.startsWith(word, position)) reach(position + word.length, used);
    }
    position = next;
  }
  return (digitsUpTo[text.length] ?? Number.POSITIVE_INFINITY) <= mostDigits;
}
