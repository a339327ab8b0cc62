/** What a provider answers, as one line that can be compared. */

const shown = (parameters: URLSearchParams): string => {
  const error = parameters.get('error');
  const result = error === null ? (parameters.has('code') ? 'code' : 'nothing') : error;
  // What the client decides by: whether it was its request, and whether it was this provider.
  const others = ['state', 'iss'].filter((name) => parameters.has(name));
  return [result, ...others].join(' ');
};

/** The browser was sent to the client. */
export const redirected = (address: string): string => {
  const { searchParams, hash } = new URL(address);
  return hash ? `fragment: ${shown(new URLSearchParams(hash.slice(1)))}` : `query: ${shown(searchParams)}`;
};

/** The page sends a form to the client. */
export const posted = (fields: Readonly<Record<string, string>>): string =>
  `form: ${shown(new URLSearchParams(fields))}`;
