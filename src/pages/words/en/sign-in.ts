/** The texts of the pages on which a person signs in or registers. */
export const signIn = {
  continueTo: (host: string) => `to continue to ${host}`,
  login: {
    title: 'Sign in',
    heading: (product: string) => `Sign in to ${product}`,
    action: 'Sign in',
    forgot: 'Forgot your password?',
    registerQuestion: 'No account yet?',
    register: 'Create an account',
    or: 'or',
    passkey: 'Sign in with a passkey',
    mail: 'Sign in with a code by e-mail',
    passkeyProblem: 'The passkey didn’t work. Try again, or use another way.',
    signedInTitle: 'You are signed in',
    signedIn: 'You can close this page.',
    sentAgain:
      'The app sent you here again although you’re signed in. If this keeps happening, contact the people who run the app.',
    backTo: (host: string) => `Back to ${host}`,
    startAgain: 'That didn’t work, or it took too long. Please sign in again.',
    signedOut: 'You are signed out.',
    passwordSet: 'Your new password is set. You can sign in with it now.',
    deleted: 'Your account is being deleted. We have sent you an e-mail.',
    notSaved: 'What you entered last was not saved. Please sign in, then enter it again.',
    noCookies:
      'Your browser blocks cookies, so you can’t be signed in. Allow cookies for this site, then sign in again.',
    unknownReturn: 'The app you came from isn’t known here, so we can’t send you back to it.',
  },
  /** Why the session of this browser is over. */
  ended: {
    logout: 'You were signed out, because you signed out in another window or app.',
    otherDevice: 'You were signed out from another of your devices.',
    copied:
      'You were signed out for your safety: someone may have copied your sign-in. If this happens again, change your password.',
    disabled: 'You were signed out, because your account is disabled. Please contact the people who run this service.',
    deleted:
      'You were signed out, because your account is being deleted. To keep it, use the link in the e-mail we sent you.',
    operator: 'You were signed out by the people who run this service.',
    emailChanged: 'You were signed out, because your e-mail address was changed. Sign in with the new one.',
    emailChangedByOperator:
      'You were signed out, because the people who run this service changed your e-mail address. Sign in with the new one.',
    emailRestored:
      'You were signed out, because your old e-mail address was restored. We’ve sent an e-mail there to set a new password.',
    emailConfirmed: 'You were signed out, because your e-mail address was confirmed for the first time.',
    passwordChanged: 'You were signed out, because your password was changed. Sign in with the new one.',
    providerDisconnected: 'You were signed out, because a provider was disconnected from your account.',
    factorsChanged: 'You were signed out, because the second factors of your account were changed.',
    tooMany: 'You were signed out, because you signed in on too many other devices.',
    expired: 'You were signed out, because you signed in too long ago.',
    other: 'You were signed out. Please sign in again.',
  },
  authorize: {
    title: 'This sign-in didn’t work',
    wrong:
      'The app sent a request that can’t be used here. Go back to the app and try again. If it keeps happening, contact the people who run the app.',
    over: 'This sign-in was completed already, or it took too long. Go back to the app and sign in again.',
    goesOn: 'Back to the app',
    action: 'Continue',
  },
  /** Of the application of a third party. */
  consent: {
    policy: (name: string) => `Privacy policy of ${name}`,
    terms: (name: string) => `Terms of ${name}`,
    title: (app: string) => `Continue to ${app}?`,
    signedIn: (email: string) => `You’re signed in as ${email}.`,
    other: 'Use another account',
    /** The name that the document of an application says. */
    calls: 'Name that the app gives itself:',
    within: (resource: string, host: string) => `In ${resource} (${host}):`,
    /** Before the name of the organization, in which anyone can write a sentence. */
    actsFor: (app: string) => `${app} will act with your roles for the organization:`,
    lets: (app: string) => `${app} will be able to:`,
    goesTo: (host: string) => `After this, you’ll go to ${host}.`,
    onDevice: (app: string) =>
      `${app} runs on this device, where other programs can use its name. Continue only if you’ve just started this sign-in there.`,
    undo: 'You can disconnect the app in your account at any time.',
    allow: 'Allow',
    deny: 'Don’t allow',
  },
  /** A program on a device without a browser (RFC 8628). */
  device: {
    title: 'Sign in on a device',
    text: 'Type the code that the device shows. It’s valid for ten minutes.',
    code: 'Code of the device',
    wrong: 'No device is waiting with this code. Check it, or start again on the device.',
    question: (app: string) => `Sign in to ${app} on a device?`,
    started: 'Started',
    address: 'Network address',
    program: 'Program',
    warning:
      'Allow this only if you have just started it on a device in front of you. Nobody else may send you such a code.',
    other: 'Type another code',
    done: {
      allowed: { title: 'You’re signed in on the device', text: 'Return to your device. You can close this page.' },
      denied: { title: 'Not allowed', text: 'The device gets nothing. You can close this page.' },
    },
  },
  register: {
    title: 'Create an account',
    heading: (product: string) => `Create your ${product} account`,
    action: 'Create the account',
    loginQuestion: 'Already have an account?',
    login: 'Sign in',
    closedTitle: 'Registration is closed',
    closed: 'Only the people who run this service can create accounts.',
  },
  setup: {
    title: 'Create the first super admin',
    text: 'You have opened the link that the start of this service has printed. This account will administer the service.',
    action: 'Create the super admin',
    over: 'There is a super admin already. This link can be used once.',
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your e-mail address. If it has an account, we’ll send you an e-mail to set a new password.',
    action: 'Send the e-mail',
  },
  email: {
    title: 'Sign in with a code',
    text: 'Enter your e-mail address. If it has an account, we’ll send you a code.',
    action: 'Send the code',
    passwordRemoved:
      'Your e-mail address is confirmed now. Anyone could have set your password before, so it was removed. You can ask for a new one on the sign-in page.',
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
  provider: {
    missing: { title: 'Almost done', text: 'Please add what is missing.' },
    connect: {
      title: (label: string) => `Connect ${label}`,
      text: (label: string, email: string) =>
        `${email} already has an account here. To sign in to it with ${label} from now on, show that the account is yours.`,
      signIn: 'Sign in another way instead',
    },
  },
  /** After a right password. */
  deleted: {
    title: 'This account is being deleted',
    text: (email: string) => `To keep it, open the link in the e-mail that we’ve sent to ${email}.`,
  },
  secondFactor: {
    title: 'Second step',
    text: 'Enter the code from your authenticator app.',
    recoveryText: 'Enter one of your recovery codes.',
    useRecovery: 'Use a recovery code instead',
    passkeyText: 'Use your passkey, or enter one of your recovery codes.',
    passkeyOnlyText: 'Use your passkey.',
    action: 'Continue',
    passkey: 'Use a passkey',
    restart: 'Start again',
  },
  enroll: {
    title: 'Add a second factor',
    text: 'This service requires a second factor. Scan the QR code with an authenticator app, then enter the code it shows.',
    action: 'Continue',
  },
  stepUp: {
    title: 'Confirm it’s you',
    text: 'You’re about to change something important, so please confirm who you are.',
    action: 'Confirm',
    willSend: 'We’ll send a code to the e-mail address of your account.',
    sent: (email: string) => `We’ve sent an e-mail to ${email}. Enter the code from it here.`,
    passkey: 'Use a passkey',
    lost: 'Lost your passkey or your phone?',
    lostText:
      'Set a new password by e-mail, and sign in with it within 15 minutes. Then you can change your account without them.',
    none: 'We can’t confirm who you are here. Please sign out, then sign in again.',
  },
  factorNeeded: {
    title: 'You need a second factor',
    text: 'This page requires a second factor, and your account has none.',
  },
  logout: {
    title: 'Sign out',
    text: 'This signs you out on this device.',
    asked: (app: string) => `${app} asks you to sign out on this device.`,
    done: 'You are signed out',
    action: 'Sign out',
  },
};
