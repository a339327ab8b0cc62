import type { Lookup } from '../../platform/db/lookup';
import { nameCaller, type RunOperation } from '../../platform/operations/run-operation';
import { parseEmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { Principal } from '../tokens/access-token';
import { accessTokenRejected } from '../tokens/access-token-rejection';
import { tokenReasons } from '../tokens/tokens.reasons';
import type { User } from '../users/user';
import { mayRead } from '../users/user-scopes';
import type { Authenticator } from './authenticator';
import { verify } from './forward-auth.operations';
import { parseRequirement, requireOf } from './required-authentication';

interface ForwardAuthResult {
  principal: Readonly<Principal>;
  /** The canonical form, which fits into a header (A-label domain). Null unless `VERIFY_TELLS_EMAIL` is on. */
  email: string | null;
}

/** Answers a reverse proxy that asks whether a request has a valid access token (forward auth). */
export class ForwardAuthService {
  constructor(
    private readonly operation: RunOperation,
    private readonly authenticator: Authenticator,
    private readonly users: Lookup<User>,
    private readonly settings: { returnEmail: boolean },
    private readonly clock: Clock,
  ) {}

  /**
   * Makes no query for the access token while the revocations in memory are current. `requirement` is the header
   * `X-Gatehouse-Require`, or null. Anyone may send it, because a requirement can only reject more.
   */
  verify(requirement: string | null, context: RequestContext): Promise<ForwardAuthResult> {
    return this.operation(verify, context, async (subject) => {
      const required = requirement === null ? null : parseRequirement(requirement);
      const principal = await this.authenticator.authenticate(context, verify);
      nameCaller(principal, subject, context);
      if (required) requireOf(principal, required, this.clock());
      const email = this.settings.returnEmail ? await this.emailOf(principal, context) : null;
      return { principal, email };
    });
  }

  /** Empty for an application that may not read it, so that it replaces a header of the client. */
  private async emailOf({ userId, scopes }: Principal, { timings }: RequestContext): Promise<string> {
    if (!mayRead(scopes, 'email')) return '';
    const user = await timings.measure('database', () => this.users.findById(userId));
    if (!user) throw accessTokenRejected(tokenReasons['no account']);
    return parseEmailAddress(user.email)?.canonical ?? '';
  }
}
