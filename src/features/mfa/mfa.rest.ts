import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoutes } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { FactorsService } from './factors.service';
import type { LoginCompletionService } from './login-completion.service';
import * as operations from './mfa.operations';

export const mfaRoutes = (
  factors: FactorsService,
  completion: LoginCompletionService,
  cookies: RefreshCookies,
): RestRoute[] =>
  answerRoutes(operations, factors, {
    completeLogin: loginRoute(operations.completeLogin, completion, cookies),
  });
