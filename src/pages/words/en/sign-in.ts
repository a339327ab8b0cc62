/** The texts of the pages on which a person signs in or registers. */
export const signIn = {
  login: {
    title: 'Sign in',
    action: 'Sign in',
    forgot: 'Forgot your password?',
    registerQuestion: 'No account yet?',
    register: 'Create an account',
    or: 'or',
    passkey: 'Sign in with a passkey',
    passkeyProblem: 'The passkey could not be used. Please try again, or use your password.',
    signedInTitle: 'You are signed in',
    signedIn: 'You can close this page.',
    sentAgain:
      'The application has sent you here again, although you are signed in. If this happens once more, contact the operator of the application.',
    backTo: (host: string) => `Back to ${host}`,
    startAgain: 'This did not work, or it took too long. Please sign in again.',
    signedOut: 'You are signed out.',
    passwordSet: 'Your password was set. Sign in with the new password.',
    deleted: 'Your account is being deleted. We have sent you an e-mail.',
    unknownReturn: 'The address to return to is not known here, so it is not used.',
  },
  register: {
    title: 'Create an account',
    action: 'Create the account',
    loginQuestion: 'You have an account?',
    login: 'Sign in',
    closedTitle: 'Registration is closed',
    closed: 'Only the operator of this service can create accounts.',
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your e-mail address. If it has an account, we send you an e-mail with which you set a new password.',
    action: 'Send the e-mail',
  },
  /** The page that waits for the code of an e-mail. */
  code: {
    resetSent: (email: string) =>
      `If ${email} has an account, we’ve sent an e-mail there. Enter the code from it here, or open its link.`,
    unverified: (email: string) =>
      `Your e-mail address isn’t confirmed yet. We’ve sent an e-mail to ${email}. Enter the code from it here, or open its link.`,
    other: 'Use another address',
    confirmedTitle: 'Address confirmed',
    confirmed: 'Your e-mail address is confirmed. You can sign in now.',
  },
  secondFactor: {
    title: 'Second step',
    text: 'Enter the code of your authenticator application, or one of your recovery codes.',
    recoveryText: 'Enter one of your recovery codes.',
    passkeyText: 'Use your passkey, or enter one of your recovery codes.',
    passkeyOnlyText: 'Use your passkey.',
    action: 'Continue',
    passkey: 'Use a passkey',
    restart: 'Start again',
  },
  enroll: {
    title: 'Add a second factor',
    text: 'This service asks for a second factor. Scan the picture with an authenticator application, and enter the code that it shows.',
    action: 'Continue',
    secret: 'The application cannot scan? Enter this key:',
    qr: 'QR code for an authenticator application',
  },
  stepUp: {
    title: 'Confirm that it is you',
    text: 'The next step changes something important. Please prove again who you are.',
    action: 'Confirm',
    passkey: 'Use a passkey',
    lost: 'You have lost your passkey or your telephone?',
    lostText:
      'Set a new password with an e-mail, and sign in with it within 15 minutes. Then you can change your account without them.',
    none: 'There is no way to prove again who you are. Please sign out, and sign in again.',
  },
  factorNeeded: {
    title: 'You need a second factor',
    text: 'The page that you want to open asks for a second factor. Your account has none.',
  },
  logout: {
    title: 'Sign out',
    text: 'You sign out on this device.',
    action: 'Sign out',
  },
};
