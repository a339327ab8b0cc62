import type { AuditDetails } from '../../platform/audit/audit-event';

/** Why a column, or a table, is not in the export of a user. */
type LeftOut = { not: string };
const not = (why: string): LeftOut => ({ not: why });

/** A column as it is stored, or an expression. */
type ColumnOfExport = true | { as: string } | LeftOut;

export interface ExportedTable {
  /**
   * `one`: the column with the account's id finds few rows. `many`: any number of rows, which have an `id`; the statement finds
   * the newest ids if an index has their order.
   */
  rows: { one: string } | { many: string };
  columns: Readonly<Record<string, ColumnOfExport>>;
}

const secret = not('a secret, or what leads to one');
const internal = not('says nothing about the person');
const ofOthers = not('another person');

/** Where somebody was, unless a super admin acted, or anyone can have sent the request. */
const ofUser = 'actor_id IS NULL AND session_id IS NOT NULL';
const byUser = (column: string) => ({ as: `CASE WHEN ${ofUser} THEN ${column} END` });
const unlessActing = (column: string) => ({ as: `CASE WHEN actor_id IS NULL THEN ${column} END` });
/** Who acted is another person. That it was a super admin is not. */
const byAdmin = { as: 'actor_id IS NOT NULL' };

const newestIds = (table: string) => `SELECT id FROM ${table} WHERE user_id = $1::uuid LIMIT $2::int`;

/**
 * What a user gets of each table. A test compares it with the schema, so that every new table and column needs a decision here.
 * The name `by_super_admin` is added, and stands for columns that name the super admin.
 */
export const exportedTables = {
  users: {
    rows: { one: 'id' },
    columns: {
      id: true,
      email: true,
      email_canonical: true,
      password_hash: secret,
      first_name: true,
      last_name: true,
      tel: true,
      company: true,
      company_id_number: true,
      company_id_url: true,
      is_super_admin: true,
      disabled: true,
      deletion_due_ts: true,
      was_disabled: true,
      email_verified: true,
      email_proved_ts: true,
      tel_verified: true,
      created_ts: true,
      updated_ts: true,
      last_login_ts: true,
      revision: internal,
      locale: true,
      factors: true,
      two_step: true,
      two_step_ts: true,
      password_reset_ts: true,
      roles: true,
      claims: true,
      fields: true,
    },
  },
  sessions: {
    rows: { many: newestIds('sessions') },
    columns: {
      id: true,
      user_id: true,
      created_ts: true,
      last_used_ts: true,
      expires_ts: true,
      revoked_ts: true,
      revoked_reason: true,
      user_agent: unlessActing('user_agent'),
      ip: unlessActing('ip'),
      revision: internal,
      auth_ts: true,
      acr: true,
      amr: true,
      actor_id: ofOthers,
      actor_session_id: ofOthers,
      client_id: true,
      scopes: true,
      origin_session_id: true,
      network_since_ts: internal,
      by_super_admin: byAdmin,
    },
  },
  account_revocations: {
    rows: { one: 'user_id' },
    columns: {
      user_id: true,
      revision: internal,
      tokens_revision: internal,
      except_session_id: true,
      revoked_ts: true,
    },
  },
  email_changes: {
    rows: { one: 'user_id' },
    columns: {
      id: true,
      user_id: true,
      email: true,
      email_canonical: true,
      needs_approval: true,
      confirmed_ts: true,
      approved_ts: true,
      session_id: true,
      created_ts: true,
      expires_ts: true,
    },
  },
  identities: {
    rows: { one: 'user_id' },
    columns: {
      id: true,
      user_id: true,
      provider: true,
      issuer: true,
      subject: true,
      email: true,
      created_ts: true,
      last_used_ts: true,
    },
  },
  passkeys: {
    rows: { one: 'user_id' },
    columns: {
      id: true,
      credential_id: secret,
      user_id: true,
      public_key: internal,
      sign_count: internal,
      transports: true,
      aaguid: true,
      device_type: true,
      backed_up: true,
      name: true,
      created_ts: true,
      last_used_ts: true,
    },
  },
  totp_factors: {
    rows: { one: 'user_id' },
    columns: {
      user_id: true,
      encrypted_seed: secret,
      last_step: internal,
      created_ts: true,
      confirmed_ts: true,
    },
  },
  recovery_codes: {
    rows: { one: 'user_id' },
    columns: { hash: secret, user_id: true, used_ts: true },
  },
  known_devices: {
    rows: { one: 'user_id' },
    columns: { key: not('an HMAC, which names nothing'), user_id: true, seen_ts: true },
  },
  oauth_consents: {
    rows: { one: 'user_id' },
    columns: { user_id: true, client_id: true, scopes: true, granted_ts: true },
  },
  one_time_tokens: {
    rows: { many: newestIds('one_time_tokens') },
    columns: {
      id: secret,
      purpose: true,
      user_id: true,
      address: true,
      details: secret,
      is_decoy: internal,
      wrong_codes: true,
      attempts_left: true,
      created_ts: true,
      expires_ts: true,
      used_ts: true,
    },
  },
  messages: {
    rows: { many: newestIds('messages') },
    columns: {
      id: true,
      channel: true,
      template: true,
      user_id: true,
      recipient: true,
      locale: true,
      token_id: secret,
      created_ts: true,
      expires_ts: true,
      due_ts: true,
      lease_ts: internal,
      attempts: true,
      ended_ts: true,
      problem: true,
    },
  },
  audit_events: {
    rows: {
      many: 'SELECT id FROM audit_events WHERE user_id = $1::uuid ORDER BY last_ts DESC LIMIT $2::int',
    },
    columns: {
      id: true,
      action: true,
      outcome: true,
      user_id: true,
      account_key: secret,
      session_id: true,
      actor_id: ofOthers,
      ip: byUser('ip'),
      network: byUser('network'),
      user_agent: byUser('user_agent'),
      request_ids: internal,
      details: true,
      first_ts: true,
      last_ts: true,
      count: true,
      fold_key: internal,
      by_super_admin: byAdmin,
    },
  },
} as const satisfies Record<string, ExportedTable>;

