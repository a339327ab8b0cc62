import { operationsTagged } from '../../platform/operations/define-operation';
import { limitReached } from '../../platform/operations/error-texts';
import { apiKeyLimits } from '../keys/api-key.limits';
import { logoutInput, revokeSessionInput, sessionsInput } from '../sessions/session.inputs';
import { logoutAnswer, revokeSessionAnswer, sessionsAnswer } from './account.answers';
import { loginLimits } from './login.limits';

const defineOperation = operationsTagged('Sessions');

export const noSuchSession = 'You have no live session with this id.';

export const me = defineOperation({
  name: 'me',
  rest: ['GET /auth/me'],
  tag: 'Accounts',
  summary: 'Get the current user',
  does: 'Returns the user of the access token. The caller must be signed in. An application gets the fields that its scopes give.',
  message: 'Current user returned.',
  caller: 'user',
  errors: { FORBIDDEN: 'In GraphQL, an application selects a field that its scopes do not give.' },
  openToImpersonation: true,
  openToApplications: 'openid',
  openToApiKeys: true,
  limits: [apiKeyLimits.KEY_NETWORK],
});

export const sessions = defineOperation({
  name: 'sessions',
  rest: ['GET /auth/sessions'],
  summary: 'List the sessions of the user',
  does: 'Returns the live sessions of the user in pages, most recently used first. The caller must be signed in.',
  message: 'Sessions returned.',
  caller: 'user',
  input: sessionsInput,
  errors: { VALIDATION_FAILED: '`first` or `after` breaks its rule.' },
  openToImpersonation: true,
  answer: sessionsAnswer,
});

export const revokeSession = defineOperation({
  name: 'revokeSession',
  rest: ['DELETE /auth/sessions/{id}'],
  summary: 'End one session of the user',
  does: 'Ends one session of the user, for example on a lost device. The caller must be signed in.',
  message: 'Session ended.',
  caller: 'user',
  input: revokeSessionInput,
  errors: { NOT_FOUND: 'The account has no live session with this id.' },
  errorMessages: { NOT_FOUND: noSuchSession },
  answer: revokeSessionAnswer,
});

export const logout = defineOperation({
  name: 'logout',
  rest: ['POST /auth/logout'],
  summary: 'Log out',
  does: 'Ends the session of this request, all other sessions of the user, or all sessions. The caller needs a valid access token, a refresh token in the input, or the refresh cookie. The first of these identifies the session.',
  restNote:
    'Gatehouse rejects the tokens of an ended session. If the session of the refresh token has already ended, a logout with `current` succeeds and ends no session.',
  message: 'Logged out.',
  caller: 'user',
  orBy: 'refreshToken',
  input: logoutInput,
  takes: 'The sessions to end. Without a body, only the session of this request ends.',
  bodyIsOptional: true,
  limits: [loginLimits.REFRESH_NETWORK],
  errors: {
    UNAUTHENTICATED:
      'There is no valid access token, no refresh token and no refresh cookie. For `others` and `all`, the session of the refresh token must be live.',
    FORBIDDEN:
      'There is no other token, and the refresh cookie was not sent by a script of an allowed origin. Or a super admin acts as the user, and the value is `others` or `all`.',
    RATE_LIMITED: `${limitReached([loginLimits.REFRESH_NETWORK])} Only a logout that a refresh token identifies counts.`,
  },
  takesSecret: true,
  // Only of the session itself: see AccountService.
  openToImpersonation: true,
  answer: logoutAnswer,
});
