import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import { string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import { changePassword, requestPasswordReset, resetPassword } from './password-change.operations';
import type { PasswordChangeService } from './password-change.service';
import type { PasswordResetService } from './password-reset.service';

const tag = 'Accounts';

export const passwordRoutes = (
  resets: PasswordResetService,
  changes: PasswordChangeService,
  cookies: RefreshCookies,
): RestRoute[] => [
  answerRoute(
    requestPasswordReset,
    { tag, summary: 'Send an e-mail to reset the password', body: { description: 'The address of the account.' } },
    (input, context) => resets.request(input, context),
  ),
  answerRoute(
    resetPassword,
    {
      tag,
      summary: 'Set a new password with a token or a code',
      body: { description: 'The token, or the address and the code, and the new password.' },
    },
    (input, context) => resets.reset(input, context),
  ),
  answerRoute(
    changePassword,
    {
      tag,
      summary: 'Change the password',
      body: { description: 'The current and the new password.' },
      headers: {
        'Set-Cookie': {
          description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
          schema: string,
        },
      },
    },
    async (input, context, { res }) => {
      const changed = await changes.change(input, context);
      if (changed.current) cookies.clear(res);
      return changed;
    },
  ),
];
