import { domainToASCII } from 'node:url';

/** RFC 1123, section 2.1, and RFC 1035, section 2.3.4. */
const ldhLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** WHATWG URL, hosts: `domainToASCII` uses its parser, which would not read these characters as part of a domain. */
const asciiNotInDomain = /[\0-,/:-@[-`{-\x7f]/;

/** Returns a domain of at least two labels in lower case, with A-labels (RFC 5890), or null. */
export function parseDomain(text: string): string | null {
  // Converted to lower case here, because versions of Node convert some letters differently.
  const domain = text.normalize('NFC').toLowerCase();
  if (asciiNotInDomain.test(domain) || /\p{C}/u.test(domain)) return null;
  const asciiDomain = domainToASCII(domain);
  const labels = asciiDomain.split('.');
  const topLevel = labels.at(-1) ?? '';
  if (labels.length < 2 || !labels.every((label) => ldhLabel.test(label)) || /^\d+$/.test(topLevel)) return null;
  return asciiDomain;
}
