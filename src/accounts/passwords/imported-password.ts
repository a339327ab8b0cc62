import { z } from 'zod';
import { legacyPassword } from '../users/legacy-password';
import { toPhcBase64 } from './formats/base64';
import { clearUnusedBits } from './formats/bcrypt-base64';
import { firebaseFormat, firebaseText } from './formats/firebase-format';
import { defects, type HashFormat } from './formats/hash-format';
import { formatOf } from './formats/hash-formats';
import { pbkdf2Digests, pbkdf2Text } from './formats/pbkdf2-format';
import {
  type DigestAddition,
  type DigestRecipe,
  digestBytes,
  type FastDigest,
  fastDigests,
  longestAddition,
  wrappedFormat,
  wrappedSecret,
  wrappedText,
} from './formats/wrapped-format';
import { readHashText } from './hash-texts';
import { readStoredHash } from './stored-hash';

/** A password of an import that no user could sign in with. The message is the reason, without any value of the import. */
export class UnusablePasswordError extends Error {
  override readonly name = 'UnusablePasswordError';
}

/** A password of an import, checked. Nothing is hashed yet. */
export type ImportedPassword =
  | { kind: 'stored'; storedHash: string; signerKeyId?: number }
  | { kind: 'digest'; recipe: DigestRecipe; digest: Buffer }
  | { kind: 'firebase'; salt: Buffer; tag: Buffer; rounds: number; memCost: number };

/** Characters of a text in a password of an import. */
const longestText = 2048;
const text = z.string().max(longestText);
const count = z.number().int().min(1).max(1e9);
const bytes = text.transform((value, context) => {
  const parsed = parseBase64(value);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: 'not base64' });
  return z.NEVER;
});

const saltPosition = z.enum(['prefix', 'suffix']).default('suffix');
const salted = { hash: text, salt: bytes.nullish(), salt_position: saltPosition };

const forms = z.discriminatedUnion('format', [
  z.object({ format: z.literal('legacy') }),
  z.object({ format: z.enum(['argon2', 'bcrypt', 'phpass', 'sha-crypt', 'wordpress-bcrypt']), hash: text }),
  z.object({ format: z.literal('django-bcrypt-sha256'), hash: text }),
  z.object({ format: z.literal('scrypt'), n: count, r: count, p: count, salt: bytes, hash: bytes }),
  z.object({
    format: z.literal('pbkdf2'),
    digest: z.enum(pbkdf2Digests),
    iterations: count,
    salt: bytes,
    hash: bytes,
  }),
  z.object({
    format: z.literal('firebase-scrypt'),
    salt: bytes,
    hash: bytes,
    salt_separator: bytes.nullish(),
    rounds: count.default(8),
    mem_cost: count.default(14),
  }),
  z.object({ format: z.enum(fastDigests), ...salted }),
  z.object({ format: z.literal('ssha'), hash: text }),
  z.object({ format: z.enum(fastDigests.map((name) => `hmac-${name}` as const)), hash: text, key: bytes }),
]);
type Form = z.output<typeof forms>;

const formatNames = forms.options.flatMap(({ shape: { format } }) => [...(format._zod.values ?? [])]);

/** The first characters that the stored text of a format must have. */
const prefixes = {
  argon2: /^\$argon2/,
  bcrypt: /^\$2[aby]\$/,
  phpass: /^\$[PH]\$/,
  'sha-crypt': /^\$[56]\$/,
  'wordpress-bcrypt': /^\$wp\$2/,
} as const;

/**
 * Checks the password of a line of an import: a stored text, or an object with a format. Takes less than a millisecond.
 * @throws UnusablePasswordError
 */
export function parseImportedPassword(value: unknown): ImportedPassword {
  if (value === 'legacy') return { kind: 'stored', storedHash: legacyPassword };
  if (typeof value === 'string') return ofText(value);
  const parsed = forms.safeParse(value);
  if (parsed.success) return ofForm(parsed.data);
  throw new UnusablePasswordError(reasonOf(parsed.error));
}

