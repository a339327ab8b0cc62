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
  const { config, stores, operation, authenticator, lookups, liveSessions, accessTokens, clock } = shared;
  const { unknownAddresses } = needs.legacy;
  const { loginPasswordRule, verifyReturnsEmail: returnEmail } = config;
  const { users, pageCookies } = stores;
  return {
    auth: new AuthService({ ...shared, ...needs, users, unknownAddresses, loginPasswordRule }),
    startedLogins: new StartedLogins({ ...shared, ...needs, users, derive: shared.derivationKey.derive }),
    account: new AccountService(shared),
    forwardAuth: new ForwardAuthService(operation, authenticator, lookups.users, { returnEmail }, clock),
    pageSessions: new PageSessions(pageCookies, liveSessions, users, accessTokens, clock),
  };
}
