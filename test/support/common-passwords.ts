import { dictionary } from '@zxcvbn-ts/language-common';

/** The passwords of the list that are long enough, the most frequent first. */
export const mostFrequentPasswords = (): string[] =>
  dictionary['passwords-common'].filter((password) => [...password].length > 8);
