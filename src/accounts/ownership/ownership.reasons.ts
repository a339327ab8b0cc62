import { endReasons } from '../../platform/errors/session-end';

export const ownershipEnds = endReasons.define({
  email_change_undone: { means: 'The user restored the old e-mail address with its link.' },
});
