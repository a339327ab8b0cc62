import type { LinkWords } from '../link-words';

export const links: LinkWords = {
  verify: {
    title: 'Confirm your e-mail address',
    text: 'Use the button to confirm that this e-mail address is yours.',
    action: 'Confirm my address',
    done: 'Your e-mail address is confirmed.',
    already: 'Your e-mail address is already confirmed.',
    notMe: 'I didn’t register',
    notMeText: 'If you didn’t register, someone else entered your address. You can remove the account.',
    disowned: 'The account with your address was removed.',
  },
  createAccount: {
    title: 'Create your account',
    text: 'Set your account’s password. It can be the one you registered with.',
    action: 'Create my account',
    done: 'Your account is ready.',
  },
  changeEmail: {
    title: 'Confirm the new e-mail address',
    text: 'Use the button to agree to the new e-mail address.',
    action: 'Confirm the change',
    done: 'Your e-mail address was changed.',
    waiting: 'Confirmed. The address changes when the e-mail to your other address is confirmed, too.',
  },
  reset: {
    title: 'Set a new password',
    text: 'Choose a new password. All your other devices are signed out.',
    action: 'Set the password',
    done: 'Your password is set.',
  },
  welcome: {
    title: (product) => `Welcome to ${product}`,
    text: 'You’ve been invited. Choose a password to start.',
    action: 'Create my account',
    done: 'Your account is ready.',
  },
  secure: {
    title: 'Secure your account',
    text: 'Someone else signed in? Choose a new password. All devices are signed out, and what was added to your account since that sign-in is removed: passkeys, authenticator apps and connected providers.',
    action: 'Secure my account',
    done: 'Your new password is set, and all devices were signed out.',
  },
  undoEmailChange: {
    title: 'Restore your e-mail address',
    text: 'Use the button if you didn’t change the address. All devices are signed out, and you get an e-mail to set a new password.',
    action: 'Restore my address',
    done: 'Your e-mail address was restored. We’ve sent you an e-mail to set a new password.',
  },
  cancelDeletion: {
    title: 'Keep your account',
    text: 'Your account was deleted, and will be erased soon. Use the button to keep it.',
    action: 'Keep my account',
    done: 'Your account is restored.',
  },
  signIn: {
    title: 'Sign in',
    text: 'Use the button to sign in here.',
    action: 'Sign in',
    elsewhere:
      'This link only works in the browser where you asked for it. Go back there, and enter the code from the e-mail.',
    openThere: 'This link only works in the browser where you asked for it. Open it there.',
  },
  doneTitle: 'Done',
  again: 'Send me a new e-mail',
  sentAgain: 'We’ve sent a new e-mail to the same address. Use the newest one.',
  problemTitle: 'That didn’t work',
  problems: {
    invalidLink: 'This link is no longer valid. It was used, it has expired, or a newer e-mail has replaced it.',
    conflict: 'This e-mail address already has an account. Nothing was changed.',
    disabled: 'This account is disabled. Please contact the people who run this service.',
    unavailable: 'The service isn’t available right now. Please try again in a minute. The link is still valid.',
  },
};
