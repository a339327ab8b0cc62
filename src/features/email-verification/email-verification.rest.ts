import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { confirmEmail, sendEmailVerification } from './email-verification.operations';
import type { EmailVerificationService } from './email-verification.service';

/** Not below `/auth/verify`, because all paths below it belong to proxies. */
export const emailVerificationRoutes = (verification: EmailVerificationService): RestRoute[] => [
  answerRoute(sendEmailVerification, (input, context) => verification.sendEmailVerification(input, context)),
  answerRoute(confirmEmail, (input, context) => verification.confirmEmail(input, context)),
];
