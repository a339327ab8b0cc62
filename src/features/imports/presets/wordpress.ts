import { emailOf, given, hashOf, namesOf, numberedId, textOf } from './fields';
import { type ExportFormat, UnusableRecordError } from './preset';

/**
 * Rows of the table wp_users as JSON, with the fields first_name and last_name of wp_usermeta: the output of
 * `wp user list --format=json` with the field user_pass, or of a query with JSON_OBJECT. A password is phpass (`$P$`),
 * bcrypt over HMAC-SHA-384 since WordPress 6.8 (`$wp$2y$`), another form of PHP's password_hash, or 32 digits of MD5.
 * Source: https://developer.wordpress.org/cli/commands/user/list/ and wp_check_password in wp-includes/pluggable.php.
 */
export const wordpress: ExportFormat = {
  array: null,
  content: 'one JSON object in each line, or the JSON array that "wp user list --format=json" writes',
  toLine: (user) => {
    // Marks of a network of sites: "1" or 1.
    if (String(user.deleted) === '1') throw new UnusableRecordError('is a deleted user');
    const login = user.user_login;
    return {
      id: numberedId('wordpress', user.ID),
      email: emailOf(user.user_email),
      // Without a name, WordPress shows the login.
      ...namesOf(user.first_name, user.last_name, user.display_name === login ? null : user.display_name),
      disabled: String(user.spam) === '1',
      created_ts: given(user.user_registered),
    };
  },
  toPassword: (user) => {
    const stored = textOf(user.user_pass, 'user_pass');
    return /^[0-9a-f]{32}$/i.test(stored ?? '') ? { format: 'md5', hash: stored } : hashOf(stored);
  },
};
