import type { Platform } from '../../wiring/platform';
import type { Passwords } from '../passwords/passwords.module';
import type { Sessions } from '../sessions/sessions.module';
import { AccountService } from './account.service';
import { AuthService, type LoginPolicy, type LoginSecondFactors, type Registrations } from './auth.service';
import { ForwardAuthService } from './forward-auth.service';
import { PageSessions } from './page-sessions';
import { StartedLogins } from './started-logins';

interface Needs extends Sessions, Passwords {
  secondFactors: LoginSecondFactors;
  registrations: Registrations;
  loginPolicy: LoginPolicy;
}

export function authModule(platform: Platform, needs: Needs) {
  const {
    config,
    stores,
    operation,
    authenticator,
    users,
    liveSessions,
    rateLimits,
    accessTokens,
    userFields,
    tokenClaims,
    clock,
  } = platform;
  const { unknownAddresses } = needs.legacy;
  const { loginPasswordRule, verifyReturnsEmail: returnEmail } = config;
  return {
    auth: new AuthService({
      ...needs,
      operation,
      users: stores.users,
      userFields,
      tokenClaims,
      unknownAddresses,
      rateLimits,
      loginPasswordRule,
      clock,
    }),
    startedLogins: new StartedLogins({
      ...needs,
      operation,
      users: stores.users,
      rateLimits,
      derive: platform.derivationKey.derive,
      clock,
    }),
    account: new AccountService(platform),
    forwardAuth: new ForwardAuthService(operation, authenticator, users, { returnEmail }, clock),
    pageSessions: new PageSessions(stores.pageCookies, liveSessions, stores.users, accessTokens, clock),
  };
}
