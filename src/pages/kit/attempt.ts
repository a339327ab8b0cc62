import { hookReasons } from '../../accounts/hooks/hooks.reasons';
import { userReasons } from '../../accounts/users/users.reasons';
import { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { RejectionReason } from '../../platform/errors/rejection-reason';

/** What a person can do better with the same form. Other errors become a page of their own. */
export const ofForms: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'INVALID_CREDENTIALS',
  'INVALID_TOKEN',
  'EMAIL_TAKEN',
  'ACCOUNT_DISABLED',
  'EMAIL_NOT_VERIFIED',
  'CHALLENGE_REQUIRED',
  'MFA_REQUIRED',
  'PROVIDER_REJECTED',
  'LINK_REQUIRED',
  'CONFLICT',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
];

/** The reasons of `FORBIDDEN` that are about what the person has entered. */
const ofInput: readonly (RejectionReason | null)[] = [
  userReasons['domain not allowed'],
  hookReasons['rejected by the hook'],
];

export const isAboutInput = ({ reason }: Pick<AppError, 'reason'>): boolean => ofInput.includes(reason);

export type Attempt<Result> = { result: Result; problem: null } | { result: null; problem: AppError };

/** Waits for an operation, whose error the form then shows. @throws every error that the form cannot show */
export const attempt = <Result>(
  operation: Promise<Result>,
  codes: readonly ErrorCode[] = ofForms,
): Promise<Attempt<Result>> =>
  operation.then(
    (result) => ({ result, problem: null }),
    (error: unknown) => {
      if (error instanceof AppError && (codes.includes(error.code) || isAboutInput(error))) {
        return { result: null, problem: error };
      }
      throw error;
    },
  );
