/** What one connection may take, in ms, bytes and pieces; how many connections there may be is a setting. */
export const httpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  silenceMs: 60_000,
  checkMs: 1000,
  lingerMs: 2000,
  headerBytes: 16 * 1024,
  headers: 100,
  waitingRequests: 10_000,
} as const;

export type HttpLimits = Readonly<Record<keyof typeof httpLimits, number>>;

/** What each means, for docs/limits.md. */
export const httpLimitMeanings: Readonly<Record<keyof HttpLimits, string>> = {
  headersMs: 'from the connection, or the first byte of a later request, to the end of the headers',
  requestMs: 'from the same moment to the end of the body',
  keepAliveMs: 'from an answer to the next request',
  silenceMs: 'in which nothing arrives, and nothing of an answer is taken',
  checkMs: 'by which the first two may be late',
  lingerMs: 'from the refusal of what is not HTTP to the end of the connection',
  headerBytes: 'the request line and all headers',
  headers: 'headers of a request',
  waitingRequests:
    'requests that wait behind another one on its connection, on all connections together; the next such connection is cut off',
};

/** The largest body of each door. */
export const bodyBytes = { rest: 16 * 1024, graphql: 32 * 1024 } as const;
