import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '../errors/error-table';
import type { LimitName } from '../rate-limits/limit-table';
import { networkOf } from '../request/network';
import type { RequestContext } from '../request/request-context';
import type { StepName } from '../request/request-timings';

/** Similar failures share one row if they happen in the same hour of the clock. Milliseconds. */
export const foldPeriodMs = 3_600_000;

export const auditActions = {
  registered: 'An account was created.',
  registration_requested:
    'A registration was received, and waits for the link in its e-mail. Also written if the address has an account.',
  email_verified:
    'The e-mail address of the account was verified: its user proved it, or a super admin vouched for it. Then the event has an `actorId`.',
  email_verification_rejected:
    'The proof of an e-mail address was rejected, because the link or the code was not valid.',
  user_invited: 'An account was created by an operator, and its user was invited.',
  registration_refused:
    'A registration was rejected, because the e-mail address already has an account, or registration is closed.',
  logged_in: 'A session was opened.',
  password_listed:
    'The right password of a login is on a list of passwords that are tried first. Recorded once for each password.',
  login_failed:
    'A login was rejected, because of an unknown e-mail address, a wrong password, an unverified address or a disabled account, or because the old service did not answer.',
  refresh_refused: 'A refresh token was rejected.',
  token_reused: 'A used refresh token was sent again, so its session was ended.',
  access_refused: 'An access token was rejected, or a super admin who acts as a user tried what only the user can do.',
  impersonation_started: 'A super admin opened a session to act as a user. `actorId` is the super admin.',
  session_ended: 'A session, or all sessions of an account, ended before they expired.',
  password_reset_requested:
    'An e-mail to reset the password was requested, by a person or by a super admin. `userId` is null if the address has no account.',
  password_reset: 'A user set a new password with a link or a code.',
  password_reset_rejected:
    'A reset was rejected, because the link or the code was not valid, or the account is disabled.',
  password_changed: 'A signed-in user changed the password.',
  password_change_rejected:
    'A change of the password was rejected: the current password was wrong, or the password was changed at the same time.',
  email_change_requested: 'A signed-in user asked for another e-mail address.',
  email_changed:
    'The e-mail address was changed with the links in the e-mails, or directly by a super admin. Then the event has an `actorId` and a `statedReason`.',
  email_change_undone: 'The old e-mail address was restored with the link that it got.',
  email_change_rejected:
    'A change of the e-mail address, or its undoing, was rejected: a link, a code or the current password was wrong, or the address has an account.',
  factor_added: 'A user added a second factor.',
  factor_removed: 'A user removed a second factor.',
  factor_change_rejected:
    'A change of second factors was rejected: the password or the code was wrong, or the last login too old.',
  factors_reset:
    'Second factors of an account were removed: by an operator, with the first proof of its address, or with a link that takes the account back.',
  recovery_codes_changed: 'A user replaced the recovery codes.',
  second_factor_required: 'The password of a login was right, and the login waits for a second factor.',
  second_factor_failed:
    'A login or a step-up was rejected, because the second factor was wrong, used or missing, or the password of the step-up was wrong.',
  stepped_up: 'A signed-in user proved again who they are.',
  account_deleted: 'An account was deleted by its user, or by an operator. It is erased later.',
  deletion_cancelled: 'A deleted account was restored with the link in the e-mail.',
  deletion_rejected:
    'A deletion, or its cancellation, was rejected: the current password or the link was wrong, or the account is the last super admin.',
  account_erased: 'A deleted account was erased. The event names no account.',
  profile_changed: 'A signed-in user changed a name, the mobile number or the language.',
  limited: 'A request was rejected, because a rate limit was reached.',
  shed: 'A request was rejected, because too many were waiting for password hashing.',
  user_created: 'An account was created by an operator.',
  users_imported: 'An operator imported accounts. Written at the end of the import. A dry run writes no event.',
  users_exported:
    'An operator exported all accounts. Written before the first account is given away, and at the end with their number.',
  user_updated: 'A super admin changed the data of an account.',
  admin_read:
    'A super admin read data through the administration API. Also written for a change that changed nothing, because its answer has the data, and with the numbers at the end of a bulk request, because its answer says which accounts exist.',
  admin_rejected: 'An operation of the administration API was rejected.',
  roles_changed: 'The roles of a user were changed.',
  super_admin_granted: 'A user became a super admin.',
  super_admin_revoked: 'A user is no longer a super admin.',
  user_disabled: 'An account was disabled.',
  user_enabled: 'An account was enabled.',
  client_rejected: 'The authentication of an OAuth client was rejected.',
  client_created: 'An OAuth client was created.',
  client_secret_rotated: 'The secret of an OAuth client was replaced.',
  client_deleted: 'An OAuth client was deleted.',
  key_added: 'A signing key was added.',
  key_retired: 'A signing key was revoked.',
  message_failed: 'A mail could not be sent, and is not tried again.',
  message_retried: 'A super admin made a mail due again that had failed, or that waited for its next attempt.',
  secret_rotated: 'The keys in the database were re-encrypted with another secret.',
} as const;

