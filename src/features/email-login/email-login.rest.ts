import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoutes } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import * as operations from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

export const emailLoginRoutes = (emailLogins: EmailLoginService, cookies: RefreshCookies): RestRoute[] =>
  answerRoutes(operations, emailLogins, {
    completeEmailLogin: loginRoute(operations.completeEmailLogin, emailLogins, cookies),
  });
