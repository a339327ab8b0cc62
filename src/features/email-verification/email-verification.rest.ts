import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { confirmEmail, sendEmailVerification } from './email-verification.operations';
import type { EmailVerificationService } from './email-verification.service';

const tag = 'Accounts';

/** Not below `/auth/verify`, because all paths below it belong to proxies. */
export const emailVerificationRoutes = (verification: EmailVerificationService): RestRoute[] => [
  answerRoute(
    sendEmailVerification,
    {
      tag,
      summary: 'Send the e-mail that verifies an address again',
      body: { description: 'The address to verify.' },
    },
    (input, context) => verification.send(input, context),
  ),
  answerRoute(
    confirmEmail,
    {
      tag,
      summary: 'Verify an e-mail address',
      body: { description: 'The token, or the address and the code. For a new account, also its password.' },
    },
    (input, context) => verification.confirm(input, context),
  ),
];
