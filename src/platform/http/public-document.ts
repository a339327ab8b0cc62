import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestObserver } from '../request/finished-request';
import { observeEnd } from './observed-requests';
import { RequestFacts } from './request-facts';
import type { PublicDocument, Route } from './routes';
import { dataHeaders } from './security-headers';

/** Sends a document. The other headers must already be set. */
export function sendDocument(res: ServerResponse, document: PublicDocument): void {
  for (const [name, value] of headersOf(document)) res.setHeader(name, value);
  // Node does not send the body in response to HEAD.
  res.end(document.text);
}

const headersOf = ({ contentType, text, cacheLifetimeS }: PublicDocument) =>
  [
    ['Cache-Control', `public, max-age=${cacheLifetimeS}`],
    ['Content-Type', contentType],
    ['Content-Length', String(Buffer.byteLength(text))],
  ] as const;

/**
 * Answers simple requests for the documents of these routes, and returns false for all others. Each service fetches the
 * documents, and what Express and the APIs do for a request takes several times as long as the answer (`bench/openid.ts`).
 * They still get what they decide about: a request with an origin, a trace, parameters or another method, and one that fails.
 */
export function publicDocuments(
  routes: readonly Route[],
  observers: readonly RequestObserver[],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const byPath = new Map(routes.map((route) => [route.path, route]));
  return (req, res) => {
    const { url = '', method, headers } = req;
    const route = byPath.get(url);
    if (!route || method !== 'GET' || headers.origin !== undefined || headers.traceparent !== undefined) return false;
    const document = documentOf(route);
    if (!document) return false;
    const facts = new RequestFacts(randomUUID(), req);
    facts.route = url;
    facts.operation = route.operation ?? null;
    observeEnd(req, res, facts, observers);
    res.setHeader('X-Request-Id', facts.requestId);
    for (const [name, value] of dataHeaders) res.setHeader(name, value);
    res.setHeader('Vary', 'Origin');
    sendDocument(res, document);
    return true;
  };
}

/** Null if it cannot be made now: then the app renders the error. */
function documentOf({ document }: Route): PublicDocument | null {
  try {
    return document?.() ?? null;
  } catch {
    return null;
  }
}
