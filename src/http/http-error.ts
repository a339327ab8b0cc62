import { AppError, type ErrorCode, toAppError } from '../errors';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

/**
 * The error of a body parser, or of Express (a path that is not percent-encoded well), as one of ours. It is not kept
 * as the cause, because it carries the body.
 */
export function toHttpError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients ? new AppError(codeOfStatus[status] ?? 'MALFORMED_REQUEST') : toAppError(error);
}
