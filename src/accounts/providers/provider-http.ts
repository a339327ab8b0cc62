import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import { readTextUpTo } from '../../platform/runtime/bounded-text';
import { Breaker, type RequestEnd } from '../../platform/runtime/breaker';
import type { Clock } from '../../platform/runtime/clock';
import { retryAfterOf } from '../../platform/runtime/retry-after';
import { NoFreeSlotError, Slots } from '../../platform/runtime/slots';
import { providerReasons } from './providers.reasons';

/** No document says one. Requests at the same time, and how many others wait for one of these slots. */
const mostAtOnce = 20;
const mostWaiting = 100;
/** Bytes. No document says one. A key set of Microsoft has 15 kB, and twenty answers can be in memory. */
const longestAnswer = 256 * 1024;
/** No document says one. */
const breaker = { mostFailures: 5, pauseMs: 10_000 } as const;
/** Milliseconds. Each request of a client has its own line in the log. */
const warnedEveryMs = 60_000;

type ProviderWarning =
  | 'the provider gave no usable answer: the login gets 503'
  | 'userinfo of the provider gave no usable answer: the login goes on without it'
  | 'an answer of the provider was rejected';

export type ProviderResult = 'answered' | 'down' | 'not_asked';

/** The provider gives no usable answer now. */
class ProviderDownError extends Error {
  override readonly name = 'ProviderDownError';

  constructor(
    message: string,
    readonly retryAfterS: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** Not a provider that is down: it would answer the same again. */
class TooLongError extends Error {}

interface Answer {
  status: number;
  headers: Headers;
  /** Null if it is too long. */
  text: string | null;
}

interface SentRequest {
  method: string;
  headers: Headers | Record<string, string>;
  body?: unknown;
}

/**
 * The requests to one provider: bounded in number, time and size, never redirected, and none to an endpoint that is down.
 * What the answers say is not checked here.
 */
export class ProviderHttp {
  readonly counts: Record<ProviderResult, number> = { answered: 0, down: 0, not_asked: 0 };
  private readonly slots = new Slots(mostAtOnce, mostWaiting);
  /** By the address without its parameters: a login can go on without userinfo. */
  private readonly breakers = new Map<string, Breaker>();
  private readonly running = new Set<AbortController>();
  private isClosed = false;
  private readonly warning: RareWarning;

  constructor(
    private readonly provider: string,
    /** The settings allow an issuer without TLS outside production only. */
    private readonly isInsecure: boolean,
    private readonly requestMs: number,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.warning = new RareWarning(warnedEveryMs, clock, log);
  }

  /** Has the form of `fetch`, for libraries. @throws Error if there is no answer; `toUnavailable` makes the answer of it */
  readonly fetch = async (url: string, request: SentRequest): Promise<Response> => {
    if (!this.isInsecure && !url.startsWith('https://'))
      throw new Error('the provider names an address without https://');
    const waitS = this.breakerOf(url).begin();
    if (waitS > 0) {
      this.counts.not_asked += 1;
      throw new ProviderDownError('the provider is not asked for a while', waitS);
    }
    const stop = new AbortController();
    if (this.isClosed) stop.abort();
    const timer = setTimeout(() => stop.abort(), this.requestMs);
    this.running.add(stop);
    try {
      const answer = await this.slots.run(() => send(url, request, stop.signal), stop.signal);
      this.end(url, answer);
      return this.usable(answer);
    } catch (error) {
      if (error instanceof ProviderDownError || error instanceof TooLongError) throw error;
      // A request that found no place says nothing about the provider.
      this.end(url, error instanceof NoFreeSlotError || this.isClosed ? null : { error });
      throw this.down('the provider does not answer', null, error);
    } finally {
      clearTimeout(timer);
      this.running.delete(stop);
    }
  };

  /** What is wrong with an answer is for the person who signs in: the provider may answer the next one. */
  private usable({ status, headers, text }: Answer): Response {
    if (status >= 500 || status === 429) {
      throw this.down(`the answer has the status ${status}`, retryAfterOf({ headers }));
    }
    this.counts.answered += 1;
    if (text === null) throw new TooLongError('the answer is too long');
    // A response with one of these statuses cannot have a body, not even an empty one.
    const isEmpty = [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : text, { status, headers });
  }

  private down(message: string, retryAfterS: number | null, cause?: unknown): ProviderDownError {
    this.counts.down += 1;
    return new ProviderDownError(message, retryAfterS, { cause });
  }

  /** Ends the requests that are running. */
  close(): void {
    this.isClosed = true;
    for (const stop of this.running) stop.abort();
  }

  private breakerOf(url: string): Breaker {
    const [endpoint = ''] = url.split('?');
    const found = this.breakers.get(endpoint) ?? new Breaker(breaker, this.clock);
    this.breakers.set(endpoint, found);
    return found;
  }

  private end(url: string, end: RequestEnd | null): void {
    const change = this.breakerOf(url).end(end);
    const of = { provider: this.provider, endpoint: new URL(url).pathname };
    if (change === 'closed') this.log.info(of, 'the provider answers again');
    if (change === 'opened') this.log.error(of, 'the provider does not answer: it is not asked for a while');
  }

  /** Writes a message at most once a minute, because anyone can cause it. */
  warn(error: unknown, message: ProviderWarning): void {
    if (!this.isClosed) this.warning.warn({ err: error, provider: this.provider }, message);
  }
}

async function send(url: string, { method, headers, body }: SentRequest, signal: AbortSignal): Promise<Answer> {
  const sent = body === undefined ? null : (body as BodyInit | null);
  const response = await fetch(url, { method, headers, body: sent, redirect: 'manual', signal });
  return {
    status: response.status,
    headers: response.headers,
    text: await readTextUpTo(longestAnswer, response),
  };
}

/** Returns the error for the client if a provider was down somewhere in the causes of an error. Else null. */
export function toUnavailable(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderDownError) {
      const { retryAfterS } = cause;
      return new AppError('SERVICE_UNAVAILABLE', {
        reason: providerReasons['no answer of the provider'],
        cause: error,
        ...(retryAfterS !== null && { retryAfterS }),
      });
    }
  }
  return null;
}
