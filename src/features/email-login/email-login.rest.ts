import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

export const emailLoginRoutes = (emailLogins: EmailLoginService, cookies: RefreshCookies): RestRoute[] => [
  answerRoute(requestEmailLogin, (input, context) => emailLogins.requestEmailLogin(input, context)),
  loginRoute(completeEmailLogin, cookies, (input, context) => emailLogins.completeEmailLogin(input, context)),
];
