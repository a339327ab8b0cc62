import { emailOf, flagOf, given, isSet, namesOf, numberedId, objectOf, textOf, unknownPassword } from './fields';
import { type ExportFormat, UnusableRecordError } from './preset';

/**
 * The file of `manage.py dumpdata auth.user`: `[{"model": "auth.user", "pk": 1, "fields": {"password": "…", …}}]`, or of
 * another user model, or of `--format jsonl`. The password begins with the name of its algorithm.
 * Source: https://docs.djangoproject.com/en/5.2/topics/auth/passwords/, django/contrib/auth/hashers.py, and
 * https://docs.djangoproject.com/en/5.2/ref/django-admin/#dumpdata
 */
export const django: ExportFormat = {
  array: null,
  content: 'the JSON array that "manage.py dumpdata auth.user" writes',
  toLine: (user) => {
    const fields = objectOf(user.fields, 'fields');
    // Every model of a user has this field: it is in AbstractBaseUser.
    if (!Object.hasOwn(fields, 'password')) throw new UnusableRecordError('is not a user: it has no field password');
    return {
      id: numberedId('django', user.pk),
      email: emailOf(fields.email),
      ...namesOf(fields.first_name, fields.last_name, fields.name ?? fields.full_name),
      disabled: flagOf(fields.is_active, 'is_active') === false,
      is_super_admin: fields.is_superuser,
      created_ts: given(fields.date_joined),
      last_login_ts: given(fields.last_login),
    };
  },
  toPassword: ({ fields }) => {
    const stored = textOf(objectOf(fields, 'fields').password, 'password');
    // An unusable password, for example of a user who signs in at another service.
    return stored === null || stored.startsWith('!') ? null : parsePassword(stored);
  },
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** @throws UnusableRecordError */
function parsePassword(stored: string): unknown {
  if (/^[0-9a-f]{32}$/i.test(stored)) return { format: 'md5', hash: stored };
  const [algorithm = '', ...parts] = stored.split('$');
  const rest = stored.slice(algorithm.length);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parts;
  switch (algorithm) {
    case 'pbkdf2_sha256':
    case 'pbkdf2_sha1':
      if (parts.length !== 3) throw unknownPassword();
      return {
        format: 'pbkdf2',
        digest: algorithm.slice(7),
        iterations: numberOf(first),
        salt: base64(second),
        hash: third,
      };
    case 'argon2':
      return { format: 'argon2', hash: rest };
    case 'bcrypt':
      return { format: 'bcrypt', hash: rest.slice(1) };
    case 'bcrypt_sha256':
      return { format: 'django-bcrypt-sha256', hash: stored };
    case 'scrypt':
      if (parts.length !== 5) throw unknownPassword();
      return {
        format: 'scrypt',
        n: numberOf(first),
        r: numberOf(third),
        p: numberOf(fourth),
        salt: base64(second),
        hash: fifth,
      };
    case 'md5':
    case 'sha1':
      if (parts.length !== 2) throw unknownPassword();
      return {
        format: algorithm,
        hash: second,
        ...(isSet(first) ? { salt: base64(first), salt_position: 'prefix' } : {}),
      };
    default:
      throw unknownPassword();
  }
}

/** @throws UnusableRecordError */
function numberOf(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw unknownPassword();
  return Number(text);
}
