import { MIMEType } from 'node:util';

/**
 * No document says one. `application/x-www-form-urlencoded; charset=utf-8` has 48 characters. The time to parse white space
 * grows with the square of its length, so longer headers are rejected.
 */
const longestContentType = 256;

/** Whether the `Content-Type` names this media type in UTF-8, by any of its names. Without a charset, it is UTF-8. */
export function isInUtf8(contentType: string | undefined, mediaType: string): boolean {
  // Most clients send exactly this value.
  if (contentType === mediaType) return true;
  if (contentType === undefined || contentType.length > longestContentType) return false;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === mediaType && isUtf8Label(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}

/** WHATWG Encoding, section 4.2: `utf8` and `unicode-1-1-utf-8` are UTF-8, too. @throws RangeError for no label of an encoding */
const isUtf8Label = (label: string): boolean => new TextDecoder(label).encoding === 'utf-8';

/** RFC 9110, section 8.4.1: `identity` stands for no encoding. */
export const isEncoded = (contentEncoding: string | undefined): boolean =>
  contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity';
