import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const tokenReasons = rejectionReasons.define({
  'malformed token': {
    means: 'The text is not an access token of this installation.',
    advice: 'The client sends the `jwt` of a login, not a refresh token.',
  },
  'unknown key': {
    means: 'The signing key of the access token was revoked, or belongs to another installation.',
    advice: 'The client refreshes the tokens, or the user signs in again.',
  },
  'bad signature': {
    means: 'The access token was forged or changed.',
    advice: 'If it is frequent, find the client with `gatehouse audit --network`.',
  },
  'wrong issuer': {
    means: 'The issuer of the access token is not `PUBLIC_URL`.',
    advice: 'All instances need the same value. After a change, users sign in again.',
  },
  'wrong audience': {
    means: 'The audience of the access token is not `JWT_AUDIENCE`.',
    advice: 'All instances need the same value. After a change, users sign in again.',
  },
  'not yet valid': {
    means: 'The access token was issued in the future: the clocks of two instances differ.',
    advice: 'Synchronize the clocks: `gatehouse doctor` shows the difference.',
  },
  'expired token': {
    means: 'The access token has expired.',
    advice: 'The client refreshes the tokens. If the token is new, compare the clocks.',
  },
  'ended session': {
    means: 'The session of the token has ended.',
    advice: 'The user signs in again. The line `The session … ended` says when and why.',
    accountState: 'unknown',
  },
  'ended session of the actor': {
    means: 'A super admin acted as the user, and has lost the session or the rights.',
    advice: 'The super admin signs in and starts again.',
  },
  'changed access rights': {
    means: 'The roles, other claims or the super admin right have changed since the token was issued.',
    advice: 'The client refreshes the tokens. The user stays signed in.',
  },
  'ended organization': {
    means:
      'The organization of the token or the API key is disabled or was deleted, or the user of an application is no longer a member.',
    advice:
      'The client refreshes the tokens. The user stays signed in, without the organization. A key is valid again as soon as the organization is enabled.',
  },
  'disabled account': {
    means: 'The account is disabled.',
    advice: 'Since when: `gatehouse audit --action user_disabled`. To enable it: `gatehouse users enable`.',
    accountState: 'disabled',
  },
  'no account': {
    means: 'The account of the token no longer exists.',
    advice: 'None: the account was erased.',
    accountState: 'missing',
  },
});