/** What only Gatehouse writes. */
const ownFormats: readonly HashFormat[] = [wrappedFormat, firebaseFormat];

/** Whether another service can have written a hash that begins like this text. The marker for the old service is no hash. */
export function isHashText(text: string): boolean {
  const format = formatOf(text);
  return format ? !ownFormats.includes(format) : readHashText(text) !== null;
}

const malformedFor = (what: string) => new UnusablePasswordError(`its text is malformed for ${what}`);
const unknownText = new UnusablePasswordError(
  'its format is not known. Known texts: argon2, bcrypt, scrypt, phpass, SHA-crypt, those of Django, LDAP, passlib and Werkzeug',
);

function ofText(given: string): ImportedPassword {
  if (given.length > longestText) throw new UnusablePasswordError(defects.malformed);
  const read = readHashText(given);
  if (read === null) return storedAs(given);
  const { library, password } = read;
  if (password === null) throw malformedFor(library);
  if (typeof password === 'string') return storedAs(password);
  if (isAmbiguous(given)) {
    throw new UnusablePasswordError(
      'its text can be of Django (use its preset) or Werkzeug: give an object with a format',
    );
  }
  return parseImportedPassword(password);
}

/** Django hashes the salt before the password, and Werkzeug has it as the key of an HMAC. */
const isAmbiguous = (given: string): boolean => /^(?:md5|sha1)\$[^$]/.test(given);

function reasonOf({ issues }: z.ZodError): string {
  const field = issues[0]?.path[0];
  if (field === undefined) return 'it is neither a text nor an object with a format';
  return field === 'format'
    ? `its format is not known. Known formats: ${formatNames.join(', ')}`
    : `its field ${String(field)} is missing or malformed`;
}

function ofForm(form: Form): ImportedPassword {
  switch (form.format) {
    case 'legacy':
      return { kind: 'stored', storedHash: legacyPassword };
    case 'scrypt':
      return storedAs(scryptText(form));
    case 'pbkdf2':
      return storedAs(pbkdf2Text(form.digest, form.iterations, form.salt, form.hash));
    case 'firebase-scrypt':
      return firebase(form);
    case 'md5':
    case 'sha1':
    case 'sha256':
    case 'sha384':
    case 'sha512':
      return digest(form.format, parseDigest(form.hash, form.format), form.salt_position, form.salt);
    case 'ssha':
      if (!form.hash.startsWith('{')) throw malformedFor(form.format);
      return ofText(form.hash);
    case 'hmac-md5':
    case 'hmac-sha1':
    case 'hmac-sha256':
    case 'hmac-sha384':
    case 'hmac-sha512': {
      const name = form.format.slice('hmac-'.length) as FastDigest;
      return digest(name, parseDigest(form.hash, name), 'key', form.key);
    }
    case 'django-bcrypt-sha256':
      if (!form.hash.startsWith('bcrypt_sha256$$2')) throw malformedFor(form.format);
      return storedAs(form.hash.replace('bcrypt_sha256$', '$django-bcrypt-sha256'));
    default:
      if (!prefixes[form.format].test(form.hash)) throw malformedFor(form.format);
      return storedAs(form.hash);
  }
}

/** @throws UnusablePasswordError */
function storedAs(given: string): ImportedPassword {
  const storedHash = corrected(given);
  if (storedHash === legacyPassword) return { kind: 'stored', storedHash };
  const read = readStoredHash(storedHash);
  if (read === defects.unknownFormat) throw unknownText;
  if (read === defects.malformed) throw malformedFor(formatOf(storedHash)?.name ?? 'a hash');
  if (typeof read === 'string') throw new UnusablePasswordError(read);
  const { signerKeyId } = read;
  return { kind: 'stored', storedHash, ...(signerKeyId !== undefined && { signerKeyId }) };
}

