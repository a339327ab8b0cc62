import type { LoginPolicy, LoginSecondFactors } from '../../accounts/auth/auth.service';
import { loginLimits } from '../../accounts/auth/login.limits';
import type { Login, SessionOpener } from '../../accounts/auth/session-opener';
import type { FactorTx } from '../../accounts/factors/second-factor-codes';
import type { SessionStore } from '../../accounts/sessions/session.store';
import type { UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { passkeyRejected } from './authenticator-response';
import { type PasskeyVerification, passkeysOff } from './passkey-verification';
import type { PasskeyOptions } from './passkeys.answers';
import { loginWithPasskey, passkeyLoginOptions } from './passkeys.operations';
import { passkeyReasons } from './passkeys.reasons';

/** A page with conditional UI asks for the options when it is loaded, and the user may take long to choose. */
const loginOptionsS = 600;

interface PasskeyLoginStores {
  users: Pick<UserStore, 'findCredentialsById'>;
  transaction: Transact<FactorTx & { sessions: SessionStore }>;
}

interface PasskeyLoginServiceNeeds {
  operation: RunOperation;
  stores: PasskeyLoginStores;
  verification: PasskeyVerification;
  opener: SessionOpener;
  /** For a passkey that stands for the password. */
  logins: LoginSecondFactors<FactorTx>;
  loginPolicy: LoginPolicy;
  rateLimits: RateLimits;
  isOn: boolean;
}

/**
 * Logins with a passkey alone, which is two factors in one: the authenticator, and what it verifies of the user. One that the
 * browser has added by itself is only the first.
 */
export class PasskeyLoginService {
  constructor(private readonly needs: PasskeyLoginServiceNeeds) {}

  /** Returns the options for a login. They name no passkey, so they do not say which accounts exist. */
  passkeyLoginOptions(context: RequestContext): Promise<PasskeyOptions> {
    return this.needs.operation(passkeyLoginOptions, context, async () => {
      if (!this.needs.isOn) throw passkeysOff();
      return { options: this.needs.verification.loginOptions(loginOptionsS), expiresInS: loginOptionsS };
    });
  }

  /** The result is the result of a login with a password. */
  loginWithPasskey(input: unknown, context: RequestContext): Promise<Login> {
    return this.needs.operation(loginWithPasskey, context, async (subject) => {
      const { passkey, options } = readInput(loginWithPasskey, input, context);
      if (!this.needs.isOn) throw passkeysOff();
      return this.needs.rateLimits.failures(loginLimits.PASSWORDLESS_NETWORK, context, async () => {
        const read = this.needs.verification.read(passkey, { for: 'login' });
        const found = await this.needs.verification.find(read, context);
        subject.userId = found.userId;
        const factor = await this.needs.verification.verify(read, found);
        const credentials = await context.timings.measure('database', () =>
          this.needs.stores.users.findCredentialsById(found.userId),
        );
        if (!credentials) throw passkeyRejected(passkeyReasons['unknown passkey']);
        subject.account = credentials.emailCanonical;
        const problem = await this.needs.loginPolicy.problemOf(credentials, context);
        if (problem) throw problem;
        const spend = (tx: FactorTx) => factor.spend(tx);
        const { automatic } = found;
        if (automatic && this.needs.logins.areNeeded(credentials)) {
          throw await this.needs.logins.challenge(credentials, options, context, { firstStep: 'passkey', spend });
        }
        const { factors, twoStep } = credentials;
        const login = await this.needs.opener.openSpending(
          this.needs.stores.transaction,
          spend,
          {
            account: credentials,
            method: 'passkey',
            authentication: automatic
              ? { acr: 'aal1', amr: factor.methods }
              : { acr: 'aal2', amr: [...factor.methods, 'mfa'] },
            // The transaction checks that the account still has the passkey. A change of the password does not matter.
            guard: { passwordHash: null, ...(automatic ? { factors, twoStep } : { factors: null, twoStep: null }) },
          },
          options,
          context,
        );
        await this.needs.rateLimits.noteNetwork(credentials, context);
        return login;
      });
    });
  }
}
