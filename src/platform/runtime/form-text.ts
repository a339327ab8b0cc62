import { decodePart } from '../config/percent-encoding';

/**
 * Decodes a name or a value of `application/x-www-form-urlencoded` text. Returns null for a percent sign without two
 * hexadecimal digits, and for bytes that are not UTF-8.
 */
export const decodeFormText = (text: string): string | null => decodePart(text.replaceAll('+', ' '));
