import { endReasons } from '../../platform/errors/session-end';

export const openidEnds = endReasons.define({
  revoked_by_client: { means: 'An OAuth client revoked a token of the session.' },
});
