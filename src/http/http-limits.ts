/** The limits of one connection, in ms, bytes and numbers. The number of connections is a setting. */
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

/** The meaning of each limit in `docs/reference/limits.md`. */
export const httpLimitMeanings: Readonly<Record<keyof HttpLimits, string>> = {
  headersMs: 'from the connection, or from the first byte of a later request, to the end of the headers',
  requestMs: 'from the same time to the end of the body',
  keepAliveMs: 'from a response to the next request',
  silenceMs: 'without any data in either direction',
  checkMs: 'how much later the first two limits may take effect',
  lingerMs: 'from the rejection of input that is not HTTP to the end of the connection',
  headerBytes: 'the request line and all headers',
  headers: 'headers of a request',
  waitingRequests:
    'requests that wait for another one on their connection, on all connections together; the connection of the next such request is closed',
};

export const bodyBytes = { rest: 16 * 1024, graphql: 32 * 1024 } as const;
