import { authActions } from '../../accounts/auth/auth.audit';
import { refreshTokenOnlyIf } from '../../accounts/auth/auth.inputs';
import { ofEmailLogins } from '../../accounts/auth/login.limits';
import { mailLimits, ofMails } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import { requestEmailLoginAnswer } from './email-login.answers';
import { completeEmailLoginInput, requestEmailLoginInput } from './email-login.inputs';

const defineOperation = operationsTagged('Sessions');

const switchedOff = 'Sign-in with a code by mail is switched off (`EMAIL_LOGIN`).';

const wrongLink = 'The token of the link is wrong, was used or has expired, or is for another address.';

export const requestEmailLogin = defineOperation({
  name: 'requestEmailLogin',
  rest: ['POST /auth/login/email'],
  summary: 'Send an e-mail with a code to sign in',
  does: 'Sends an e-mail with a code and a link to the address, and returns a token. The token and one of the two sign the user in. Anyone can call this operation, without an access token. The answer is the same for every address.',
  // The same for every address, so that the answer does not say which addresses have an account.
  message: 'If the address has an account, an e-mail with a code and a link was sent to it.',
  caller: 'anyone',
  input: requestEmailLoginInput,
  takes: 'The address of the account.',
  challenge: { name: 'email_login' },
  limits: [...ofMails, mailLimits.MAIL_ADDRESS_PAUSE],
  errors: {
    FORBIDDEN: `${switchedOff} With a token of a \`link\`, it works nevertheless, if the service sends mails.`,
    INVALID_TOKEN: wrongLink,
  },
  takesSecret: true,
  answer: requestEmailLoginAnswer,
});

export const completeEmailLogin = defineOperation({
  name: 'completeEmailLogin',
  rest: ['POST /auth/login/email/complete'],
  summary: 'Sign in with the code or the link of an e-mail',
  does: 'Signs a user in with the code or the link of an e-mail and the token of its request, so the e-mail alone signs in nobody. A request accepts 5 codes in 10 minutes (`EMAIL_CODE_TTL`). The first proof of an address removes what anyone can have set before: password, second factors and sessions.',
  message: 'Logged in.',
  caller: 'anyone',
  input: completeEmailLoginInput,
  takes: `The token of the request, and the code or the link. ${refreshTokenOnlyIf}`,
  limits: ofEmailLogins,
  errors: {
    FORBIDDEN: `${switchedOff} Or the e-mail was sent for a sign-in with a provider, and registration is closed, or the domain of the address is not in \`REGISTER_DOMAINS\`, or the hook (\`HOOK_BEFORE_REGISTER\`) rejects the person.`,
    CONFLICT: 'The account at the provider was connected with another account meanwhile.',
    INVALID_TOKEN: 'The token, the code or the link is wrong, was used or has expired.',
    MFA_REQUIRED:
      'The code or the link is right, and two-step sign-in is on, or the account must get a second factor (`MFA=required`). The answer has a challenge.',
    ACCOUNT_DISABLED: 'The code or the link is right, and the account is disabled or deleted.',
  },
  takesSecret: true,
  rejectedAs: authActions.login_failed,
});