/** Some libraries write a bcrypt hash with random bits where no bit is used. */
const corrected = (given: string): string =>
  given.replace(
    /^((?:\$wp|\$django-bcrypt-sha256)?\$2[aby]\$\d\d\$)([./A-Za-z0-9]{53})$/,
    (_, scheme: string, saltAndTag: string) => scheme + clearUnusedBits(saltAndTag),
  );

function scryptText({ n, r, p, salt, hash }: Extract<Form, { format: 'scrypt' }>): string {
  const ln = Math.log2(n);
  if (!Number.isInteger(ln)) throw new UnusablePasswordError(defects.malformed);
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toPhcBase64(salt)}$${toPhcBase64(hash)}`;
}

function firebase(form: Extract<Form, { format: 'firebase-scrypt' }>): ImportedPassword {
  const { hash: tag, rounds, mem_cost: memCost } = form;
  const salt = Buffer.concat([form.salt, form.salt_separator ?? Buffer.alloc(0)]);
  storedAs(firebaseText(memCost, rounds, 1, salt, tag));
  return { kind: 'firebase', salt, tag, rounds, memCost };
}

function digest(
  name: FastDigest,
  value: Buffer | null,
  kind: DigestAddition,
  addition: Buffer | null | undefined,
): ImportedPassword {
  if (value?.length !== digestBytes[name]) throw new UnusablePasswordError(defects.malformed);
  if (addition && addition.length > longestAddition) throw new UnusablePasswordError('its salt or key is too long');
  // An HMAC with an empty key is the same as one with a key of bytes of value 0.
  const bytes = kind === 'key' && addition?.length === 0 ? Buffer.alloc(1) : addition;
  return { kind: 'digest', recipe: { digest: name, addition: bytes?.length ? { kind, bytes } : null }, digest: value };
}

/** Reads a digest in hex or base64. Returns null for other text. */
function parseDigest(value: string, name: FastDigest): Buffer | null {
  const hexDigits = 2 * digestBytes[name];
  return value.length === hexDigits && /^[0-9a-f]+$/i.test(value) ? Buffer.from(value, 'hex') : parseBase64(value);
}

/** Reads base64 or base64url, with or without padding. Returns null if the text has another character or was cut off. */
function parseBase64(value: string): Buffer | null {
  const standard = value.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  const parsed = Buffer.from(standard, 'base64');
  return toPhcBase64(parsed) === standard ? parsed : null;
}

/** Where the signer keys of Firebase are stored. */
export interface ImportedSignerKeys {
  /** Stores the key of IMPORT_FIREBASE_SIGNER unless it is there, and returns its id. Null without the setting. */
  ownId(): Promise<number | null>;
  has(id: number): Promise<boolean>;
}

/** Makes the text that is stored for a password of an import. */
export class ImportedPasswordHasher {
  constructor(
    /** Returns a PHC string of argon2id with the parameters of new hashes. */
    private readonly hash: (secret: string) => Promise<string>,
    private readonly signerKeys: ImportedSignerKeys,
  ) {}

  /**
   * Returns the text for `users.password_hash`. Only a fast digest is hashed: this takes as long as a registration.
   * @throws UnusablePasswordError if a hash of Firebase needs a signer key that is missing
   */
  async store(password: ImportedPassword): Promise<string> {
    switch (password.kind) {
      case 'digest':
        return wrappedText(password.recipe, await this.hash(wrappedSecret(password.digest)));
      case 'firebase': {
        const keyId = await this.signerKeys.ownId();
        if (keyId === null)
          throw new UnusablePasswordError('it needs the signer key of Firebase: set IMPORT_FIREBASE_SIGNER');
        return firebaseText(password.memCost, password.rounds, keyId, password.salt, password.tag);
      }
      case 'stored': {
        const { signerKeyId: keyId } = password;
        if (keyId !== undefined && !(await this.signerKeys.has(keyId))) {
          throw new UnusablePasswordError('it needs a signer key of Firebase that this database does not have');
        }
        return password.storedHash;
      }
    }
  }
}
