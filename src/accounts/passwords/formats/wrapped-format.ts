import { createHash, createHmac } from 'node:crypto';
import { argon2Format } from './argon2-format';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat } from './hash-format';

export const fastDigests = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;
export type FastDigest = (typeof fastDigests)[number];

/** How an old service computed its digest. */
export interface DigestRecipe {
  digest: FastDigest;
  /** Null: the digest of the password alone. */
  addition: { kind: DigestAddition; bytes: Buffer } | null;
}

/** What the digest contains apart from the password: a salt before or after it, or the key of an HMAC. */
const additions = ['prefix', 'suffix', 'key'] as const;
export type DigestAddition = (typeof additions)[number];

export const digestBytes: Readonly<Record<FastDigest, number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** Bytes. */
export const longestAddition = 128;

const wrapped = new RegExp(
  `^\\$wrapped-(${fastDigests.join('|')})(\\$argon2id\\$v=19\\$[^$]{1,60}\\$[^$]{1,100}\\$[^$]{1,100})(?:\\$(${additions.join('|')})=([A-Za-z0-9+/]{1,171}))?$`,
);

/**
 * argon2id of a fast digest, as `$wrapped-md5$argon2id$…`. The digest itself is stored nowhere. What it needs apart from
 * the password is at the end: `$prefix=`, `$suffix=` or `$key=` (of an HMAC), in base64.
 */
export const wrappedFormat: HashFormat = {
  name: 'wrapped',
  ids: fastDigests.map((digest) => `wrapped-${digest}`),
  read(storedHash) {
    const [, digest, argon2Text = '', kind, bytesText = ''] = wrapped.exec(storedHash) ?? [];
    if (digest === undefined) return defects.malformed;
    const bytes = parsePhcBase64(bytesText);
    if (!bytes) return defects.truncated;
    const argon2 = argon2Format.read(argon2Text);
    if (typeof argon2 === 'string') return argon2;
    const addition = kind === undefined ? null : { kind: kind as DigestAddition, bytes };
    const recipe = { digest: digest as FastDigest, addition };
    return { verify: (password, tools) => argon2.verify(wrappedSecret(digestOf(password, recipe)), tools) };
  },
  decoyOf: (scheme) => scheme.replace(/\$argon2.*$/, (argon2) => argon2Format.decoyOf(argon2)),
};

/** Returns the text that is stored. `argon2` is the hash of `wrappedSecret`. */
export function wrappedText({ digest, addition }: DigestRecipe, argon2: string): string {
  return `$wrapped-${digest}${argon2}${addition ? `$${addition.kind}=${toPhcBase64(addition.bytes)}` : ''}`;
}

/** What argon2id hashes: the digest in hex. */
export const wrappedSecret = (digest: Buffer): string => digest.toString('hex');

function digestOf(password: string, { digest, addition }: DigestRecipe): Buffer {
  if (addition?.kind === 'key') return createHmac(digest, addition.bytes).update(password).digest();
  const hash = createHash(digest);
  if (addition?.kind === 'prefix') hash.update(addition.bytes);
  hash.update(password);
  if (addition?.kind === 'suffix') hash.update(addition.bytes);
  return hash.digest();
}
