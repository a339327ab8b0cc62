import { type Events, events } from '../../platform/audit/action';
import { accountData, sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const userEvents = webhookEventTypes.define({
  'user.created': { means: 'An account was created.', example: accountData },
  'user.updated': {
    means: 'Data of an account was changed: `changed` names it.',
    example: { ...sessionData, changed: ['firstName', 'tel'] },
  },
  'user.disabled': { means: 'An account was disabled.', example: accountData },
  'user.enabled': { means: 'An account was enabled, or restored after its deletion.', example: accountData },
  'user.email_verified': { means: 'The e-mail address was verified.', example: accountData },
  'user.email_changed': { means: 'The e-mail address was changed.', example: sessionData },
  'identity.linked': { means: 'An account at a provider was connected.', example: sessionData },
  'identity.unlinked': { means: 'An account at a provider was disconnected.', example: sessionData },
});

/** The event of an action that changes data of an account: `changed` names it, if the line of the audit does not. */
export const updated = (changed?: string): Events => ({
  ...events(userEvents['user.updated']),
  ...(changed !== undefined && { changed }),
});
