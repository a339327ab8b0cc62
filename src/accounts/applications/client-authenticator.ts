import type { Lookup } from '../../platform/db/lookup';
import { AppError } from '../../platform/errors/app-error';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import { applicationReasons } from './applications.reasons';
import { clientLimits } from './client.limits';
import { type ClientParameters, clientAuthenticationMissing, parseClientCredentials } from './client-credentials';
import { hashesOfNoClient, isClientSecret } from './client-secret';
import { isClientUrl } from './client-url';
import type { OAuthClient } from './oauth-client';
import type { AuthenticatingClient } from './oauth-client.store';

export const clientFailures = [
  applicationReasons['unknown client'],
  applicationReasons['wrong client secret'],
] as const;
export type ClientFailure = (typeof clientFailures)[number];

/** No client has this id. It stands for every text that is not the id of a client. */
const noClientId = '00000000-0000-0000-0000-000000000000';

/** Authenticates the client of a request (RFC 6749, section 2.3). */
export class ClientAuthenticator {
  private readonly counts = new Map<ClientFailure, number>();

  constructor(
    private readonly clients: Lookup<AuthenticatingClient>,
    /** By the URL of the document that describes the client. */
    private readonly clientsByUrl: Lookup<AuthenticatingClient>,
    private readonly rateLimits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** The number of requests whose client was rejected for this reason. */
  failures(reason: ClientFailure): number {
    return this.counts.get(reason) ?? 0;
  }

  /**
   * Also accepts the id alone of a client that cannot keep a secret (RFC 6749, section 2.1). Its requests prove nothing about
   * who sends them, so each must come with a code, a code verifier or a token.
   * @throws AppError as `authenticate`
   */
  async identify(form: ClientParameters, context: RequestContext, subject: AuditSubject): Promise<OAuthClient> {
    const { clientId, clientSecret, clientAssertion } = form;
    const isAlone = clientId !== undefined && clientSecret === undefined && clientAssertion === undefined;
    if (!isAlone || context.authorization !== null) return this.authenticate(form, context, subject);
    const found = await this.find(clientId, context);
    if (!found) return this.reject(idOf(clientId), applicationReasons['unknown client'], context, subject);
    if (found.client.kind !== 'public') throw clientAuthenticationMissing();
    return found.client;
  }

  /**
   * An unknown client takes the same work as a wrong secret. Only failures are counted, after the comparison. So the
   * failures of others never reject the right secret, and a secret of 256 bits cannot be guessed (docs/decisions/026).
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  async authenticate(form: ClientParameters, context: RequestContext, subject: AuditSubject): Promise<OAuthClient> {
    const { clientId, clientSecret } = parseClientCredentials(context.authorization, form);
    const id = idOf(clientId);
    const found = await this.find(clientId, context);
    const isRight = isClientSecret(clientSecret, found?.hashes ?? hashesOfNoClient, this.clock());
    if (found && isRight) return found.client;
    return this.reject(id, applicationReasons[found ? 'wrong client secret' : 'unknown client'], context, subject);
  }

  /** A disabled client is like an unknown one. The document of a URL is not fetched: its row has what people have allowed. */
  private async find(clientId: string, { timings }: RequestContext): Promise<AuthenticatingClient | null> {
    const found = await timings.measure('database', () =>
      isClientUrl(clientId) ? this.clientsByUrl.findById(clientId) : this.clients.findById(idOf(clientId)),
    );
    return found?.client.disabledTs === null ? found : null;
  }

  private async reject(
    id: string,
    reason: ClientFailure,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<never> {
    subject.client = { id, isKnown: reason !== applicationReasons['unknown client'] };
    this.counts.set(reason, this.failures(reason) + 1);
    await this.rateLimits.count(failureOfClient(id), context, async () => {});
    throw clientRejected(reason);
  }
}

const idOf = (clientId: string): string => (isUuid(clientId) ? clientId.toLowerCase() : noClientId);

export function clientRejected(reason: ClientFailure): AppError {
  return new AppError('INVALID_CREDENTIALS', { msg: 'The client id or the client secret is wrong.', reason });
}

/** A failed authentication, for the network of the request and for the client id in it. */
const failureOfClient = (clientId: string): LimitStrategy => ({
  async before(attempt) {
    await attempt.countNetwork(clientLimits.CLIENT_NETWORK);
    await attempt.count(clientLimits.CLIENT_FAILURES, clientId);
  },
});
