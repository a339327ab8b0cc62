import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { FactorsService } from './factors.service';
import type { LoginCompletionService } from './login-completion.service';
import {
  completeLogin,
  confirmTotp,
  enrollTotp,
  factors,
  regenerateRecoveryCodes,
  removeTotp,
  setTwoStep,
} from './mfa.operations';

const tag = 'Accounts';

export const mfaRoutes = (
  service: FactorsService,
  completion: LoginCompletionService,
  cookies: RefreshCookies,
): RestRoute[] => [
  loginRoute(
    completeLogin,
    {
      summary: 'Complete a login with a second factor',
      body: { description: 'The token of the challenge, and a code or a passkey.' },
    },
    cookies,
    (input, context) => completion.complete(input, context),
  ),
  answerRoute(factors, { tag, summary: 'Read the second factors of the user' }, (_, context) =>
    service.factors(context),
  ),
  answerRoute(
    enrollTotp,
    {
      tag,
      summary: 'Get a secret for an authenticator app',
      body: { description: 'The current password, or the token of a challenge.' },
    },
    (input, context) => service.enrollTotp(input, context),
  ),
  answerRoute(
    confirmTotp,
    {
      tag,
      summary: 'Make an authenticator app a second factor',
      body: { description: 'A code of the authenticator app.' },
    },
    (input, context) => service.confirmTotp(input, context),
  ),
  answerRoute(removeTotp, { tag, summary: 'Remove the authenticator app' }, (_, context) =>
    service.removeTotp(context),
  ),
  answerRoute(regenerateRecoveryCodes, { tag, summary: 'Create new recovery codes' }, (_, context) =>
    service.regenerateRecoveryCodes(context),
  ),
  answerRoute(
    setTwoStep,
    { tag, summary: 'Switch two-step sign-in on or off', body: { description: 'Whether it is on.' } },
    (input, context) => service.setTwoStep(input, context),
  ),
];
