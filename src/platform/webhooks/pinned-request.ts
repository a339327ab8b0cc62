import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { readVersion } from '../runtime/version';
import type { ResolvedAddress } from './webhook-address';

const userAgent = `Gatehouse/${readVersion()}`;

export interface PinnedRequest {
  url: URL;
  /** The addresses of the host, which were checked. */
  found: readonly ResolvedAddress[];
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  /** Bytes of the answer that are returned. */
  kept: number;
  /** Bytes of the answer after which the connection is closed. */
  read: number;
}

export interface PinnedAnswer {
  response: IncomingMessage;
  beginning: Buffer;
  /** Whether `beginning` is the whole body. */
  isWhole: boolean;
}

/** The addresses were checked, so the connection gets these and does not resolve the name again. */
export const pinnedTo =
  (found: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Sends one request to an address that was checked. It follows no redirect, uses no proxy, and its connection is not kept. Rejects if
 * there is no answer; an answer that breaks off resolves with its beginning.
 */
export function sendPinned({
  url,
  found,
  method,
  headers,
  body = '',
  signal,
  kept,
  read,
}: PinnedRequest): Promise<PinnedAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = { 'User-Agent': userAgent, ...headers };
    // Without an agent, no connection is kept for another host.
    const request = send(url, { method, headers: sent, lookup: pinnedTo(found), agent: false, signal });
    request.on('error', reject);
    let isAnswered = false;
    // Without an answer and without an error, as when nobody takes the connection of an upgrade. After an answer, it comes before the
    // events of the answer.
    request.on('close', () => isAnswered || reject(new Error('the connection was closed')));
    // Nobody has asked for another protocol (RFC 9110, section 7.8).
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ response, beginning: Buffer.alloc(0), isWhole: false });
    });
    request.on('response', (response) => {
      isAnswered = true;
      let length = 0;
      const chunks: Buffer[] = [];
      const end = () => {
        request.destroy();
        const beginning = Buffer.concat(chunks).subarray(0, kept);
        resolve({ response, beginning, isWhole: response.complete && length <= kept });
      };
      response.on('data', (chunk: Buffer) => {
        if (length < kept) chunks.push(chunk);
        length += chunk.length;
        if (length > read) end();
      });
      // The status decides, also if the rest of the answer is missing.
      response.on('error', end);
      response.on('end', end);
      response.on('close', end);
    });
    request.end(body);
  });
}

/** Errors of OpenSSL and of Node about certificates have such codes. */
const tlsCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

/** The code of an error of a connection. Null if it has none. */
export function codeOfError(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : null;
}

export const isTlsError = (error: unknown): boolean => tlsCodes.test(codeOfError(error) ?? '');

/** A resolution cannot be ended, and an answer may do what nobody has thought of. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
