import { endReasons } from '../../platform/errors/session-end';

export const adminUserEnds = endReasons.define({
  ended_by_operator: { means: 'An operator ended the session, or all sessions of the account.' },
  email_changed_by_operator: { means: 'A super admin changed the e-mail address.' },
});
