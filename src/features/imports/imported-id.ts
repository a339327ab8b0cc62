import { isUuid, uuidv5 } from '../../platform/runtime/uuid';

/** The namespace of ids that were not UUIDs. It must never change: a file that is imported again must get the same ids. */
const namespace = '6d0b1f0e-5d0c-4b7e-9a3c-2f1d7c9e4a58';

/**
 * Returns the id of an account for its id in another service. A UUID stays as it is, in lower case. Any other text
 * becomes a UUIDv5 (RFC 9562, section 5.5), so the same text always gets the same id.
 */
export const importedId = (text: string): string => (isUuid(text) ? text.toLowerCase() : uuidv5(text, namespace));
