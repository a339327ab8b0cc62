import { AccountService } from '../accounts/auth/account.service';
import {
  AuthService,
  type LoginPolicy,
  type LoginSecondFactors,
  type Registrations,
} from '../accounts/auth/auth.service';
import { ForwardAuthService } from '../accounts/auth/forward-auth.service';
import { PageSessions } from '../accounts/auth/page-sessions';
import { StartedLogins } from '../accounts/auth/started-logins';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

interface Needs extends Sessions, Passwords {
  secondFactors: LoginSecondFactors;
  registrations: Registrations;
  loginPolicy: LoginPolicy;
}

export function createAuth(shared: Shared, needs: Needs) {
  const {
    config,
    stores,
    operation,
    authenticator,
    lookups,
    liveSessions,
    rateLimits,
    accessTokens,
    userFields,
    tokenClaims,
    clock,
  } = shared;
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
      derive: shared.derivationKey.derive,
      clock,
    }),
    account: new AccountService(shared),
    forwardAuth: new ForwardAuthService(operation, authenticator, lookups.users, { returnEmail }, clock),
    pageSessions: new PageSessions(stores.pageCookies, liveSessions, stores.users, accessTokens, clock),
  };
}
