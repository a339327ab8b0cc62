import { toPhcBase64 } from './formats/base64';
import { digestBytes, type FastDigest, fastDigests } from './formats/wrapped-format';

/**
 * A hash as text of another library: what an import has for it otherwise, an object with a format or a stored text. Null: it is
 * malformed.
 */
interface HashText {
  library: 'Django' | 'LDAP' | 'passlib' | 'Werkzeug';
  password: object | string | null;
}

const ofWerkzeugDigest = new RegExp(`^(?:${fastDigests.join('|')})\\$`);
const fromUtf8 = (text: string): string => Buffer.from(text).toString('base64');
const pbkdf2Of = (digest: string, iterations: string, salt: string, hash: string) => ({
  format: 'pbkdf2',
  digest,
  iterations: Number(iterations),
  salt,
  hash,
});

/** Reads the text of a hash in a form that is not one of stored hashes. Null for another text, also for one that is stored as it is. */
export function readHashText(text: string): HashText | null {
  const [, scheme, inScheme = ''] = /^\{([A-Z0-9-]{1,20})\}(.*)$/is.exec(text) ?? [];
  if (scheme !== undefined) return ldapPassword(scheme.toUpperCase(), inScheme);
  if (/^\$pbkdf2(?:-sha(?:1|256|512))?\$(?!i=)/.test(text))
    return { library: 'passlib', password: passlibPassword(text) };
  if (/^(?:pbkdf2|scrypt):/.test(text)) return { library: 'Werkzeug', password: werkzeugPassword(text) };
  if (ofWerkzeugDigest.test(text)) return { library: 'Werkzeug', password: werkzeugDigest(text) };
  if (/^(?:argon2|bcrypt|bcrypt_sha256|pbkdf2_sha1|pbkdf2_sha256|scrypt)\$/.test(text)) {
    return { library: 'Django', password: djangoPassword(text) };
  }
  return null;
}

/**
 * `$pbkdf2-sha256$29000$salt$hash`, with `.` for the `+` of base64 and without padding. `$pbkdf2$` is SHA-1.
 * @see https://passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html
 */
function passlibPassword(text: string): object | null {
  const [, digest = 'sha1', iterations = '', ...parts] =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$([1-9]\d{0,8})\$([./A-Za-z0-9]*)\$([./A-Za-z0-9]+)$/.exec(text) ?? [];
  const [salt = '', hash = ''] = parts.map((part) => part.replaceAll('.', '+'));
  return isWhole(hash, digestBytes[digest as FastDigest]) ? pbkdf2Of(digest, iterations, salt, hash) : null;
}

/** Names of LDAP servers and of Dovecot for a text that begins with `$`. */
const cryptSchemes: readonly string[] = [
  'CRYPT',
  'ARGON2',
  'ARGON2I',
  'ARGON2ID',
  'BCRYPT',
  'BLF-CRYPT',
  'SHA256-CRYPT',
  'SHA512-CRYPT',
];

/** @see RFC 2307, section 5.3, slapd-pw-sha2(5), slapd-pw-pbkdf2(5) and slapd-pw-argon2(5) */
function ldapPassword(scheme: string, value: string): HashText | null {
  const library = 'LDAP';
  const [, salted, name] = /^(S?)(MD5|SHA(?:256|384|512)?)$/.exec(scheme) ?? [];
  if (name !== undefined) {
    const digest = (name === 'SHA' ? 'sha1' : name.toLowerCase()) as FastDigest;
    return { library, password: ldapDigest(digest, salted !== '', value) };
  }
  const [, variant] = /^PBKDF2((?:-SHA(?:1|256|512))?)$/.exec(scheme) ?? [];
  if (variant !== undefined) return { library, password: passlibPassword(`$pbkdf2${variant.toLowerCase()}$${value}`) };
  return cryptSchemes.includes(scheme) && value.startsWith('$') ? { library, password: value } : null;
}

