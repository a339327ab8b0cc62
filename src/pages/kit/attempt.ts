import { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';

/** What a person can do better with the same form. Other errors become a page of their own. */
export const ofForms: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'INVALID_CREDENTIALS',
  'INVALID_TOKEN',
  'EMAIL_TAKEN',
  'ACCOUNT_DISABLED',
  'EMAIL_NOT_VERIFIED',
  'MFA_REQUIRED',
  'PROVIDER_REJECTED',
  'LINK_REQUIRED',
  'CONFLICT',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
];

export type Attempt<Result> = { result: Result; problem: null } | { result: null; problem: AppError };

/** Waits for an operation, whose error the form then shows. @throws every error that the form cannot show */
export const attempt = <Result>(
  operation: Promise<Result>,
  codes: readonly ErrorCode[] = ofForms,
): Promise<Attempt<Result>> =>
  operation.then(
    (result) => ({ result, problem: null }),
    (error: unknown) => {
      if (error instanceof AppError && codes.includes(error.code)) return { result: null, problem: error };
      throw error;
    },
  );
