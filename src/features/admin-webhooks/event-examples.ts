import type { WebhookEventType } from '../../platform/webhooks/event-table';
import type { WebhookData } from '../../platform/webhooks/webhook';
import { exampleUser } from '../users/user.rest';

const account: WebhookData = { user_id: exampleUser.id };
const session: WebhookData = { ...account, session_id: '01a20e51-3c5f-7f3e-8a4d-0f6b1c2d3e4f' };

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
  'session.created': session,
  'session.revoked': session,
  'identity.linked': session,
  'identity.unlinked': session,
  'factor.added': session,
  'factor.removed': session,
  'security.token_reused': session,
};
