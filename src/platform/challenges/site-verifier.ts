import type { Secret } from '../config/secret';
import { AppError } from '../errors/app-error';
import { BoundedRequests } from '../runtime/bounded-requests';
import { Breaker, type RequestEnd } from '../runtime/breaker';
import type { Clock } from '../runtime/clock';
import { postJson, readJsonUpTo } from '../runtime/post-json';
import { NoFreeSlotError } from '../runtime/slots';
import { UnusableAnswer } from '../runtime/unusable-answer';

/** Milliseconds. An operation must answer within 2.8 s. */
export const siteAnswersWithinMs = 1500;
/** Bytes. No document says one. */
const longestAnswer = 8 * 1024;

interface Verdict {
  success: boolean;
  hostname?: unknown;
  action?: unknown;
  'error-codes'?: unknown;
  /** Of Cap, in words. It says that the secret is wrong of a token for another site, too, which a client can invent. */
  error?: unknown;
}

/** What `siteverify` says of a token. @throws UnusableAnswer also if the site does not know the secret */
export async function askSite(url: string, secret: Secret, token: string, signal: AbortSignal): Promise<Verdict> {
  const body = new URLSearchParams({ secret: secret.reveal(), response: token }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status, answer } = await postJson(url, { body, headers, signal })
    .then(async (response) => ({ status: response.status, answer: await readJsonUpTo(longestAnswer, response) }))
    .catch((error: unknown) => {
      throw new UnusableAnswer('the site does not answer', { error });
    });
  const verdict = answer === 'too long' ? null : (answer.json as Verdict | null);
  if (String(verdict?.['error-codes']).includes('-input-secret'))
    throw new UnusableAnswer('the site does not know the secret', { status });
  if (typeof verdict?.success === 'boolean') return verdict;
  throw new UnusableAnswer(`the site gave no verdict, with status ${status}`, { status });
}

/** Asks another service about tokens: Turnstile, hCaptcha, reCAPTCHA or Cap. */
export class SiteVerifier {
  private readonly requests = new BoundedRequests({ mostAtOnce: 20, mostWaiting: 100, timeoutMs: siteAnswersWithinMs });
  private readonly breaker: Breaker;

  /** @param hostnames where the widget may be */
  constructor(
    private readonly url: string,
    private readonly secret: Secret,
    private readonly hostnames: readonly string[],
    clock: Clock,
  ) {
    this.breaker = new Breaker({ mostFailures: 5, pauseMs: 10_000 }, clock);
  }

  /** A site accepts each token once. @throws AppError `SERVICE_UNAVAILABLE` if too many tokens wait */
  async verify(token: string, ofAction: string): Promise<'answered' | 'wrong' | 'away'> {
    try {
      const { success, hostname, action } = await this.requests.run(({ signal, hadTime }) =>
        this.ask(token, signal, hadTime),
      );
      const isHere = hostname === undefined || this.hostnames.includes(String(hostname));
      // A widget without an action has an empty one.
      return success && isHere && (!action || action === ofAction) ? 'answered' : 'wrong';
    } catch (error) {
      if (error instanceof NoFreeSlotError) throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
      if (error instanceof UnusableAnswer) return 'away';
      throw error;
    }
  }

  close(): Promise<void> {
    return this.requests.close();
  }

  private async ask(token: string, signal: AbortSignal, hadTime: () => boolean): Promise<Verdict> {
    if (this.breaker.begin() > 0) throw new UnusableAnswer('the site is not asked for a while', null);
    let end: RequestEnd | null = null;
    try {
      const verdict = await askSite(this.url, this.secret, token, signal);
      end = { status: 200 };
      return verdict;
    } catch (error) {
      if (error instanceof UnusableAnswer && hadTime()) end = error.end;
      throw error;
    } finally {
      this.breaker.end(end);
    }
  }
}
