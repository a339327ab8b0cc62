import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import {
  completeProviderLogin,
  identities,
  linkIdentity,
  loginProviders,
  loginWithIdToken,
  startProviderLogin,
  unlinkIdentity,
} from './identities.operations';
import type { IdentitiesService } from './identities.service';
import type { ProviderLoginService } from './provider-login.service';

export const identitiesRoutes = (
  logins: ProviderLoginService,
  own: IdentitiesService,
  cookies: RefreshCookies,
): RestRoute[] => [
  answerRoute(loginProviders, (_, context) => logins.loginProviders(context)),
  answerRoute(startProviderLogin, (input, context) => logins.startProviderLogin(input, context)),
  loginRoute(completeProviderLogin, cookies, (input, context) => logins.completeProviderLogin(input, context)),
  loginRoute(loginWithIdToken, cookies, (input, context) => logins.loginWithIdToken(input, context)),
  answerRoute(identities, (_, context) => own.identities(context)),
  answerRoute(linkIdentity, (input, context) => own.linkIdentity(input, context)),
  answerRoute(unlinkIdentity, (input, context) => own.unlinkIdentity(input, context)),
];
