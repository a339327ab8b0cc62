/** Returns a pattern of LIKE, for a text at the beginning. */
export const beginningWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
