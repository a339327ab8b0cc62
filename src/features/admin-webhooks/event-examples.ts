import type { WebhookEventType } from '../../platform/webhooks/event-table';
import type { WebhookData } from '../../platform/webhooks/webhook';

const account: WebhookData = { user_id: '01a20e51-0000-7000-8000-000000000000' };
const session: WebhookData = { ...account, session_id: '01a20e51-0000-7000-8000-000000000001' };

/** What an event of each type has in its `data`. No account and no session has these ids. */
export const eventExamples: Readonly<Record<WebhookEventType, WebhookData>> = {
  'user.created': account,
  'user.updated': { ...session, changed: ['firstName', 'tel'] },
  'user.disabled': account,
  'user.enabled': account,
  'user.deleted': session,
  'user.email_verified': account,
  'user.email_changed': session,
  'user.password_changed': session,
  'session.created': { ...session, method: 'password', factor: 'totp' },
  'session.revoked': session,
  'identity.linked': session,
  'identity.unlinked': session,
  'factor.added': { ...session, factor: 'totp' },
  'factor.removed': { ...session, factor: 'totp' },
  'security.token_reused': session,
};
