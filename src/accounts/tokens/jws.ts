import { hasDuplicateNames, isObject } from '../../platform/runtime/json-text';

/** RFC 7515, section 7.1. Libraries also read it with spaces, so one token would have many texts. */
export const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** A NumericDate (RFC 7519, section 2). */
export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * Decodes a part of a token. Returns null if the part is not a JSON object, or if it has a duplicate name (RFC 7515,
 * section 4; RFC 7519, section 4).
 */
export function parseObject(base64url: string): Record<string, unknown> | null {
  try {
    const json = Buffer.from(base64url, 'base64url').toString();
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return null;
    // If JSON.stringify returns the same text, no name is duplicate. Our own tokens pass this fast check.
    return JSON.stringify(value) === json || !hasDuplicateNames(json) ? value : null;
  } catch {
    return null;
  }
}
