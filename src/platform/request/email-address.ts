import { parseDomain } from '../config/domain';

export interface EmailAddress {
  /** The address as the user entered it, without surrounding ASCII white space. */
  given: string;
  /** In lower case with an A-label domain (RFC 5890). All spellings of an address have the same canonical form. */
  canonical: string;
}

/** The length of the longest address, as entered and in canonical form (RFC 5321, section 4.5.3.1.3). */
export const longestEmailAddress = 254;

/** RFC 5321, sections 4.1.2 and 4.5.3.1.1: the characters of atoms, without the order of the dots, which providers do not keep. */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
/** The beginning of an encoded word (RFC 2047). Some mail programs decode it also in an address, and read another address. */
const encodedWord = '=?';

/**
 * Parses one e-mail address, or returns null. The local part must be ASCII (RFC 5321 atoms, with dots anywhere), and
 * the domain must have at least two labels. The address has at most 254 characters, as entered and in canonical form.
 * Comments, quoted local parts, encoded words and address literals are not supported.
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const given = trimAsciiWhiteSpace(text);
  if (given.length > longestEmailAddress) return null;
  const at = given.indexOf('@');
  const local = given.slice(0, Math.max(at, 0));
  if (!localPart.test(local) || local.includes(encodedWord)) return null;
  const domain = parseDomain(given.slice(at + 1));
  if (domain === null) return null;
  const canonical = `${local.toLowerCase()}@${domain}`;
  return canonical.length <= longestEmailAddress ? { given, canonical } : null;
}

/** A regular expression would take quadratic time for white space inside the text. */
function trimAsciiWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isAsciiWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isAsciiWhiteSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);
