import { AppError, toAppError } from '../errors/app-error';
import type { ErrorCode } from '../errors/error-table';
import { bodyBytes } from './http-limits';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

/**
 * Converts an error of the body parser or of Express to an AppError. The AppError has no cause, because the original
 * error contains the body. An example of Express's errors is a path with invalid percent-encoding.
 */
export function toHttpError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { status, limit } = error instanceof Error ? (error as { status?: unknown; limit?: unknown }) : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return toAppError(error);
  const isOfAdministration = status === 413 && limit === bodyBytes.admin;
  return new AppError(codeOfStatus[status] ?? 'MALFORMED_REQUEST', isOfAdministration ? { msg: tooLargeForAdmin } : {});
}

/** The text of the error table has the limits of all other paths. */
const tooLargeForAdmin = `The body is too large. This path accepts up to ${bodyBytes.admin / 1024} kB.`;
