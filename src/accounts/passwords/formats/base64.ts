/** Base64 without padding, as in PHC strings. */
export const toPhcBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns null if the text has another character, or if bits at its end are not 0: such a text was cut off. */
export function parsePhcBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return toPhcBase64(bytes) === text ? bytes : null;
}
