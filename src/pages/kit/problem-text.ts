import { deletionReasons } from '../../accounts/deletion/deletion.reasons';
import { hookReasons } from '../../accounts/hooks/hooks.reasons';
import { providerReasons } from '../../accounts/providers/providers.reasons';
import { userReasons } from '../../accounts/users/users.reasons';
import type { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { Words } from '../words/en';

/** What a code means on one page, if this is more than its general text. */
export type OwnProblemTexts = Readonly<Partial<Record<ErrorCode, string>>>;

/** What a wrong code of an e-mail means: the person types it again, or asks for another e-mail. */
export const ofMailCode = (problem: AppError | null, { common }: Words): OwnProblemTexts => ({
  INVALID_TOKEN: problem?.attemptsLeft ? common.code.wrong : common.code.over,
});

/** Returns the text for a person. The text of the error itself is for programs, and in English. */
export function problemText(
  { code, retryAfterS, reason, message }: Pick<AppError, 'code' | 'retryAfterS' | 'reason' | 'message'>,
  words: Words,
  own: OwnProblemTexts = {},
): string {
  const { problems, summary } = words.common;
  const texts: Readonly<Record<ErrorCode, string>> = {
    VALIDATION_FAILED: summary,
    INVALID_CREDENTIALS: problems.wrongCredentials,
    INVALID_TOKEN: problems.invalidLink,
    EMAIL_TAKEN: problems.emailTaken,
    ACCOUNT_DISABLED: reason === deletionReasons['deleted account'] ? problems.deleted : problems.disabled,
    EMAIL_NOT_VERIFIED: problems.notVerified,
    CHALLENGE_REQUIRED: problems.challenge,
    RATE_LIMITED: problems.tooMany(retryAfterS ?? 60),
    PROVIDER_REJECTED:
      reason === providerReasons['cancelled sign-in'] ? problems.providerCancelled : problems.providerRejected,
    LINK_REQUIRED: problems.emailTaken,
    CONFLICT: problems.conflict,
    // Only services get it.
    CURSOR_EXPIRED: problems.unexpected,
    FORBIDDEN: reason === userReasons['domain not allowed'] ? problems.otherDomain : problems.forbidden,
    NOT_FOUND: problems.notFound,
    METHOD_NOT_ALLOWED: problems.notFound,
    PAYLOAD_TOO_LARGE: problems.tooLarge,
    MALFORMED_REQUEST: problems.malformed,
    UNSUPPORTED_MEDIA_TYPE: problems.malformed,
    SERVICE_UNAVAILABLE: problems.unavailable,
    INTERNAL: problems.unexpected,
    // These lead to another page, and have no text.
    UNAUTHENTICATED: problems.unexpected,
    MFA_REQUIRED: problems.unexpected,
    STEP_UP_REQUIRED: problems.unexpected,
  };
  // The hook answers in the language of the person.
  if (reason === hookReasons['rejected by the hook']) return message;
  return own[code] ?? texts[code];
}
