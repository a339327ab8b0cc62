import { endReasons } from '../../platform/errors/session-end';

export const emailChangeEnds = endReasons.define({
  email_changed: { means: 'The user changed the e-mail address.' },
});
