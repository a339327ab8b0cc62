import type { MailWords } from '../mail-words';

const newPassword = 'ask for a new password on the sign-in page immediately';

export const en: MailWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `The link is valid for ${duration}.`,
  codeIsValid: (duration) => `The code is valid for ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `The link is valid for ${ofLink}, the code for ${ofCode}.`,
  verify_email: {
    title: 'Confirm your e-mail address',
    text: (product) => [
      `This e-mail address was entered for an account at ${product}. Please confirm that it is yours.`,
    ],
    action: 'Confirm my address',
    code: 'Or enter this code where you entered the address:',
    notMe: 'If this wasn’t you, ignore this e-mail. The address stays unconfirmed.',
  },
  account_exists: {
    title: 'You already have an account',
    text: (product) => [
      `This e-mail address was entered for a new account at ${product}, but it already has one.`,
      'Sign in with your password. If you have forgotten it, ask for a new one on the sign-in page.',
    ],
    notMe: 'If this wasn’t you, you don’t need to do anything. Your account was not changed.',
  },
  reset_password: {
    title: 'Set a new password',
    text: (product) => [`A new password was requested for your account at ${product}.`],
    action: 'Set a new password',
    code: 'Or enter this code where you requested it:',
    notMe: 'If this wasn’t you, ignore this e-mail. Your password stays as it is.',
  },
  email_login: {
    title: 'Sign in',
    text: (product) => [
      `Someone wants to sign in to your account at ${product}. This e-mail only helps in the browser or app where it was asked for.`,
    ],
    action: 'Sign in',
    code: 'Or enter this code where you asked for it. Don’t give it to anyone:',
    notMe: 'If this wasn’t you, ignore this e-mail.',
  },
  step_up: {
    title: 'Your code',
    text: (product) => [
      `Someone who is signed in to your account at ${product} wants to add another way to sign in, or to connect an app. This code proves that it is you.`,
    ],
    code: 'Enter it where you asked for it. Don’t give it to anyone:',
    notMe: `If this wasn’t you, someone else knows your password: ${newPassword}.`,
  },
  connect_provider: {
    title: 'Sign in and connect',
    text: (product, provider) => [
      `Someone signed in to ${product} with ${provider}, and ${provider} named this address. If it was you, prove that the address is yours: then ${provider} is connected with your account. This e-mail only helps in the browser or app where you signed in.`,
    ],
    action: 'Sign in and connect',
    code: 'Or enter this code where you signed in. Don’t give it to anyone:',
    notMe: 'If this wasn’t you, ignore this e-mail. Nothing is connected.',
  },
  password_was_reset: {
    title: 'A new password was set',
    text: (product) => [
      `A new password was set for your account at ${product}, using an e-mail to this address. All devices were signed out.`,
    ],
    notMe:
      'If this wasn’t you, someone else can read your e-mails. First change the password of your mailbox. Then ask for a new password on the sign-in page.',
  },
  password_removed: {
    title: 'Your password was removed',
    text: (product) => [
      `You signed in to ${product} with a code by e-mail. This was the first proof that the address is yours. Anyone could have set the password before, so it was removed, and all other devices were signed out.`,
      'If you want a password, ask for a new one on the sign-in page.',
    ],
    notMe:
      'If this wasn’t you, someone else can read your e-mails. First change the password of your mailbox. Then ask for a new password on the sign-in page.',
  },
  password_changed: {
    title: 'Your password was changed',
    text: (product) => [`The password of your account at ${product} was changed.`],
    notMe: `If this wasn’t you, ${newPassword}.`,
  },
  confirm_email_change: {
    title: 'Confirm your new e-mail address',
    text: (product) => [
      `This address was entered as the new e-mail address of an account at ${product}. Please confirm that it is yours.`,
    ],
    action: 'Confirm the change',
    code: 'Or enter this code where you changed the address:',
    notMe: 'If this wasn’t you, ignore this e-mail. The account keeps its old address.',
  },
  approve_email_change: {
    title: 'Confirm the change of your e-mail address',
    text: (product) => [
      `A new e-mail address was entered for your account at ${product}. The address changes only if you agree.`,
    ],
    action: 'Confirm the change',
    code: 'Or enter this code where you changed the address:',
    notMe: `If this wasn’t you, someone else is signed in to your account. Don’t confirm the change, and ${newPassword}.`,
  },
  email_changed: {
    title: 'Your e-mail address was changed',
    text: (product) => [
      `Your account at ${product} now has another e-mail address. This one is no longer used.`,
      'If this wasn’t you, restore this address. All devices are then signed out, and you set a new password.',
    ],
    action: 'Restore my address',
  },
  email_changed_by_operator: {
    title: 'Your e-mail address was changed',
    text: (product) => [
      `An operator has changed the e-mail address of your account at ${product}. This address is no longer used. All devices were signed out.`,
    ],
    notMe: 'If you didn’t ask for this, contact the operator of this service immediately.',
  },
  invite: {
    title: 'You’re invited',
    text: (product) => [`An account at ${product} was created for you. Set a password to use it.`],
    action: 'Set a password',
    notMe: 'If you didn’t expect this, ignore this e-mail. Without a password, the account can’t be used.',
  },
  deletion_scheduled: {
    title: 'Your account will be erased',
    text: (product) => [
      `Your account at ${product} was deleted, and all devices were signed out. You can keep the account until the link expires. Then it is erased.`,
    ],
    action: 'Keep my account',
    notMe: `If you didn’t delete the account, keep it. Then ${newPassword}.`,
  },
  password_listed: {
    title: 'Choose another password',
    text: (product) => [
      `The password you used to sign in to ${product} is one that attackers try first. It is common, it consists of your name or address, or it was stolen from another website.`,
      'Please change it, also on other websites where you use it.',
    ],
    notMe: `If you didn’t sign in, ${newPassword}.`,
  },
  authenticator_added: {
    title: 'An authenticator app was added',
    text: (product) => [
      `An authenticator app was added to your account at ${product}. Two-step sign-in is on: your password also needs a code from the app, or another second factor.`,
      'If this wasn’t you, someone knows your password. Set a new one with this link: the authenticator app is then removed, and all devices are signed out.',
    ],
    action: 'Remove the app and set a password',
  },
  passkey_added: {
    title: 'A passkey was added',
    text: (product) => [
      `A passkey was added to your account at ${product}. You can sign in with it.`,
      'If this wasn’t you, someone knows your password. Set a new one with this link: the passkey is then removed, and all devices are signed out.',
    ],
    action: 'Remove the passkey and set a password',
  },
  new_device: {
    title: 'A sign-in from a new device',
    text: (product, _, { time, device, country }) => [
      `Someone signed in to your account at ${product}. The device is new to the account, or many attempts had failed before.`,
      `Time: ${time}.`,
      ...(device ? [`Device: ${device}.`] : []),
      ...(country ? [`Country: ${country}.`] : []),
      'If this wasn’t you, choose a new password with this link: all devices are then signed out. If it was you, you don’t need to do anything.',
    ],
    action: 'This wasn’t me',
  },
  identity_linked: {
    title: 'A provider was connected',
    text: (product) => [
      `An account at another provider was connected with your account at ${product}. You can sign in with it. The page about security shows which one.`,
      'If this wasn’t you, someone else was signed in to your account. Set a new password with this link: the provider is then disconnected, and all devices are signed out.',
    ],
    action: 'Disconnect the provider and set a password',
  },
  app_connected: {
    title: 'An app was connected',
    text: (product) => [
      `An app was allowed to use your account at ${product}. The page about apps shows which one, and what it can do.`,
      'If this wasn’t you, someone else was signed in to your account. Set a new password with this link: the app is then disconnected, and all devices are signed out.',
    ],
    action: 'Disconnect the app and set a password',
  },
  identity_unlinked: {
    title: 'A provider was disconnected',
    text: (product) => [
      `An account at another provider was disconnected from your account at ${product}. You can no longer sign in with it.`,
    ],
    notMe: `If this wasn’t you, ${newPassword}.`,
  },
  factor_removed: {
    title: 'A second factor was removed',
    text: (product) => [
      `An authenticator app or a passkey was removed from your account at ${product}. If it was the last one, two-step sign-in is now off.`,
    ],
    notMe: `If this wasn’t you, ${newPassword}. Then add it again.`,
  },
  recovery_codes_few: {
    title: 'Few recovery codes are left',
    text: (product) => [
      `Your account at ${product} has fewer than three recovery codes left. You need them to sign in without your second factor.`,
      'Create new codes while you can still sign in.',
    ],
    notMe: `If you didn’t use the codes yourself, ${newPassword}. Then create new codes.`,
  },
  recovery_codes_changed: {
    title: 'Your recovery codes were replaced',
    text: (product) => [`New recovery codes were created for your account at ${product}. The old ones no longer work.`],
    notMe: `If this wasn’t you, ${newPassword}. Then create new codes.`,
  },
  two_step_enabled: {
    title: 'Two-step sign-in is on',
    text: (product) => [
      `Two-step sign-in was switched on for your account at ${product}. From now on, your password also needs a second factor, such as your passkey, a code from your authenticator app or a recovery code.`,
    ],
    notMe: `If this wasn’t you, ${newPassword}.`,
  },
  two_step_disabled: {
    title: 'Two-step sign-in is off',
    text: (product) => [
      `Two-step sign-in was switched off for your account at ${product}. From now on, your password alone is enough to sign in. The recovery codes no longer work.`,
    ],
    notMe: `If this wasn’t you, ${newPassword}. Then switch it on again.`,
  },
  factors_reset: {
    title: 'Your second factors were removed',
    text: (product) => [
      `An operator has removed all second factors and recovery codes from your account at ${product}. All devices were signed out.`,
      'Sign in with your password, and add a second factor again.',
    ],
    notMe: 'If you didn’t ask for this, contact the operator of this service immediately.',
  },
  account_disabled: {
    title: 'Your account was disabled',
    text: (product) => [
      `An operator has disabled your account at ${product}. All devices were signed out, and you can’t sign in until an operator enables it again.`,
    ],
    notMe: 'If you think this is a mistake, contact the operator of this service.',
  },
  impersonated: {
    title: 'An administrator used your account',
    text: (product) => [
      `An administrator has opened your account at ${product} and can use it in your place for 15 minutes at most, for example to help you. Meanwhile, the administrator can’t change your password, your e-mail address or your second factors.`,
    ],
    notMe: 'If you didn’t ask for help and don’t know why this happened, contact the operator of this service.',
  },
  webhook_disabled: {
    title: 'A webhook endpoint was disabled',
    text: (product) => [
      `Deliveries to a webhook endpoint of ${product} have failed for five days, or its receiver answered that it is gone. The endpoint was disabled, and gets no more events.`,
    ],
    notMe: 'As a super admin you can see the reason in the console, and enable the endpoint again.',
  },
  test: {
    title: 'Test mail',
    text: (product) => [`This is a test mail from ${product}. It reached you, so the mail server works.`],
  },
};
