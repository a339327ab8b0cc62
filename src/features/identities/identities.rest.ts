import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute, answerRoutes } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import * as operations from './identities.operations';
import type { IdentitiesService } from './identities.service';
import type { ProviderLoginService } from './provider-login.service';

const { loginProviders, startProviderLogin, completeProviderLogin, loginWithIdToken } = operations;

export const identitiesRoutes = (
  logins: ProviderLoginService,
  identities: IdentitiesService,
  cookies: RefreshCookies,
): RestRoute[] =>
  answerRoutes(operations, identities, {
    loginProviders: answerRoute(loginProviders, (_, context) => logins.loginProviders(context)),
    startProviderLogin: answerRoute(startProviderLogin, (input, context) => logins.startProviderLogin(input, context)),
    completeProviderLogin: loginRoute(completeProviderLogin, logins, cookies),
    loginWithIdToken: loginRoute(loginWithIdToken, logins, cookies),
  });
