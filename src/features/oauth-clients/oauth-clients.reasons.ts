import { endReasons } from '../../platform/errors/session-end';

export const clientEnds = endReasons.define({
  client_disabled: { means: 'An operator disabled or deleted the OAuth client of the session.' },
  client_changed: { means: 'An operator took rights from the OAuth client of the session.' },
});
