import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, connect as netConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { readVersion } from '../runtime/version';
import { storedAnswerBytes, type WebhookProblem } from './webhook';
import type { ResolvedAddress, WebhookAddresses } from './webhook-address';

/** Milliseconds, from the resolution of the name to the end of the answer. */
export const sendMs = 10_000;
/** Bytes of an answer that are read. The rest is not awaited. */
const longestAnswer = 64 * 1024;
/** Bytes of an answer that are returned: those that are stored, and behind them the longest secret (64 bytes in base64). */
const returnedBytes = storedAnswerBytes + 96;

const userAgent = `Gatehouse/${readVersion()}`;

export interface SentWebhook {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookResult {
  /** Null if the receiver has it. */
  problem: WebhookProblem | null;
  status: number | null;
  /** The value of `Retry-After`. */
  retryAfter: string | null;
  /** The beginning of the body of the answer. */
  answer: Buffer;
}

interface Answer {
  response: IncomingMessage;
  beginning: Buffer;
}

/** Sends one request to a receiver. Redirects are not followed, and every address is checked. */
export class WebhookSender {
  constructor(
    private readonly addresses: Pick<WebhookAddresses, 'problemOf' | 'addressesOf'>,
    private readonly timeoutMs = sendMs,
  ) {}

  /** Does not throw. */
  async send({ url, headers, body }: SentWebhook, stopped: AbortSignal): Promise<WebhookResult> {
    const result = await this.at(url, stopped, (...checked) => post(...checked, headers, body));
    return typeof result === 'string' ? failure(result) : resultOf(result);
  }

  /** Connects to a receiver as for a webhook, and sends no request. Returns the problem, or null. Does not throw. */
  async connect(url: string): Promise<WebhookProblem | null> {
    const result = await this.at(url, null, connection);
    return typeof result === 'string' ? result : null;
  }

  /** Calls `work` with addresses that are allowed. */
  private async at<Result extends object>(
    text: string,
    stopped: AbortSignal | null,
    work: (url: URL, found: readonly ResolvedAddress[], signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | WebhookProblem> {
    // The settings may have changed since the URL was saved.
    if (this.addresses.problemOf(text) !== null) return 'forbidden_address';
    const url = new URL(text);
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
    try {
      const found = await orAborted(this.addresses.addressesOf(url), signal);
      return typeof found === 'string' ? found : await orAborted(work(url, found, signal), signal);
    } catch (error) {
      return timeout.aborted ? 'timeout' : problemOf(error);
    }
  }
}

const failure = (problem: WebhookProblem): WebhookResult => ({
  problem,
  status: null,
  retryAfter: null,
  answer: Buffer.alloc(0),
});

function resultOf({ response: { statusCode = 0, headers }, beginning }: Answer): WebhookResult {
  const result = { status: statusCode, retryAfter: headers['retry-after'] ?? null, answer: beginning };
  if (statusCode >= 200 && statusCode < 300) return { ...result, problem: null };
  if (statusCode === 410) return { ...result, problem: 'gone' };
  return { ...result, problem: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status' };
}

/** Errors of OpenSSL and of Node about certificates have such codes. */
const tlsCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

function problemOf(error: unknown): WebhookProblem {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && tlsCodes.test(code) ? 'tls' : 'connection';
}

/** The addresses were checked, so the connection gets these and does not resolve the name again. */
const pinnedTo =
  (found: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };

function post(
  url: URL,
  found: readonly ResolvedAddress[],
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': userAgent,
      ...headers,
    };
    // Without an agent, no connection is kept for another endpoint.
    const request = send(url, { method: 'POST', headers: sent, lookup: pinnedTo(found), agent: false, signal });
    request.on('error', reject);
    // Without an answer and without an error, as when nobody takes the connection of an upgrade.
    request.on('close', () => reject(new Error('the connection was closed')));
    // Nobody has asked for another protocol (RFC 9110, section 7.8).
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ response, beginning: Buffer.alloc(0) });
    });
    request.on('response', (response) => {
      let length = 0;
      const chunks: Buffer[] = [];
      const end = () => {
        request.destroy();
        resolve({ response, beginning: Buffer.concat(chunks).subarray(0, returnedBytes) });
      };
      response.on('data', (chunk: Buffer) => {
        if (length < returnedBytes) chunks.push(chunk);
        length += chunk.length;
        if (length > longestAnswer) end();
      });
      // The status decides, also if the rest of the answer is missing.
      response.on('error', end);
      response.on('end', end);
      response.on('close', end);
    });
    request.end(body);
  });
}

/** Opens a connection, with TLS if the URL has it, and closes it. */
function connection(url: URL, found: readonly ResolvedAddress[], signal: AbortSignal): Promise<object> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const options = { host, port: Number(url.port || (isTls ? 443 : 80)), lookup: pinnedTo(found) };
  const socket = isTls ? tlsConnect({ ...options, ...(!isIP(host) && { servername: host }) }) : netConnect(options);
  const connected = new Promise<object>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on(isTls ? 'secureConnect' : 'connect', () => resolve(socket));
  });
  return orAborted(connected, signal).finally(() => socket.destroy());
}

/** A resolution cannot be ended, and an answer may do what nobody has thought of. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
