import type { ErrorCode } from '../errors/error-table';
import type { RequestContext } from '../request/request-context';
import type { StepName } from '../request/request-timings';
import { uuidv7 } from '../runtime/uuid';
import type { AuditAction } from './action';

/** Similar failures share one row if they happen in the same hour of the clock. Milliseconds. */
export const foldPeriodMs = 3_600_000;

export interface AuditDetails {
  operation?: string;
  /** Why the request was rejected, if the outcome does not say so. Never text from a client. */
  reason?: string;
  /** Why a super admin acts, in the words of the super admin. */
  statedReason?: string;
  /** Set if the super admin who acted was erased, so that the event no longer names them. */
  actorErased?: true;
  /** A kind of second factor, or a recovery code. */
  factor?: string;
  /** The level of a login or a step-up, if it used a second factor. */
  acr?: string;
  /** How a login began, or what a step-up proved without a second factor. */
  method?: string;
  /** The id of the provider of an identity. */
  provider?: string;
  /** Set if a login has replaced a password of another service. */
  migrated?: boolean;
  /** The roles of the user after a change: those of the account, or those in `organizationId`. */
  roles?: readonly string[];
  /** The list that the password is on. */
  list?: 'common' | 'own_words' | 'breached';
  /** Set if the event ended more sessions than the one in `sessionId`. */
  sessions?: 'all' | 'others';
  exceptSessionId?: string;
  limit?: string;
  retryAfterS?: number;
  stepsMs?: Partial<Record<StepName, number>>;
  /** The number of addresses in the request's `X-Forwarded-For` header. Not set without that header. */
  forwardedBy?: number;
  /** The address of the trusted backend that sent the request for its user. */
  backend?: string;
  kid?: string;
  /** The id of an API key. */
  keyId?: string;
  organizationId?: string;
  /** The id of the invitation to the organization. */
  invitationId?: string;
  /** The member of the organization who did this to another one. */
  byUserId?: string;
  /** The client id of an OAuth client. If the client is unknown, the id in the request. */
  clientId?: string;
  /** The host of the document that describes the client. */
  clientHost?: string;
  /** The resource (RFC 8707) for which the client asks for tokens. */
  resource?: string;
  /** Set if the user typed the code of a device (RFC 8628). */
  device?: true;
  /** The URL of the document that describes the client. */
  metadataUrl?: string;
  /** The rule that the document of a client breaks. */
  rule?: string;
  /** What the host sent instead, in visible ASCII. */
  found?: string;
  /** The endpoint of webhooks, or the delivery. */
  endpointId?: string;
  deliveryId?: string;
  /** Set if a user was invited who had an account already. */
  again?: true;
  /** The number of keys that were re-encrypted. */
  resealed?: number;
  /** How many lines of an import became accounts. */
  imported?: number;
  alreadyThere?: number;
  conflicts?: number;
  rejected?: number;
  /** How an import, an export or a bulk request ended. */
  ended?: 'started' | 'complete' | 'stopped' | 'conflict' | 'failed';
  /** How many accounts an export has given away, a bulk request names, or a dry run of an import has checked. */
  accounts?: number;
  /** What a bulk request does with each account. */
  bulkAction?: string;
  changed?: number;
  failed?: number;
  /** Whether an export has the password hashes. */
  withHashes?: boolean;
  /** The fields that an operator changed. */
  fields?: readonly string[];
  template?: string;
  messageId?: string;
  /** Set if the message was an SMS. */
  channel?: string;
  /** The country of the phone number. */
  country?: string;
}

/** `failure` if a background job failed. */
export type AuditOutcome = 'success' | 'failure' | ErrorCode;