export type AuditAction = keyof typeof auditActions;

export interface AuditDetails {
  operation?: string;
  /** Why the request was rejected, if the outcome does not say so. Never text from a client. */
  reason?: string;
  /** Why a super admin acts, in the words of the super admin. */
  statedReason?: string;
  /** Set if the super admin who acted was erased, so that the event no longer names them. */
  actorErased?: true;
  /** A kind of second factor. */
  factor?: string;
  /** The level of a login or a step-up, if it used a second factor. */
  acr?: string;
  /** Set if a login has replaced a password of another service. */
  migrated?: boolean;
  /** The roles of the user after a change. */
  roles?: readonly string[];
  /** The list that the password is on. */
  list?: 'common' | 'own_words' | 'breached';
  /** Set if the event ended more sessions than the one in `sessionId`. */
  sessions?: 'all' | 'others';
  exceptSessionId?: string;
  limit?: LimitName;
  retryAfterS?: number;
  stepsMs?: Partial<Record<StepName, number>>;
  /** The number of addresses in the request's `X-Forwarded-For` header. Not set without that header. */
  forwardedBy?: number;
  /** The address of the trusted backend that sent the request for its user. */
  backend?: string;
  kid?: string;
  /** The client id of an OAuth client. If the client is unknown, the id in the request. */
  clientId?: string;
  /** The number of keys that were re-encrypted. */
  resealed?: number;
  /** How many lines of an import became accounts. */
  imported?: number;
  alreadyThere?: number;
  conflicts?: number;
  rejected?: number;
  /** How an import, an export or a bulk request ended. */
  ended?: 'started' | 'complete' | 'stopped' | 'conflict' | 'failed';
  /** How many accounts an export has given away, or a bulk request names. */
  accounts?: number;
  /** What a bulk request does with each account. */
  bulkAction?: string;
  changed?: number;
  failed?: number;
  /** Whether an export has the password hashes. */
  withHashes?: boolean;
  /** The fields that a super admin changed. */
  fields?: readonly string[];
  template?: string;
  messageId?: string;
}

/** `failure` if a background job failed. */
export type AuditOutcome = 'success' | 'failure' | ErrorCode;

export interface AuditEvent {
  /** A UUIDv7. */
  id: string;
  action: AuditAction;
  outcome: AuditOutcome;
  userId: string | null;
  /** An HMAC of the address in the request, in hex. */
  accountKey: string | null;
  sessionId: string | null;
  /** The super admin who acted as the user, or who used the administration API. */
  actorId: string | null;
  ip: string | null;
  network: string | null;
  userAgent: string | null;
  /** The ids of the most recent requests, oldest first. */
  requestIds: string[];
  details: AuditDetails;
  firstTs: Date;
  lastTs: Date;
  /** How many failures this row combines. */
  count: number;
  /** Identifies the row that similar failures share, in hex. Null for events that are never combined. */
  foldKey: string | null;
}

