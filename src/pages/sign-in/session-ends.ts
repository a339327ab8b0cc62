import type { endsByName } from '../../compose/features';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { Words } from '../words/en';

export type EndText = keyof Words['signIn']['ended'];

/** What the sign-in page says to a person whose session has ended. Some ends only happen to applications. */
const texts: Readonly<Record<string, EndText>> = {
  logout: 'logout',
  revoked_by_user: 'otherDevice',
  refresh_token_reuse: 'copied',
  user_disabled: 'disabled',
  account_deleted: 'deleted',
  ended_by_operator: 'operator',
  restored: 'operator',
  email_changed: 'emailChanged',
  email_changed_by_operator: 'emailChangedByOperator',
  email_change_undone: 'emailRestored',
  email_verified: 'emailConfirmed',
  password_changed: 'passwordChanged',
  password_reset: 'passwordChanged',
  identities_changed: 'providerDisconnected',
  factors_changed: 'factorsChanged',
  too_many_sessions: 'tooMany',
  expired: 'expired',
} satisfies Partial<Record<keyof typeof endsByName, EndText>>;

/** `reason` is null if it is not known. */
export const endTextOf = (reason: SessionEnd | null): EndText => (reason && texts[reason.name]) ?? 'other';
