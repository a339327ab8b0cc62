import { ConfigError } from '../config/config-error';
import { hasDuplicateNames, isObject } from './json-text';

/** Characters. */
const largestFile = 64 * 1024;

/**
 * Reads the text of the file of a setting.
 * @param members what the object has, in the plural
 * @throws ConfigError if it is not a JSON object of at most 64 kB, or has a name twice
 */
export function parseJsonObject(setting: string, text: string, members: string): Record<string, unknown> {
  const wrong = (problem: string) => new ConfigError([`${setting}: the file ${problem}`]);
  if (text.length > largestFile) throw wrong('has more than 64 kB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('is not valid JSON');
  }
  if (!isObject(value)) throw wrong(`must be a JSON object of ${members}`);
  if (hasDuplicateNames(text)) throw wrong('has a name twice in one object');
  return value;
}
