import type { RequestHandler } from 'express';
import { factsOf } from './request-facts';

/** ISO 3166-1, alpha-2. */
const code = /^[A-Z]{2}$/;

/**
 * Reads from a header of the proxy in which country the client is (COUNTRY_HEADER). In a request of a backend, the header
 * says where the backend is, so it has no effect.
 */
export function clientCountry(header: string): RequestHandler {
  const name = header.toLowerCase();
  return (req, res, next) => {
    const facts = factsOf(res);
    const sent = req.headers[name];
    if (facts.backend === null && typeof sent === 'string' && code.test(sent)) facts.country = sent;
    next();
  };
}
