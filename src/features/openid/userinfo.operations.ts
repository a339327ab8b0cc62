import { defineOperation } from '../../platform/operations/define-operation';
import { userinfoForm } from './userinfo.inputs';

export const userinfo = defineOperation({
  name: 'userinfo',
  rest: ['GET /oauth/userinfo', 'POST /oauth/userinfo'],
  tag: 'Verification',
  summary: 'Get the claims about the user',
  does: 'Returns the claims about the user that the scopes of the access token give, as they are now. A client sends its access token with the scope `openid` in the `Authorization` header or in the form.',
  caller: 'application',
  openToApplications: 'openid',
  input: userinfoForm,
  errors: {
    MALFORMED_REQUEST: 'The client sends more than one access token, or the form is malformed.',
    VALIDATION_FAILED: 'The access token in the form is not a text.',
    UNAUTHENTICATED:
      'The access token is missing, not valid, expired or revoked, or its user or its client is disabled or deleted.',
  },
});
