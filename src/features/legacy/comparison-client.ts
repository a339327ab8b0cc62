import { types } from 'node:util';
import { readTextUpTo } from '../../platform/runtime/bounded-text';
import { mediaTypeOf } from './answer-form';
import type { ComparisonCase } from './comparison-case';

/** What a service answered to a case, or why there is no answer. */
export type Answer =
  | { status: number; mediaType: string | null; body: unknown; isJson: boolean; retryAfter: string | null }
  | { problem: string };

/** Milliseconds until the whole answer must be there. */
const answersWithinMs = 10_000;
/** Bytes. A record and its envelope have less than a kilobyte. */
const longestAnswer = 256 * 1024;

/** The service cannot be compared at all: there is no connection to it, or its certificate is not accepted. */
export class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError';
}

/**
 * Sends a case to a service. Redirects are not followed.
 * @param url the address of the service, without a slash at the end
 * @throws ServiceUnreachableError
 */
export async function sendCase(
  url: string,
  { method, path, headers, body }: ComparisonCase,
  withinMs: number = answersWithinMs,
): Promise<Answer> {
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
  // The time limit also ends an answer that never ends.
  const signal = AbortSignal.timeout(withinMs);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      // Without a reused connection, a case cannot fail because the service closed the connection after the one before.
      headers: {
        accept: 'application/json',
        'user-agent': 'Gatehouse',
        connection: 'close',
        ...Object.fromEntries(sent),
      },
      // Bytes, because fetch would add a content type to a text.
      body: body === null ? null : Buffer.from(body),
      redirect: 'manual',
      signal,
    });
    const text = await readTextUpTo(longestAnswer, response);
    if (text === null) return { problem: `an answer of more than ${longestAnswer / 1024} kB` };
    return { status: response.status, ...formOf(response, text), retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    if (signal.aborted) return { problem: `no complete answer within ${withinMs / 1000} s` };
    return { problem: problemOf(error, url) };
  }
}

function formOf(response: Response, text: string) {
  const mediaType = mediaTypeOf(response.headers.get('content-type'));
  try {
    return { mediaType, body: JSON.parse(text) as unknown, isJson: true };
  } catch {
    return { mediaType, body: text, isJson: false };
  }
}

const noConnection =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
const noTls = /CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_|^SELF_SIGNED|^HOSTNAME_MISMATCH$|^EPROTO$/;

/** @throws ServiceUnreachableError */
function problemOf(error: unknown, url: string): string {
  const { code, text } = causeOf(error);
  const { origin } = new URL(url);
  if (noConnection.test(code)) throw new ServiceUnreachableError(`${origin} cannot be reached: ${text}`);
  if (noTls.test(code)) {
    throw new ServiceUnreachableError(
      `no secure connection to ${origin}: ${text} (${code}). If its certificate is of your own authority, set NODE_EXTRA_CA_CERTS`,
    );
  }
  if (code.startsWith('HPE_')) return 'an answer that is not HTTP';
  return `no answer: ${text}`;
}

/** `fetch` throws an error with a cause. OpenSSL's texts have several lines. */
function causeOf(error: unknown): { code: string; text: string } {
  const cause = types.isNativeError(error) && error.cause !== undefined ? error.cause : error;
  if (!types.isNativeError(cause)) return { code: '', text: 'unknown error' };
  const code = 'code' in cause ? String(cause.code) : '';
  // Without a text if a name has several addresses.
  return { code, text: cause.message.split('\n', 1)[0] || code };
}
