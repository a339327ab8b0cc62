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

export const mfaRoutes = (
  service: FactorsService,
  completion: LoginCompletionService,
  cookies: RefreshCookies,
): RestRoute[] => [
  loginRoute(completeLogin, cookies, (input, context) => completion.completeLogin(input, context)),
  answerRoute(factors, (_, context) => service.factors(context)),
  answerRoute(enrollTotp, (input, context) => service.enrollTotp(input, context)),
  answerRoute(confirmTotp, (input, context) => service.confirmTotp(input, context)),
  answerRoute(removeTotp, (_, context) => service.removeTotp(context)),
  answerRoute(regenerateRecoveryCodes, (_, context) => service.regenerateRecoveryCodes(context)),
  answerRoute(setTwoStep, (input, context) => service.setTwoStep(input, context)),
];
