import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../runtime/loopback';

/** RFC 7239 and RFC 9110, section 7.6.3, and what proxies send that have no document. */
const forwarding =
  /^(x-forwarded($|-)|forwarded$|via$|x-real-ip$|x-client-ip$|true-client-ip$|cf-|x-gatehouse-client-ip$)/;

/**
 * Whether a program on this machine has sent the request, for this machine. Behind a proxy on this machine every
 * connection is local, so a request that was forwarded is not. The `Host` header must be local, too: with DNS rebinding,
 * a page of another site could send a request from the browser of a developer.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const host = hostnameOf(headers.host ?? '');
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopback(host) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

function hostnameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
