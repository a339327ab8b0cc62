import { accessTokenRejected } from '../errors/token-rejections';
import type { RunOperation } from '../request/operation';
import type { RequestContext } from '../request/request-context';
import type { Principal } from '../tokens/access-token';
import { parseEmailAddress } from '../users/email-address';
import type { UserLookup } from '../users/user-lookup';
import type { Authenticator } from './authenticator';

export interface ForwardAuthResult extends Principal {
  /** The canonical form, which fits into a header (A-label domain). Null unless `VERIFY_TELLS_EMAIL` is on. */
  email: string | null;
}

/** Answers a reverse proxy that asks whether a request has a valid access token (forward auth). */
export class ForwardAuthService {
  constructor(
    private readonly operation: RunOperation,
    private readonly authenticator: Authenticator,
    private readonly users: UserLookup,
    private readonly settings: { returnEmail: boolean },
  ) {}

  /**
   * Makes no query for the access token while the revocations in memory are current.
   * @throws AppError `UNAUTHENTICATED`, `SERVICE_UNAVAILABLE`
   */
  verify(context: RequestContext): Promise<ForwardAuthResult> {
    return this.operation('verify', context, async (subject) => {
      const principal = await this.authenticator.authenticate(context, subject);
      return { ...principal, email: this.settings.returnEmail ? await this.emailOf(principal.userId, context) : null };
    });
  }

  private async emailOf(userId: string, { timings }: RequestContext): Promise<string> {
    const user = await timings.measure('database', () => this.users.findById(userId));
    if (!user) throw accessTokenRejected('no account');
    return parseEmailAddress(user.email)?.canonical ?? '';
  }
}
