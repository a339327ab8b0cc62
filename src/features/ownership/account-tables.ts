/** What a table is for whose an account is. */
type TableKind =
  /** Lets somebody in beside the password, or instead of it (`waysIn`). */
  | 'way in'
  /** Somebody who is in. */
  | 'session'
  /** Waits for a proof, and can let somebody in then. */
  | 'pending'
  /** The account itself: `userColumns`. */
  | 'account'
  /** Says what was or is, and lets nobody in. */
  | 'record'
  /** Belongs to no account. */
  | 'installation';

/** Every table. A test compares the list with the schema, so that each new one needs a decision here. */
export const accountTables = {
  users: 'account',
  totp_factors: 'way in',
  passkeys: 'way in',
  recovery_codes: 'way in',
  identities: 'way in',
  oauth_consents: 'way in',
  sessions: 'session',
  page_cookies: 'session',
  refresh_tokens: 'session',
  email_changes: 'pending',
  one_time_tokens: 'pending',
  pending_registrations: 'pending',
  account_revocations: 'record',
  known_devices: 'record',
  known_networks: 'record',
  messages: 'record',
  audit_events: 'record',
  webhook_deliveries: 'record',
  rate_limits: 'record',
  spent_challenges: 'record',
  oauth_clients: 'installation',
  webhook_endpoints: 'installation',
  signing_keys: 'installation',
  derivation_keys: 'installation',
  firebase_signer_keys: 'installation',
  figure_counts: 'installation',
  jobs: 'installation',
  instances: 'installation',
} as const satisfies Record<string, TableKind>;

type AccountTable = keyof typeof accountTables;

/** The tables that `waysIn` must know. */
export type WayInTable = { [T in AccountTable]: (typeof accountTables)[T] extends 'way in' ? T : never }[AccountTable];

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
  company: 'record',
  company_id_number: 'record',
  company_id_url: 'record',
  fields: 'record',
  locale: 'record',
  created_ts: 'record',
  updated_ts: 'record',
  last_login_ts: 'record',
  password_reset_ts: 'record',
};
