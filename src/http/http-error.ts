import { AppError, toAppError } from '../errors/app-error';
import type { ErrorCode } from '../errors/error-table';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

/**
 * Converts an error of the body parser or of Express to an AppError. The AppError has no cause, because the original
 * error contains the body. An example of Express's errors is a path with invalid percent-encoding.
 */
export function toHttpError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients ? new AppError(codeOfStatus[status] ?? 'MALFORMED_REQUEST') : toAppError(error);
}
