import path from 'node:path';
import type { Label } from '../../accounts/users/label';
import { ConfigError } from '../../platform/config/config-error';
import { FileProblem, fileNamesIn, placeholder, readBounded } from '../../platform/config/text-folder';
import { isLocale, type Locale, locales } from '../../platform/request/locale';
import { isObject } from '../../platform/runtime/json-text';
import type { Words } from './en';

/** The words of the pages with the texts of the operator, in the languages that have some. */
export type OwnTexts = Readonly<Partial<Record<Locale, Words>>>;

const mostBytes = 256 * 1024;
/** Characters. */
const longestText = 2000;
const example = 'such as "signIn.login.title"';

/**
 * Reads the files in PAGE_TEXTS: `de.json` has German texts by their keys, such as `signIn.login.title`.
 * @throws ConfigError with one line for each problem
 */
export function readPageTexts(folder: string | null): OwnTexts {
  if (folder === null) return {};
  // A start without own texts does not need the words.
  const { wordsIn } = require('./words-in') as typeof import('./words-in.js');
  const problems: string[] = [];
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(`PAGE_TEXTS: ${error.message}`);
      return undefined;
    }
  };
  const own: Partial<Record<Locale, Words>> = {};
  for (const name of fileNamesIn('PAGE_TEXTS', folder)) {
    const locale = path.basename(name, '.json');
    const texts = attempt(() => {
      // The name is printed, so it is quoted as JSON.
      if (!isLocale(locale) || !name.endsWith('.json'))
        throw new FileProblem(`${JSON.stringify(name)} is not the name of a language, such as de.json`);
      return textsIn(path.join(folder, name), name);
    });
    if (!texts || !isLocale(locale)) continue;
    let words = wordsIn[locale];
    for (const [key, text] of texts) {
      const changed = attempt(() => replaced(words, key.split('.'), textOf(text, key, name), `${name}: ${shown(key)}`));
      words = (changed as Words | undefined) ?? words;
    }
    own[locale] = words;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return own;
}

/** Adds the words of scopes that an operator has made. `own` has the other texts. */
export function withScopeLabels(own: OwnTexts, labels: ReadonlyMap<string, Label>): OwnTexts {
  if (labels.size === 0) return own;
  const { wordsIn } = require('./words-in') as typeof import('./words-in.js');
  const added = locales.map((locale): [Locale, Words] => {
    const words = own[locale] ?? wordsIn[locale];
    const texts = [...labels].map(([scope, label]) => [scope, label[locale] ?? label.en] as const);
    const scopes = Object.assign({}, words.common.scopes, Object.fromEntries(texts));
    return [locale, { ...words, common: { ...words.common, scopes } }];
  });
  return Object.fromEntries(added);
}

function textsIn(file: string, name: string): [string, unknown][] {
  const bytes = readBounded(file, name, mostBytes);
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(read)) return Object.entries(read);
  } catch {}
  throw new FileProblem(`${name} is not a JSON object of keys and texts in UTF-8`);
}

function textOf(text: unknown, key: string, name: string): string {
  if (typeof text === 'string' && text.trim() !== '' && text.length <= longestText && !/\p{Cc}/u.test(text))
    return text;
  throw new FileProblem(`${name}: ${shown(key)} must be a text in one line of at most ${longestText} characters`);
}

const shown = (key: string): string => JSON.stringify(key.slice(0, 100));

/** Returns the words with this text instead of the one with the key. */
function replaced(words: object, [key = '', ...rest]: readonly string[], text: string, place: string): object {
  const before: unknown = Object.hasOwn(words, key) ? words[key as keyof typeof words] : undefined;
  if (rest.length > 0 && isObject(before)) return { ...words, [key]: replaced(before, rest, text, place) };
  if (rest.length > 0 || (typeof before !== 'string' && typeof before !== 'function'))
    throw new FileProblem(`${place} is not the key of a text, ${example}`);
  return { ...words, [key]: withValues(text, typeof before === 'function' ? before.length : 0, place) };
}

/** A text of the pages is a function if it has values. `{{1}}` is the first one. */
function withValues(text: string, count: number, place: string): string | ((...values: unknown[]) => string) {
  const allowed = Array.from({ length: count }, (_, i) => String(i + 1));
  const unknown = [...text.matchAll(placeholder)].find(([, name = '']) => !allowed.includes(name));
  if (unknown || /\{\{|\}\}/.test(text.replaceAll(placeholder, ''))) {
    const can = count === 0 ? 'no placeholder' : allowed.map((name) => `{{${name}}}`).join(' ');
    throw new FileProblem(`${place} has ${unknown ? unknown[0].slice(0, 40) : '{{ or }} alone'}. It can have: ${can}`);
  }
  if (count === 0) return text;
  return (...values) => text.replaceAll(placeholder, (_, name: string) => String(values[Number(name) - 1]));
}
