import { AppError } from '../../platform/errors/app-error';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import { type ClientParameters, parseClientCredentials } from './client-credentials';
import { hashesOfNoClient, isClientSecret } from './client-secret';
import type { OAuthClient } from './oauth-client';
import type { OAuthClientStore } from './oauth-client.store';

export const clientFailures = ['unknown client', 'wrong client secret'] as const;
export type ClientFailure = (typeof clientFailures)[number];

/** No client has this id. It stands for every text that is not the id of a client. */
const noClientId = '00000000-0000-0000-0000-000000000000';

/** Authenticates the client of a request (RFC 6749, section 2.3). */
export class ClientAuthenticator {
  private readonly counts = new Map<ClientFailure, number>();

  constructor(
    private readonly store: Pick<OAuthClientStore, 'findCredentials'>,
    private readonly rateLimits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** The number of requests whose client was rejected for this reason. */
  failures(reason: ClientFailure): number {
    return this.counts.get(reason) ?? 0;
  }

  /**
   * An unknown client takes the same work as a wrong secret. Only failures are counted, after the comparison. So the
   * failures of others never reject the right secret, and a secret of 256 bits cannot be guessed (docs/decisions/026).
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  async authenticate(form: ClientParameters, context: RequestContext, subject: AuditSubject): Promise<OAuthClient> {
    const { clientId, clientSecret } = parseClientCredentials(context.authorization, form);
    const id = isUuid(clientId) ? clientId.toLowerCase() : noClientId;
    const found = await context.timings.measure('database', () => this.store.findCredentials(id));
    const isRight = isClientSecret(clientSecret, found?.hashes ?? hashesOfNoClient, this.clock());
    if (found && isRight) return found.client;

    subject.client = { id, isKnown: found !== null };
    const reason = found ? 'wrong client secret' : 'unknown client';
    this.counts.set(reason, this.failures(reason) + 1);
    await this.rateLimits.clientFailure(id, context);
    throw clientRejected(reason);
  }
}

export function clientRejected(reason: ClientFailure): AppError {
  return new AppError('INVALID_CREDENTIALS', { msg: 'The client id or the client secret is wrong.', reason });
}