/** An event that was read has the name of its action, which an older or newer version may have written. */
export interface AuditEvent<Action = string> {
  /** A UUIDv7. */
  id: string;
  action: Action;
  outcome: AuditOutcome;
  userId: string | null;
  /** An HMAC of the address in the request, in hex. */
  accountKey: string | null;
  sessionId: string | null;
  /** The super admin who acted as the user, or the super admin or the service (a client id) that used the administration API. */
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

/** An event to write. */
export type NewAuditEvent = AuditEvent<AuditAction>;

/** The meaning of each field of an event, for docs/reference/audit.md. */
export const auditFieldMeanings: Readonly<Record<keyof AuditEvent, string>> = {
  id: 'The id of the row, a UUIDv7.',
  action: 'What was done or rejected: see the actions.',
  outcome: '`success`, or the error code of the answer. `failure` if a background job failed.',
  userId: 'The id of the account. Null if it is unknown, or if the row stands for many accounts.',
  accountKey: 'An HMAC of the e-mail address that a rejected request contained, in hex. Null without an address.',
  sessionId: 'The id of the session that the event is about, or null.',
  actorId:
    'The id of the super admin, or the client id of the service, that acted. Null if the user acted, and for a command.',
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
  operation: 'The operation that was rejected, or with which the administration read data.',
  reason:
    'Why a request was rejected, why a session ended, or why a mail failed: see the reasons. Why an endpoint of webhooks was disabled: `gone` or `failing`.',
  statedReason: 'Why a super admin did this, in their words.',
  actorErased: '`true` if the account of the super admin who acted was erased, so that `actorId` is null.',
  factor: 'The second factor that was added, removed or used: `totp`, `passkey` or `recovery_code`.',
  acr: 'The level of a login or a step-up: `aal2` with a second factor.',
  method:
    'How a login began: `password`, `passkey`, `email` with a code by mail, or the provider. `passkey` is both steps, unless the browser added it by itself; such an addition is `automatic`. Of a step-up without a second factor: `password` or `email`. Of a registration: the provider, or `invitation`, if any.',
  provider: 'The provider of the identity (`PROVIDERS`).',
  migrated: '`true` if the login stored a hash of Gatehouse for a password, or an account, of another service.',
  roles: 'The roles of the user after the change: of the account, or in `organizationId`.',
  list: 'The list of the password: `common`, `own_words` (the name, the address, words of the operator) or `breached`.',
  sessions: 'Which sessions ended: `all`, or `others` for all but one.',
  exceptSessionId: 'The session that did not end, with `others`.',
  limit: 'The limit that was reached.',
  retryAfterS: 'The seconds after which the client may try again.',
  stepsMs: 'The time that the request spent on each step, in milliseconds.',
  forwardedBy: 'The number of addresses in `X-Forwarded-For`, if there were any.',
  backend: 'The address of the backend (`RATE_LIMIT_TRUSTED_NETWORKS`) that sent the request.',
  kid: 'The id of the signing key.',
  keyId: 'The id of the API key.',
  organizationId: 'The organization.',
  invitationId: 'The invitation to the organization.',
  byUserId: 'The member of the organization who did this to the user.',
  clientId: 'The client id of the OAuth client.',
  clientHost: 'The host of the document that describes the client, if one does.',
  resource: 'The API of `RESOURCES` that the client asked for.',
  device: '`true` if the user typed the code of a device (RFC 8628).',
  metadataUrl: 'The URL of the document that describes the client.',
  rule: 'The rule that the document of a client breaks.',
  found: 'What came back instead, at most 100 characters.',
  endpointId: 'The endpoint of webhooks.',
  deliveryId: 'The webhook, which is its `webhook-id`, or the logout.',
  again: '`true` if the invited user had an account already.',
  resealed: 'The number of keys that were re-encrypted.',
  imported: 'How many lines of an import became accounts.',
  alreadyThere: 'How many lines of an import had an account with the same id and address.',
  conflicts: 'How many lines of an import had an address or an id of another account.',
  rejected: 'How many lines of an import broke a rule.',
  ended:
    'How an import, an export or a bulk request ended: `complete`, `stopped` (by a signal or the time), at a `conflict`, or `failed`. An export also has `started`.',
  accounts: 'The number of accounts of an export, a bulk request or a dry run of an import.',
  bulkAction: 'What a bulk request does with each account.',
  changed: 'How many accounts a bulk request has changed.',
  failed: 'How many accounts a bulk request could not change.',
  withHashes: 'Whether an export has the password hashes.',
  fields: 'The fields of the account, OAuth client or endpoint that were changed.',
  template: 'The kind of mail or SMS.',
  messageId: 'The id of the mail, which is also in its `Message-ID`, or SMS.',
  channel: '`sms` of an SMS.',
  country: 'That of a phone number.',
};

/** Creates the event that the statement of a successful operation inserts. `by` is null for a command or a job. */
export function successEvent(
  action: AuditAction,
  at: Date,
  by: RequestContext | null,
  about: Partial<Pick<AuditEvent, 'userId' | 'sessionId' | 'details'>>,
): NewAuditEvent {
  return {
    id: uuidv7(at),
    action,
    outcome: 'success',
    userId: about.userId ?? null,
    accountKey: null,
    sessionId: about.sessionId ?? null,
    actorId: by?.actorId ?? null,
    ip: by?.ip ?? null,
    network: by?.networks[0].network ?? null,
    userAgent: by?.userAgent ?? null,
    requestIds: by ? [by.requestId] : [],
    details: { ...about.details, ...(by?.backend && { backend: by.backend.ip }) },
    firstTs: at,
    lastTs: at,
    count: 1,
    foldKey: null,
  };
}
