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
  answerRoute(loginProviders, (_, context) => logins.list(context)),
  answerRoute(startProviderLogin, (input, context) => logins.start(input, context)),
  loginRoute(completeProviderLogin, cookies, (input, context) => logins.complete(input, context)),
  loginRoute(loginWithIdToken, cookies, (input, context) => logins.loginWithIdToken(input, context)),
  answerRoute(identities, (_, context) => own.list(context)),
  answerRoute(linkIdentity, (input, context) => own.link(input, context)),
  answerRoute(unlinkIdentity, (input, context) => own.unlink(input, context)),
];
