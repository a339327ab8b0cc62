type ColumnKind =
  /** Lets somebody in. What ends the older ways in sets or removes it. */
  | 'password'
  /** Whoever reads its mails gets in, and whether somebody has proved that they do. */
  | 'address'
  /** Says which ways in there are and when they are asked for. Follows the tables of ways in. */
  | 'factors'
  /** What somebody may do who is in, or whether anyone gets in. Only operators change it. */
  | 'right'
  /** Lets nobody in. */
  | 'record';

/** Every column of `users`. */
export const userColumns: Readonly<Record<string, ColumnKind>> = {
  password_hash: 'password',
  email: 'address',
  email_canonical: 'address',
  email_verified: 'address',
  email_proved_ts: 'address',
  factors: 'factors',
  two_step: 'factors',
  two_step_ts: 'factors',
  is_super_admin: 'right',
  roles: 'right',
  claims: 'right',
  disabled: 'right',
  was_disabled: 'right',
  deletion_due_ts: 'right',
  revision: 'right',
  id: 'record',
  first_name: 'record',
  last_name: 'record',
  tel: 'record',
  tel_verified: 'record',
  tel_e164: 'record',
  company: 'record',
  company_id_number: 'record',
  company_id_url: 'record',
  fields: 'record',
  locale: 'record',
  created_ts: 'record',
  updated_ts: 'record',
  last_login_ts: 'record',
  password_reset_ts: 'record',
  passkey_upgrade: 'record',
};