export type ExportedTableName = keyof typeof exportedTables;

/** The tables of which nobody gets a row. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  page_cookies: 'hashes of secrets: the sessions are exported',
  refresh_tokens: 'hashes of secrets: the sessions are exported',
  pending_registrations: 'no account yet, and anyone can have typed them',
  known_networks: 'HMACs, which name nobody',
  rate_limits: 'HMACs, which name nobody',
  spent_challenges: 'hashes, which name nobody',
  signing_keys: 'of the installation',
  derivation_keys: 'of the installation',
  firebase_signer_keys: 'of the installation',
  oauth_clients: 'of the installation',
  webhook_endpoints: 'of the installation',
  webhook_deliveries: 'ids of what the audit has, for seven days: the audit is exported',
  figure_counts: 'counts, which name nobody',
  jobs: 'of the installation',
  instances: 'of the installation',
};

/** Which details of an event its user gets. */
export const exportedDetails: Readonly<Record<keyof AuditDetails, boolean>> = {
  operation: true,
  reason: true,
  // In the words of an operator, who may have named other people.
  statedReason: false,
  actorErased: true,
  factor: true,
  acr: true,
  method: true,
  provider: true,
  migrated: true,
  roles: true,
  list: true,
  sessions: true,
  exceptSessionId: true,
  limit: true,
  retryAfterS: true,
  stepsMs: false,
  forwardedBy: false,
  // An address of the operator.
  backend: false,
  kid: false,
  clientId: true,
  endpointId: false,
  deliveryId: false,
  again: true,
  resealed: false,
  imported: false,
  alreadyThere: false,
  conflicts: false,
  rejected: false,
  ended: true,
  accounts: false,
  bulkAction: true,
  changed: true,
  failed: true,
  withHashes: false,
  fields: true,
  template: true,
  messageId: true,
};
