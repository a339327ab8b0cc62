import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const passkeyReasons = rejectionReasons.define({
  'unknown challenge': {
    means: 'The challenge is of another operation, user, session or installation.',
    advice: 'The page asks for new options each time. All users: do all instances use one database?',
  },
  'used challenge': {
    means: 'The challenge was used before.',
    advice: 'The page asks for new options each time.',
  },
  'expired challenge': {
    means: 'The challenge has expired.',
    advice: 'The page asks for new options, and renews them while it waits.',
  },
  'unknown passkey': {
    means: 'The passkey was removed, or belongs to another installation.',
    advice: 'The page reports it with `PublicKeyCredential.signalUnknownCredential`.',
  },
  'passkey of another account': {
    means: 'The passkey belongs to another account than the login.',
    advice: 'The user chooses another passkey.',
  },
  'automatic passkey': {
    means: 'The browser added the passkey by itself, so it is no second factor.',
    advice: 'The user adds a passkey on the page about security.',
  },
  'known passkey': {
    means: 'An account already has this passkey.',
    advice: 'The user signs in with it.',
  },
  'malformed passkey': {
    means: 'The response is malformed, of another ceremony, or of an unsupported algorithm.',
    advice: 'The page sends what the browser returned. Supported: EdDSA, ES256, RS256.',
  },
  'wrong origin': {
    means: 'The page is not at the origin of `PUBLIC_URL` or one of `PASSKEY_ORIGINS`, or is in a frame.',
    advice: 'Add the origin if the page is yours. If not, it imitates yours.',
  },
  'wrong relying party': {
    means: 'The passkey belongs to another domain than `PASSKEY_RP_ID`.',
    advice: 'Undo a change of it. All instances need the same value.',
  },
  'unverified user': {
    means: 'The authenticator did not check a fingerprint, a face or a PIN.',
    advice: 'The user sets a PIN on the security key.',
  },
  'wrong signature of the passkey': {
    means: 'The signature of the authenticator is wrong.',
    advice: 'Nothing, if it is rare: someone tried its id without it.',
  },
  'sign count not increased': {
    means: 'The authenticator did not count on: the passkey may be a copy.',
    advice: 'The user replaces the passkey.',
  },
});
