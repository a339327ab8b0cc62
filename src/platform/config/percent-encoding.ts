/** The rule of every URL of the settings that can have a password, as text after the name of the variable. */
export const encodingRule =
  'must have special characters in percent-encoding, such as %25 for %, %40 for @ and %23 for #';

/** Decodes a part of a URL. Returns null for a percent sign without two hexadecimal digits, and for bytes that are not UTF-8. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
