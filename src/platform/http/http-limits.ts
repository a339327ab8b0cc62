/**
 * The limits of one connection, in ms, bytes and numbers. The number of connections is a setting. RFC 9112, section 3, asks for
 * request lines of 8000 bytes. No document says the others: what a client sends is kept until the request is complete.
 */
export const httpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  silenceMs: 60_000,
  checkMs: 1000,
  lingerMs: 5000,
  lingerBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  waitingRequests: 10_000,
} as const;

export type HttpLimits = Readonly<Record<keyof typeof httpLimits, number>>;

/** The meaning of each limit in `docs/reference/limits.md`. */
export const httpLimitMeanings: Readonly<Record<keyof HttpLimits, string>> = {
  headersMs:
    'The time from the start of the connection, or from the first byte of a later request, to the end of the headers.',
  requestMs: 'The time from the same moment to the end of the body.',
  keepAliveMs: 'The time from an answer to the next request on the connection.',
  silenceMs: 'The time without any data on the connection, in either direction.',
  checkMs: 'The delay with which Gatehouse enforces the first two limits.',
  lingerMs:
    'The time from an answer before the end of the body, or to input that is not HTTP, to the end of the connection.',
  lingerBytes: 'The number of bytes that are read and dropped in this time.',
  headerBytes: 'The size of the request line and all headers.',
  headers: 'The number of headers of a request.',
  waitingRequests:
    'The number of pipelined requests that wait, on all connections together. The connection of a further such request is closed.',
};

/**
 * No document says one. A body is kept and parsed as a whole. An ID token has 12 kB, and 1000 ids of users (`admin`) have 40 kB.
 */
export const bodyBytes = { rest: 16 * 1024, graphql: 32 * 1024, admin: 64 * 1024 } as const;
