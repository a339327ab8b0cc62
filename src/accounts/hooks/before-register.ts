import { AppError, invalidField } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import { BoundedRequests } from '../../platform/runtime/bounded-requests';
import { Breaker, type RequestEnd } from '../../platform/runtime/breaker';
import type { Clock } from '../../platform/runtime/clock';
import { NoFreeSlotError } from '../../platform/runtime/slots';
import type { TokenClaims } from '../tokens/token-claims';
import { bytesOfJson, type UserClaims } from '../users/user-claims';
import { fieldsOfNewUser } from '../users/user-field-changes';
import { changedFields, type FieldChanges, longestFields, type UserFields } from '../users/user-fields';
import type { HookAnswer } from './hook-answer.inputs';
import { type HookClient, type HookQuestion, UnusableDecision } from './hook-client';
import { hookReasons } from './hooks.reasons';

/** Milliseconds. An operation must answer within 2.8 s. */
export const hookAnswersWithinMs = 1000;
const mostWaiting = 100;
const breaker = { mostFailures: 5, pauseMs: 10_000 } as const;
/** Milliseconds. Each request of a client has its own line in the log. */
const warnedEveryMs = 60_000;

export const hookResults = ['allowed', 'rejected', 'failed', 'not_asked'] as const;
type HookResult = (typeof hookResults)[number];

/** What a new account gets. */
export interface FirstRights {
  roles: readonly string[];
  claims: UserClaims;
  /** What the hook sets beside the defaults and what the person has sent. */
  fields: FieldChanges;
}

/** Without a hook. */
export const noRights: FirstRights = { roles: [], claims: {}, fields: {} };

interface NewcomerOfHook {
  email: EmailAddress;
  firstName: string;
  lastName: string;
  tel: string | null;
  /** What the person has sent. */
  fields?: FieldChanges | null | undefined;
}

/** How a person registers: with a password, by an invitation, with the first login of the old service, or the id of a provider. */
type Method = 'password' | 'invitation' | 'legacy' | { provider: string };

interface BeforeRegisterNeeds {
  client: Pick<HookClient, 'ask'>;
  tokenClaims: Pick<TokenClaims, 'problemOfNew'>;
  userFields: Pick<UserFields, 'areDefined' | 'defaults'>;
  mostAtOnce: number;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
}

/**
 * Asks the hook of `HOOK_BEFORE_REGISTER` about each registration, before anything is written and outside every transaction.
 * It is asked about a taken address, too, so that neither the answer nor its time says which addresses have an account.
 * Without a usable answer, nobody registers.
 */
export class BeforeRegister {
  readonly counts: Record<HookResult, number> = { allowed: 0, rejected: 0, failed: 0, not_asked: 0 };
  /** The sum of the durations of the requests, in seconds. */
  seconds = 0;
  private readonly requests: BoundedRequests;
  private readonly breaker: Breaker;
  private readonly warning: RareWarning;

  constructor(private readonly needs: BeforeRegisterNeeds) {
    const { mostAtOnce, timeoutMs = hookAnswersWithinMs, clock, log } = needs;
    this.requests = new BoundedRequests({ mostAtOnce, mostWaiting, timeoutMs });
    this.breaker = new Breaker(breaker, clock);
    this.warning = new RareWarning(warnedEveryMs, clock, log);
  }

  get isPaused(): boolean {
    return this.breaker.isOpen;
  }

  /**
   * Returns what the account gets.
   * @throws AppError `FORBIDDEN`, or `VALIDATION_FAILED` at a field that the person has entered, if the hook rejects the
   * person; `SERVICE_UNAVAILABLE`
   */
  async decide(newcomer: NewcomerOfHook, method: Method, context: RequestContext): Promise<FirstRights> {
    const { email, firstName, lastName, tel } = newcomer;
    const { userFields } = this.needs;
    const fields = userFields.areDefined ? fieldsOfNewUser(userFields, newcomer.fields) : null;
    const question = {
      user: { email: email.given, firstName, lastName, tel, fields },
      method: typeof method === 'string' ? method : method.provider,
      ip: context.ip,
      locale: context.locale,
    };
    const answer = await context.timings.measure('hook', () => this.ask(question));
    if (answer.decision === 'allow') return answer;
    if (answer.field !== null && (method === 'password' || method === 'invitation'))
      throw invalidField(answer.field, answer.msg, 'hook');
    throw new AppError('FORBIDDEN', { msg: answer.msg, reason: hookReasons['rejected by the hook'] });
  }

  /** Ends the requests that are running. */
  close(): Promise<void> {
    return this.requests.close();
  }

  private async ask(question: HookQuestion): Promise<HookAnswer> {
    try {
      return await this.requests.run(async ({ signal, hadTime }) => {
        const waitS = this.breaker.begin();
        if (waitS > 0) throw notAsked('the hook does not answer, and is not asked for a while', waitS);
        const startedAt = performance.now();
        try {
          const answer = await this.needs.client.ask(question, signal);
          this.end({ status: 200 });
          return this.checked(answer, question);
        } catch (error) {
          if (!(error instanceof UnusableDecision)) throw error;
          this.end(hadTime() ? error.end : null);
          throw error;
        } finally {
          this.seconds += (performance.now() - startedAt) / 1000;
        }
      });
    } catch (error) {
      throw this.unavailable(error instanceof NoFreeSlotError ? notAsked('too many registrations wait', 1) : error);
    }
  }

  /** Fields that no account and claims that no access token can have would strand the user. */
  private checked(answer: HookAnswer, { user }: HookQuestion): HookAnswer {
    if (answer.decision === 'allow') {
      const { email, firstName, lastName, tel } = user;
      const { roles, claims } = answer;
      const fields = changedFields(user.fields ?? {}, answer.fields);
      if (bytesOfJson(fields) > longestFields) {
        throw new UnusableDecision('the fields of the hook are too large', null);
      }
      if (this.needs.tokenClaims.problemOfNew({ email, firstName, lastName, tel, roles, claims, fields }, ['claims'])) {
        throw new UnusableDecision('the claims of the hook are too large for TOKEN_CLAIMS', null);
      }
    }
    this.counts[answer.decision === 'allow' ? 'allowed' : 'rejected'] += 1;
    return answer;
  }

  private end(end: RequestEnd | null): void {
    const change = this.breaker.end(end);
    if (change === 'closed') this.needs.log.info('the hook answers again');
    if (change === 'opened') {
      this.needs.log.error(
        { failures: breaker.mostFailures, pauseS: breaker.pauseMs / 1000 },
        'the hook of HOOK_BEFORE_REGISTER does not answer: it is not asked for a while, and nobody can register',
      );
    }
  }

  /** Returns the error for the client. Any other error is a bug. */
  private unavailable(error: unknown): unknown {
    if (!(error instanceof UnusableDecision)) return error;
    this.counts[error instanceof NotAsked ? 'not_asked' : 'failed'] += 1;
    if (!this.requests.isClosed) this.warn(error);
    const { retryAfterS } = error;
    return new AppError('SERVICE_UNAVAILABLE', {
      reason: hookReasons['no answer of the hook'],
      cause: error,
      ...(retryAfterS !== null && { retryAfterS }),
    });
  }

  private warn(error: UnusableDecision): void {
    if (error instanceof NotAsked) return;
    this.warning.warn(
      { err: error },
      'the hook of HOOK_BEFORE_REGISTER gave no usable answer: the registration gets 503',
    );
  }
}

class NotAsked extends UnusableDecision {}

const notAsked = (message: string, retryAfterS: number) => new NotAsked(message, null, retryAfterS);
