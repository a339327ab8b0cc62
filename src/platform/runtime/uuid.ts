import { createHash, randomUUID } from 'node:crypto';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID (RFC 9562) of any version, in upper or lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);

let lastMs = Number.NaN;
let counter = 0;

/**
 * Returns a UUIDv7 (RFC 9562, section 5.7) for a time. UUIDs sort by their time. Those that one process makes in a row for
 * the same millisecond sort by a counter (section 6.2, method 1): 24 bits that begin below one half at a random number.
 * 48 bits are random.
 */
export function uuidv7(at = new Date()): string {
  const ms = at.getTime();
  const random = randomUUID();
  counter = ms === lastMs ? counter + 1 : Number.parseInt(random.slice(0, 8), 16) >>> 9;
  lastMs = ms;
  const time = ms.toString(16).padStart(12, '0');
  const count = counter.toString(16).padStart(6, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3)}-${random.slice(24)}`;
}

/** Returns the UUIDv5 (RFC 9562, section 5.5) of a name in a namespace: the same for the same name, always. */
export function uuidv5(name: string, namespace: string): string {
  const bytes = createHash('sha1').update(namespace.replaceAll('-', ''), 'hex').update(name).digest();
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x50;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
