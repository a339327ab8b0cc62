import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. Only the length can be learned. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
