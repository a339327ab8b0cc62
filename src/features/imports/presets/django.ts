import { emailOf, flagOf, given, hashOf, namesOf, numberedId, objectOf, textOf } from './fields';
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

/** @throws UnusableRecordError */
function parsePassword(stored: string): unknown {
  if (/^[0-9a-f]{32}$/i.test(stored)) return { format: 'md5', hash: stored };
  const [, format, salt = '', hash] = /^(md5|sha1)\$([^$]+)\$([^$]*)$/.exec(stored) ?? [];
  if (format === undefined) return hashOf(stored);
  return { format, hash, salt: Buffer.from(salt).toString('base64'), salt_position: 'prefix' };
}
