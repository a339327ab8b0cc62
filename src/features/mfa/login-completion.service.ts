import { loginLimits } from '../../accounts/auth/login.limits';
import type { Login } from '../../accounts/auth/session-opener';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { LoginChallenges } from './login-challenges';
import { completeLogin } from './mfa.operations';

/** Completes logins that returned `MFA_REQUIRED`. */
export class LoginCompletionService {
  constructor(
    private readonly operation: RunOperation,
    private readonly logins: LoginChallenges,
    private readonly rateLimits: RateLimits,
  ) {}

  /** The result is the result of a login. */
  completeLogin(input: unknown, context: RequestContext): Promise<Login> {
    return this.operation(completeLogin, context, async (subject) => {
      const { token, proof } = readInput(completeLogin, input, context);
      return this.rateLimits.failures(loginLimits.PASSWORDLESS_NETWORK, context, async () => {
        const pending = await this.logins.find(token, context);
        const { user, emailCanonical } = pending.credentials;
        subject.account = emailCanonical;
        subject.userId = user.id;
        const login = await this.logins.complete(pending, proof, context);
        await this.rateLimits.noteNetwork(pending.credentials, context);
        return login;
      });
    });
  }
}
