import { domainToASCII } from 'node:url';

export interface EmailAddress {
  /** As entered, without surrounding ASCII white space. */
  given: string;
  /** Lower case with an A-label domain (RFC 5890). All spellings of an address have the same canonical form. */
  canonical: string;
}

const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const ldhLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Characters that `domainToASCII`, which uses a URL parser, would read as something other than a domain. */
const asciiNotInDomain = /[\0-,/:-@[-`{-\x7f]/;

/**
 * One address with an ASCII local part (RFC 5321 atoms, dots anywhere) and a domain of at least two labels,
 * at most 254 characters as given and in canonical form. No comments, quoted local parts or address literals.
 * Returns null for anything else.
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const given = trimAsciiWhiteSpace(text);
  if (given.length > 254) return null;
  const at = given.indexOf('@');
  const local = given.slice(0, Math.max(at, 0));
  // Folded here, because versions of Node fold some letters differently.
  const domain = given
    .slice(at + 1)
    .normalize('NFC')
    .toLowerCase();
  if (!localPart.test(local) || asciiNotInDomain.test(domain) || /\p{C}/u.test(domain)) return null;

  const asciiDomain = domainToASCII(domain);
  const labels = asciiDomain.split('.');
  const topLevel = labels.at(-1) ?? '';
  if (labels.length < 2 || !labels.every((label) => ldhLabel.test(label)) || /^\d+$/.test(topLevel)) return null;

  const canonical = `${local.toLowerCase()}@${asciiDomain}`;
  return canonical.length <= 254 ? { given, canonical } : null;
}

/** Without a regular expression, which would take quadratic time on white space inside the text. */
function trimAsciiWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isAsciiWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isAsciiWhiteSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);
