import { isObject } from '../../platform/runtime/json-text';

/** Returns the object in a field of a form, or null if the text is not a JSON object. */
export function jsonObjectOf(text: string | undefined): object | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) ? value : null;
}
