import type { SessionEnd } from '../../platform/errors/session-end';
import type { Words } from '../words/en';

export type EndText = keyof Words['signIn']['ended'];

/** What the sign-in page says to a person whose session has ended. Some ends only happen to applications. */
const texts: Readonly<Partial<Record<SessionEnd, EndText>>> = {
  LOGOUT: 'logout',
  REVOKED_BY_USER: 'otherDevice',
  REFRESH_TOKEN_REUSE: 'copied',
  USER_DISABLED: 'disabled',
  ACCOUNT_DELETED: 'deleted',
  ENDED_BY_OPERATOR: 'operator',
  RESTORED: 'operator',
  EMAIL_CHANGED: 'emailChanged',
  EMAIL_CHANGED_BY_OPERATOR: 'emailChangedByOperator',
  EMAIL_CHANGE_UNDONE: 'emailRestored',
  EMAIL_VERIFIED: 'emailConfirmed',
  PASSWORD_CHANGED: 'passwordChanged',
  PASSWORD_RESET: 'passwordChanged',
  IDENTITIES_CHANGED: 'providerDisconnected',
  FACTORS_CHANGED: 'factorsChanged',
  TOO_MANY_SESSIONS: 'tooMany',
  EXPIRED: 'expired',
};

/** `reason` is null if it is not known. */
export const endTextOf = (reason: SessionEnd | null): EndText => (reason && texts[reason]) ?? 'other';
