import { applicationActions } from '../../accounts/applications/applications.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const openidReasons = rejectionReasons.define({
  'client document': {
    means: 'The client id is a URL, and its document breaks the rule in `rule`.',
    advice: 'The page that the person saw says what came back. If it is `host`, add the host to `CLIENT_METADATA`.',
    recordedAs: applicationActions.client_rejected,
  },
});

export const openidEnds = endReasons.define({
  revoked_by_client: { means: 'An OAuth client revoked a token of the session.' },
});
