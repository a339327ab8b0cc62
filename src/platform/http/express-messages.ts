import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Returns the classes of the requests and responses for a server of the app. Express changes the prototype of both. V8 then keeps
 * them until its next full collection: 10 kB a request, which took half of the CPU time of `GET /auth/verify` and up to 100 MB. These
 * have the prototype from the start, so that Express changes nothing.
 */
export function messagesOf(app: Express): Messages {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