/** The digest, then the salt. */
function ldapDigest(digest: FastDigest, isSalted: boolean, base64: string): object | null {
  const all = Buffer.from(base64, 'base64');
  const length = digestBytes[digest];
  if (toPhcBase64(all) !== base64.replace(/=+$/, '') || (isSalted ? all.length < length : all.length !== length))
    return null;
  const [hash, salt] = [all.subarray(0, length), all.subarray(length)].map((bytes) => bytes.toString('base64'));
  return { format: digest, hash, salt };
}

/** `pbkdf2:sha256:600000$salt$hex` and `scrypt:32768:8:1$salt$hex`. @see generate_password_hash in werkzeug/security.py */
function werkzeugPassword(text: string): object | null {
  const [method = '', salt = '', hex = '', ...rest] = text.split('$');
  const [, digest = '', iterations = ''] = /^pbkdf2:(sha1|sha256|sha512):([1-9]\d{0,8})$/.exec(method) ?? [];
  const [, n, r, p] = /^scrypt:([1-9]\d{0,8}):([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(method) ?? [];
  const hash = parseHex(hex, n === undefined ? digestBytes[digest as FastDigest] : scryptBytes);
  if (hash === null || salt === '' || rest.length > 0) return null;
  if (n === undefined) return pbkdf2Of(digest, iterations, fromUtf8(salt), hash);
  return { format: 'scrypt', n: Number(n), r: Number(r), p: Number(p), salt: fromUtf8(salt), hash };
}

/** `sha256$salt$hex` of Werkzeug before 3.0: an HMAC whose key is the salt, or a digest without a salt. */
function werkzeugDigest(text: string): object | null {
  const [digest = '', salt = '', hex = '', ...rest] = text.split('$');
  const hash = parseHex(hex, digestBytes[digest as FastDigest]);
  if (hash === null || rest.length > 0) return null;
  return salt === '' ? { format: digest, hash } : { format: `hmac-${digest}`, hash, key: fromUtf8(salt) };
}

/** The hash of Python's `hashlib.scrypt`. */
const scryptBytes = 64;

/** @see https://docs.djangoproject.com/en/5.2/topics/auth/passwords/ and django/contrib/auth/hashers.py */
function djangoPassword(text: string): object | string | null {
  const [algorithm = '', ...parts] = text.split('$');
  const rest = text.slice(algorithm.length);
  if (algorithm === 'bcrypt_sha256') return { format: 'django-bcrypt-sha256', hash: text };
  if (algorithm === 'bcrypt') return { format: 'bcrypt', hash: rest.slice(1) };
  if (algorithm === 'argon2') return { format: 'argon2', hash: rest };
  const isScrypt = algorithm === 'scrypt';
  const [work = '', salt = '', ...last] = parts;
  const [r = '1', p = '1', hash = ''] = isScrypt ? last : ['1', '1', ...last];
  const areNumbers = [work, r, p].every((number) => /^[1-9]\d{0,8}$/.test(number));
  if (!areNumbers || salt === '' || parts.length !== (isScrypt ? 5 : 3)) return null;
  const bytes = isScrypt ? scryptBytes : digestBytes[algorithm.slice('pbkdf2_'.length) as FastDigest];
  if (!isWhole(hash.replace(/=+$/, ''), bytes)) return null;
  if (isScrypt) return { format: 'scrypt', n: Number(work), r: Number(r), p: Number(p), salt: fromUtf8(salt), hash };
  return pbkdf2Of(algorithm.slice('pbkdf2_'.length), work, fromUtf8(salt), hash);
}

/** Whether base64 without padding has so many bytes: a text that was cut off would match a part of the hash. */
function isWhole(base64: string, length: number): boolean {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === length && toPhcBase64(bytes) === base64;
}

/** Returns base64. Null for a text that is not as long, or no hex. */
function parseHex(text: string, bytes: number | undefined): string | null {
  return text.length === 2 * (bytes ?? 0) && /^[0-9a-f]+$/i.test(text)
    ? Buffer.from(text, 'hex').toString('base64')
    : null;
}
