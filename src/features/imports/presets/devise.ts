import { emailOf, given, hashOf, isSet, namesOf, numberedId, textOf } from './fields';
import { type ExportFormat, UnusableRecordError } from './preset';

/**
 * Rows of the table of a Devise model as JSON: `select row_to_json(u) from users u`. `encrypted_password` is bcrypt. With
 * `config.pepper` it is bcrypt of the password and the pepper, and looks the same as one without: such a file must be
 * imported without passwords.
 * Source: https://github.com/heartcombo/devise: lib/devise/encryptor.rb and
 * lib/generators/active_record/devise_generator.rb
 */
export const devise: ExportFormat = {
  array: null,
  content: 'one JSON object in each line',
  toLine: (user) => {
    if (isSet(user.deleted_at)) throw new UnusableRecordError('is a deleted user');
    return {
      id: numberedId('devise', user.id),
      email: emailOf(user.email),
      email_verified: isSet(user.confirmed_at),
      ...namesOf(user.first_name, user.last_name, user.name ?? user.full_name),
      disabled: isSet(user.locked_at),
      created_ts: given(user.created_at),
      // The last login is the current one. last_sign_in_at is the time of the login before it.
      last_login_ts: given(user.current_sign_in_at) ?? given(user.last_sign_in_at),
    };
  },
  toPassword: (user) => hashOf(textOf(user.encrypted_password, 'encrypted_password')),
};
