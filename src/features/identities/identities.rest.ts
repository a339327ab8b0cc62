import { loginRoute } from '../../accounts/auth/auth.rest';
import { noSuchProvider } from '../../accounts/providers/providers';
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
import { noSuchIdentity } from './identities.service';
import type { ProviderLoginService } from './provider-login.service';

const tokensText =
  'The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.';
const noProvider = { NOT_FOUND: noSuchProvider() };

export const identitiesRoutes = (
  logins: ProviderLoginService,
  own: IdentitiesService,
  cookies: RefreshCookies,
): RestRoute[] => [
  answerRoute(loginProviders, { tag: 'Sessions', summary: 'List the providers to sign in with' }, (_, context) =>
    logins.list(context),
  ),
  answerRoute(
    startProviderLogin,
    {
      tag: 'Sessions',
      summary: 'Start a sign-in with a provider',
      body: { description: 'Where the browser comes back to, and the challenge.' },
      errors: noProvider,
    },
    (input, context) => logins.start(input, context),
  ),
  loginRoute(
    completeProviderLogin,
    {
      summary: 'Sign in with the code of a provider',
      body: { description: `The code, and its verifier. ${tokensText}` },
    },
    cookies,
    (input, context) => logins.complete(input, context),
  ),
  loginRoute(
    loginWithIdToken,
    {
      summary: 'Sign in with an ID token of a provider',
      body: { description: `The ID token, and its nonce. ${tokensText}` },
      errors: noProvider,
    },
    cookies,
    (input, context) => logins.loginWithIdToken(input, context),
  ),
  answerRoute(identities, { tag: 'Accounts', summary: 'List the accounts at providers of the user' }, (_, context) =>
    own.list(context),
  ),
  answerRoute(
    linkIdentity,
    {
      tag: 'Accounts',
      summary: 'Connect an account at a provider',
      body: { description: 'What shows the account at the provider.' },
      errors: noProvider,
    },
    (input, context) => own.link(input, context),
  ),
  answerRoute(
    unlinkIdentity,
    {
      tag: 'Accounts',
      summary: 'Disconnect an account at a provider',
      errors: { NOT_FOUND: noSuchIdentity() },
    },
    (input, context) => own.unlink(input, context),
  ),
];
