import { isIP, connect as netConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isTlsError, orAborted, type PinnedAnswer, pinnedTo, sendPinned } from './pinned-request';
import { storedAnswerBytes, type WebhookProblem } from './webhook';
import type { ResolvedAddress, WebhookAddresses } from './webhook-address';

/** Milliseconds, from the resolution of the name to the end of the answer. */
export const sendMs = 10_000;
/** Bytes of an answer that are read. The rest is not awaited. */
const longestAnswer = 64 * 1024;
/** Bytes of an answer that are returned: those that are stored, and behind them the longest secret (64 bytes in base64). */
const returnedBytes = storedAnswerBytes + 96;

interface SentWebhook {
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

function resultOf({ response: { statusCode = 0, headers }, beginning }: PinnedAnswer): WebhookResult {
  const result = { status: statusCode, retryAfter: headers['retry-after'] ?? null, answer: beginning };
  if (statusCode >= 200 && statusCode < 300) return { ...result, problem: null };
  if (statusCode === 410) return { ...result, problem: 'gone' };
  return { ...result, problem: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status' };
}

const problemOf = (error: unknown): WebhookProblem => (isTlsError(error) ? 'tls' : 'connection');

function post(
  url: URL,
  found: readonly ResolvedAddress[],
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<PinnedAnswer> {
  const sent = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const bytes = { kept: returnedBytes, read: longestAnswer };
  return sendPinned({ url, found, method: 'POST', headers: sent, body, signal, ...bytes });
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
