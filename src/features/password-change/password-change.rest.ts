import { endsCookie } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute, answerRoutes } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import * as operations from './password-change.operations';
import type { PasswordChangeService } from './password-change.service';
import type { PasswordResetService } from './password-reset.service';

export const passwordRoutes = (
  resets: PasswordResetService,
  changes: PasswordChangeService,
  cookies: RefreshCookies,
): RestRoute[] =>
  answerRoutes(operations, resets, {
    changePassword: answerRoute(
      operations.changePassword,
      async (input, context, { res }) => {
        const changed = await changes.changePassword(input, context);
        if (changed.current) cookies.clear(res);
        return changed;
      },
      { headers: endsCookie },
    ),
  });
