import type { AuditAction } from '../audit/action-table';
import { keysOf } from '../runtime/keys-of';

/** Every type of event, with its meaning. */
export const webhookEventTypes = {
  'user.created': 'An account was created.',
  'user.updated': 'Data of an account was changed: `changed` names it.',
  'user.disabled': 'An account was disabled.',
  'user.enabled': 'An account was enabled, or restored after its deletion.',
  'user.deleted': 'An account was deleted. Until it is erased, it can be restored.',
  'user.email_verified': 'The e-mail address was verified.',
  'user.email_changed': 'The e-mail address was changed.',
  'user.password_changed': 'The password was set, changed or reset.',
  'session.created':
    'A session was opened. After a login, `method` says how it began, and `factor` which second factor it used.',
  'session.revoked':
    'A session ended before it expired. Without `session_id`, all sessions of the user, except `except_session_id`.',
  'identity.linked': 'An account at a provider was connected.',
  'identity.unlinked': 'An account at a provider was disconnected.',
  'factor.added': 'A second factor was added: `factor` says which.',
  'factor.removed': 'Second factors were removed.',
  'security.token_reused': 'A used refresh token or authorization code was sent again, so its session was ended.',
} as const;

export type WebhookEventType = keyof typeof webhookEventTypes;
export const eventTypeNames = keysOf(webhookEventTypes);

/** The types of an action, and what a `user.updated` of this action has changed, if the audit does not name it. */
interface Events {
  types: readonly [WebhookEventType, ...WebhookEventType[]];
  changed?: string;
}
/** Why an action has no event. */
type NoEvent = string;

const events = (...types: Events['types']): Events => ({ types });
const updated = (changed?: string): Events => ({ types: ['user.updated'], ...(changed !== undefined && { changed }) });

const asked = 'Nothing has changed: something was only asked for.';
const rejected = 'A request was rejected, which changes nothing. The audit has it.';
const installation = 'It is about the installation, not about an account.';
const preference = 'A preference of the user about signing in here.';
const read = 'Data was only read.';

/**
 * The events of each action of the audit. An event is written by the statement that writes the line of the audit, so an
 * operation that is recorded cannot forget its event, whichever API, page or command it came through.
 */
export const eventsOfActions: Readonly<Record<AuditAction, Events | NoEvent>> = {
  registered: events('user.created'),
  registration_requested: asked,
  email_verified: events('user.email_verified'),
  email_verification_rejected: rejected,
  user_invited: events('user.created'),
  registration_refused: rejected,
  hook_failed: rejected,
  logged_in: events('session.created'),
  password_listed: 'Nothing has changed.',
  email_login_requested: asked,
  login_failed: rejected,
  refresh_refused: rejected,
  token_reused: events('security.token_reused', 'session.revoked'),
  access_refused: rejected,
  impersonation_started: events('session.created'),
  session_ended: events('session.revoked'),
  password_reset_requested: asked,
  password_reset: events('user.password_changed'),
  password_reset_rejected: rejected,
  password_changed: events('user.password_changed'),
  password_change_rejected: rejected,
  email_change_requested: asked,
  email_change_cancelled: asked,
  email_changed: events('user.email_changed'),
  email_change_undone: events('user.email_changed'),
  email_change_rejected: rejected,
  identity_linked: events('identity.linked'),
  identity_unlinked: events('identity.unlinked'),
  identity_change_rejected: rejected,
  provider_rejected: rejected,
  factor_added: events('factor.added'),
  factor_removed: events('factor.removed'),
  factor_change_rejected: rejected,
  two_step_enabled: preference,
  two_step_disabled: preference,
  factors_reset: events('factor.removed'),
  recovery_codes_changed: preference,
  second_factor_required: rejected,
  second_factor_failed: rejected,
  stepped_up: 'The session is the same.',
  account_deleted: events('user.deleted'),
  deletion_cancelled: events('user.enabled'),
  deletion_rejected: rejected,
  account_erased: '`user.deleted` came with the deletion. The line of the audit names no account.',
  app_disconnected: 'The sessions that it ends have their events.',
  data_exported: read,
  profile_changed: updated(),
  limited: rejected,
  shed: rejected,
  user_created: events('user.created'),
  users_imported: 'The operator who imports has the accounts, and a receiver would get a million events.',
  users_exported: read,
  user_updated: updated(),
  admin_read: read,
  admin_rejected: rejected,
  roles_changed: updated('roles'),
  super_admin_granted: updated('is_super_admin'),
  super_admin_revoked: updated('is_super_admin'),
  limits_lifted: 'The account is the same.',
  user_disabled: events('user.disabled'),
  user_enabled: events('user.enabled'),
  client_rejected: rejected,
  client_created: installation,
  client_updated: installation,
  client_secret_rotated: installation,
  client_deleted: installation,
  app_authorized: events('session.created'),
  app_denied: rejected,
  code_reused: events('security.token_reused', 'session.revoked'),
  key_added: installation,
  key_retired: installation,
  message_failed: installation,
  message_retried: installation,
  webhook_created: installation,
  webhook_updated: installation,
  webhook_secret_rotated: installation,
  webhook_deleted: installation,
  webhook_tested: installation,
  webhook_retried: installation,
  webhook_disabled: installation,
  secret_rotated: installation,
};

export interface WebhookEventKind {
  action: AuditAction;
  type: WebhookEventType;
  changed: string | null;
}

/** One entry for each action and type. */
export const webhookEventKinds: readonly WebhookEventKind[] = Object.entries(eventsOfActions).flatMap(
  ([action, what]) =>
    typeof what === 'string'
      ? []
      : what.types.map((type) => ({ action: action as AuditAction, type, changed: what.changed ?? null })),
);