/** The meaning of each field of an event, for docs/reference/audit.md. */
export const auditFieldMeanings: Readonly<Record<keyof AuditEvent, string>> = {
  id: 'The id of the row, a UUIDv7.',
  action: 'What was done or rejected: see the actions.',
  outcome: '`success`, or the error code of the answer. `failure` if a background job failed.',
  userId: 'The id of the account. Null if it is unknown, or if the row stands for many accounts.',
  accountKey: 'An HMAC of the e-mail address that a rejected request contained, in hex. Null without an address.',
  sessionId: 'The id of the session that the event is about, or null.',
  actorId:
    'The id of the super admin who acted as the user, or who used the administration API. Null if the user acted, and for a command.',
  ip: 'The address of the client of the last request. Null for a command, and if the row stands for many networks.',
  network: 'The network of the client: its IPv4 address, or the /64 of its IPv6 address. Null as for `ip`.',
  userAgent: 'The `User-Agent` header of the last request, cut after 256 characters.',
  requestIds: 'The ids of the last 20 requests that the row stands for, oldest first.',
  details: 'Further facts: see the details.',
  firstTs: 'The time of the first request that the row stands for.',
  lastTs: 'The time of the last request that the row stands for.',
  count: 'The number of requests that the row stands for.',
  foldKey: 'Rows with the same key are combined. Null for a row that is never combined.',
};

/** The meaning of each detail, for docs/reference/audit.md. */
export const auditDetailMeanings: Readonly<Record<keyof AuditDetails, string>> = {
  operation: 'The operation that was rejected, or with which a super admin read data.',
  reason: 'Why a request was rejected, why a session ended, or why a mail failed: see the reasons.',
  statedReason: 'Why a super admin acts as a user, or changed an e-mail address, in the words of the super admin.',
  actorErased:
    '`true` if the account of the super admin who acted was erased. The event no longer names the super admin.',
  factor: 'The kind of second factor: `totp` or `passkey`.',
  acr: 'The level of a login or a step-up: `aal2` with a second factor.',
  migrated:
    '`true` if the login replaced what another service had left with a hash of Gatehouse: a hash that is not argon2id, or a password that only the old service of `LEGACY_URL` knew. Also if the account was created from a record of the old service.',
  roles: 'The roles of the user after the change.',
  list: 'The list that the password is on: `common`, `own_words` (the name, the address, or words of the operator) or `breached`.',
  sessions: 'Which sessions ended: `all`, or `others` for all but one.',
  exceptSessionId: 'The session that did not end, with `others`.',
  limit: 'The limit that was reached.',
  retryAfterS: 'The seconds after which the client may try again.',
  stepsMs: 'The time that the request spent on each step, in milliseconds.',
  forwardedBy: 'The number of addresses in `X-Forwarded-For`, if there were any.',
  backend: 'The address of the backend in `RATE_LIMIT_TRUSTED_NETWORKS` that sent the request for its user.',
  kid: 'The id of the signing key.',
  clientId: 'The client id of the OAuth client.',
  resealed: 'The number of keys that were re-encrypted.',
  imported: 'How many lines of an import became accounts.',
  alreadyThere: 'How many lines of an import had an account with the same id and address.',
  conflicts: 'How many lines of an import had an address or an id of another account.',
  rejected: 'How many lines of an import broke a rule.',
  ended:
    'How an import, an export or a bulk request ended: `complete`, `stopped` by a signal or the end of its time, at a `conflict`, or `failed` with an error. `started`: the first event of an export.',
  accounts: 'The number of accounts that an export has given away, or that a bulk request names.',
  bulkAction: 'What a bulk request does with each account.',
  changed: 'How many accounts a bulk request has changed.',
  failed: 'How many accounts a bulk request could not change, for example because they do not exist.',
  withHashes: 'Whether an export has the password hashes.',
  fields: 'The fields of the account that a super admin changed.',
  template: 'The kind of mail.',
  messageId: 'The id of the mail, which is also in its `Message-ID`.',
};

/** Creates the event that the statement of a successful operation inserts. `by` is null for a command or a job. */
export function successEvent(
  action: AuditAction,
  at: Date,
  by: RequestContext | null,
  about: Partial<Pick<AuditEvent, 'userId' | 'sessionId' | 'details'>>,
): AuditEvent {
  return {
    id: uuidv7({ msecs: at.getTime() }),
    action,
    outcome: 'success',
    userId: about.userId ?? null,
    accountKey: null,
    sessionId: about.sessionId ?? null,
    actorId: by?.actorId ?? null,
    ip: by?.ip ?? null,
    network: by ? networkOf(by.ip) : null,
    userAgent: by?.userAgent ?? null,
    requestIds: by ? [by.requestId] : [],
    details: { ...about.details, ...(by?.backend && { backend: by.backend.ip }) },
    firstTs: at,
    lastTs: at,
    count: 1,
    foldKey: null,
  };
}
