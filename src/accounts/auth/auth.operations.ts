import { operationsTagged } from '../../platform/operations/define-operation';
import { byHook, fullQueue, invalidFields, noHook, otherDomain } from '../../platform/operations/error-texts';
import { sessionActions } from '../sessions/sessions.audit';
import { ofMails } from '../users/mail.limits';
import { authActions } from './auth.audit';
import { loginInputOf, refreshInput, registerInput } from './auth.inputs';
import { loginLimits, ofPasswords, ofSecondFactors } from './login.limits';

const defineOperation = operationsTagged('Sessions');

export const register = defineOperation({
  name: 'register',
  rest: ['POST /auth/register'],
  tag: 'Accounts',
  summary: 'Register a user account',
  does: 'Creates a user account and returns the new user. Anyone can call this operation, without an access token.',
  restNote:
    'A registration opens no session: the client calls `POST /auth/login`. After `SERVICE_UNAVAILABLE` the account can exist: the next attempt then returns `EMAIL_TAKEN`, and the client signs in.',
  message: 'Registered.',
  caller: 'anyone',
  input: registerInput,
  takes: 'The account to create.',
  challenge: { name: 'register' },
  limits: [loginLimits.REGISTER_NETWORK, loginLimits.GLOBAL, ...ofMails],
  errors: {
    VALIDATION_FAILED: `${invalidFields} With \`COMMON_PASSWORDS=on\`, a common password breaks the rule of its field, and with \`BREACHED_PASSWORDS\` a stolen one. The hook (\`HOOK_BEFORE_REGISTER\`) can reject a field, too.`,
    FORBIDDEN: `Registration is closed (\`REGISTRATION=closed\`). Or: ${otherDomain} Or: ${byHook}`,
    EMAIL_TAKEN:
      'The e-mail address has an account. Upper and lower case make no difference. Not with `REGISTRATION=confirm`.',
    SERVICE_UNAVAILABLE: `${fullQueue} Or: ${noHook} If the database did not answer, the account may have been created.`,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: authActions.registration_refused,
  status: 201,
});

export const login = defineOperation({
  name: 'login',
  rest: ['POST /auth/login'],
  summary: 'Sign in and get an access token',
  does: 'Logs a user in with e-mail address and password, opens a session and returns its tokens. Anyone can call this operation, without an access token.',
  message: 'Logged in.',
  caller: 'anyone',
  input: loginInputOf('specification'),
  takes:
    'The credentials of an account. The response has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
  challenge: { name: 'login', isOptional: true },
  limits: [...ofPasswords, ...ofSecondFactors],
  errors: {
    INVALID_CREDENTIALS: 'The e-mail address has no account, or the password is wrong. Both cases get the same answer.',
    MFA_REQUIRED:
      'The password is right, and two-step sign-in is on, or the account must get a second factor (`MFA=required`). The answer has a challenge.',
    INVALID_TOKEN: 'The password is right, and `code` is wrong or was used.',
    FORBIDDEN: `The password is right at the old service (\`LEGACY_UNKNOWN=ask\`), and its account cannot be created here: ${otherDomain} Or: ${byHook}`,
    ACCOUNT_DISABLED:
      'The password is right, and the account is disabled or deleted. A user who can still restore the account gets the mail with the link for that again, at most one a minute.',
    EMAIL_NOT_VERIFIED:
      'The password is right, and the e-mail address is not verified (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor). Another e-mail was sent, at most one a minute.',
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs: { other: authActions.login_failed, INVALID_TOKEN: authActions.second_factor_failed },
});

export const refresh = defineOperation({
  name: 'refresh',
  rest: ['POST /auth/refresh'],
  summary: 'Exchange a refresh token for new tokens',
  does: 'Exchanges a refresh token for a new access token and the next refresh token. The caller needs a refresh token, in the body or in the cookie, but no access token.',
  message: 'Tokens refreshed.',
  caller: 'anyone',
  input: refreshInput,
  takes: 'The refresh token to exchange, or an empty object if the refresh token is in the cookie.',
  limits: [loginLimits.REFRESH_NETWORK],
  errors: {
    VALIDATION_FAILED:
      'A field breaks its rule, or the client sent the cookie and asked for the next refresh token in the body.',
    UNAUTHENTICATED: 'There is no refresh token, or it is unknown, was used before, or its session has ended.',
    FORBIDDEN: 'The refresh cookie was not sent by a script of an allowed origin.',
  },
  takesSecret: true,
  rejectedAs: { other: sessionActions.refresh_refused, UNAUTHENTICATED: sessionActions.refresh_refused },
});
