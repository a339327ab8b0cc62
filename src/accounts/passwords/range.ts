/** How many hex digits of a SHA-1 hash name a range. About a million ranges share all stolen passwords. */
export const prefixLength = 5;

/**
 * Reads a range of Have I Been Pwned: a line `<other 35 hex digits>:<count>` for each hash. Returns the digits, each between two
 * line breaks. A line of padding has the count 0.
 */
export function suffixesIn(range: string): string {
  const suffixes = [];
  for (const line of range.split(/\r?\n/)) {
    if (line === '') continue;
    const [, suffix, count] = /^([0-9A-F]{35}):(\d+)$/i.exec(line) ?? [];
    if (suffix === undefined) throw new Error('a range of BREACHED_PASSWORDS has another form');
    if (Number(count) > 0) suffixes.push(suffix.toUpperCase());
  }
  return `\n${suffixes.join('\n')}\n`;
}

/** @param hex the hash, in upper case */
export const isInRange = (suffixes: string, hex: string): boolean =>
  suffixes.includes(`\n${hex.slice(prefixLength)}\n`);
