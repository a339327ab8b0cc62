import { notFound } from '../errors/app-error';
import { isUuid } from '../runtime/uuid';

/** Returns an id as it is stored, in lower case. @throws AppError `NOT_FOUND` with this text for what is no id */
export function knownId(sent: string, otherwise: string): string {
  if (!isUuid(sent)) throw notFound(otherwise);
  return sent.toLowerCase();
}
