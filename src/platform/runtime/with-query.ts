/** Adds encoded parameters to an address, which can have parameters already. They are kept as they are. */
export const withQuery = (address: string, query: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;
