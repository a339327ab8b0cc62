/** Unicode: white space, invisible characters such as those of a right-to-left text, and hyphens: a person can copy them with a code. */
const around = /[\p{White_Space}\p{Cf}\p{Pd}]/gu;
/** Unicode: the decimal digits of all scripts. */
const digit = /\p{Nd}/u;

/** Reads a code as a person types it: with the digits of any keyboard, such as １２３ or ١٢٣ (Unicode, sections 4.6 and NFKC). */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(around, '')
    .replace(/\p{Nd}/gu, asciiDigit);

/** The ten digits of a script follow one another, from zero, and those of two scripts can (Unicode, section 4.6). */
function asciiDigit(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  let first = point;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
