import { defineOperation } from '../../platform/operations/define-operation';

/** What the page does to which applications send the browser. */
export const oauthLogout = defineOperation({
  name: 'oauthLogout',
  rest: [],
  does: 'Signs the person out where an application sends the browser for that (RP-Initiated Logout 1.0).',
  caller: 'anyone',
  errors: {
    MALFORMED_REQUEST: 'A parameter occurs twice.',
  },
});
