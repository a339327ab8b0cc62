/** Every action of the audit, with its meaning. */
export const auditActions = {
  registered: 'An account was created.',
  registration_requested:
    'A registration was received, and waits for the link in its e-mail. Also written if the address has an account.',
  email_verified:
    'The e-mail address of the account was verified: its user proved it, or a super admin vouched for it. Then the event has an `actorId`.',
  email_verification_rejected:
    'The proof of an e-mail address was rejected, because the link or the code was not valid.',
  user_invited: 'An account was created by an operator, and its user was invited.',
  registration_refused:
    'A registration was rejected, because the e-mail address already has an account, or registration is closed.',
  logged_in: 'A session was opened.',
  password_listed:
    'The right password of a login is on a list of passwords that are tried first. Recorded once for each password.',
  login_failed:
    'A login was rejected, because of an unknown e-mail address, a wrong password, an unverified address or a disabled account, or because the old service did not answer.',
  refresh_refused: 'A refresh token was rejected.',
  token_reused: 'A used refresh token was sent again, so its session was ended.',
  access_refused: 'An access token was rejected, or a super admin who acts as a user tried what only the user can do.',
  impersonation_started: 'A super admin opened a session to act as a user. `actorId` is the super admin.',
  session_ended: 'A session, or all sessions of an account, ended before they expired.',
  password_reset_requested:
    'An e-mail to reset the password was requested, by a person or by a super admin. `userId` is null if the address has no account.',
  password_reset: 'A user set a new password with a link or a code.',
  password_reset_rejected:
    'A reset was rejected, because the link or the code was not valid, or the account is disabled.',
  password_changed: 'A signed-in user changed the password.',
  password_change_rejected:
    'A change of the password was rejected: the current password was wrong, or the password was changed at the same time.',
  email_change_requested: 'A signed-in user asked for another e-mail address.',
  email_changed:
    'The e-mail address was changed with the links in the e-mails, or directly by a super admin. Then the event has an `actorId` and a `statedReason`.',
  email_change_undone: 'The old e-mail address was restored with the link that it got.',
  email_change_rejected:
    'A change of the e-mail address, or its undoing, was rejected: a link, a code or the current password was wrong, or the address has an account.',
  factor_added: 'A user added a second factor.',
  factor_removed: 'A user removed a second factor.',
  factor_change_rejected:
    'A change of second factors was rejected: the password or the code was wrong, or the last login too old.',
  two_step_enabled: 'Two-step sign-in was switched on: by a user, or with a second factor that a user added.',
  two_step_disabled: 'A user switched two-step sign-in off, or removed the last second factor.',
  factors_reset:
    'Second factors of an account were removed: by an operator, with the first proof of its address, or with a link that takes the account back.',
  recovery_codes_changed: 'A user replaced the recovery codes.',
  second_factor_required: 'The password of a login was right, and the login waits for a second factor.',
  second_factor_failed:
    'A login or a step-up was rejected, because the second factor was wrong, used or missing, or the password of the step-up was wrong.',
  stepped_up: 'A signed-in user proved again who they are.',
  account_deleted: 'An account was deleted by its user, or by an operator. It is erased later.',
  deletion_cancelled: 'A deleted account was restored with the link in the e-mail.',
  deletion_rejected:
    'A deletion, or its cancellation, was rejected: the current password or the link was wrong, or the account is the last super admin.',
  account_erased: 'A deleted account was erased. The event names no account.',
  profile_changed: 'A signed-in user changed a name, the mobile number or the language.',
  limited: 'A request was rejected, because a rate limit was reached.',
  shed: 'A request was rejected, because too many were waiting for password hashing.',
  user_created: 'An account was created by an operator.',
  users_imported: 'An operator imported accounts. Written at the end of the import. A dry run writes no event.',
  users_exported:
    'An operator exported all accounts. Written before the first account is given away, and at the end with their number.',
  user_updated: 'A super admin changed the data of an account.',
  admin_read:
    'A super admin read data through the administration API. Also written for a change that changed nothing, because its answer has the data, and with the numbers at the end of a bulk request, because its answer says which accounts exist.',
  admin_rejected: 'An operation of the administration API was rejected.',
  roles_changed: 'The roles of a user were changed.',
  super_admin_granted: 'A user became a super admin.',
  super_admin_revoked: 'A user is no longer a super admin.',
  user_disabled: 'An account was disabled.',
  user_enabled: 'An account was enabled.',
  client_rejected: 'The authentication of an OAuth client was rejected.',
  client_created: 'An OAuth client was created.',
  client_secret_rotated: 'The secret of an OAuth client was replaced.',
  client_deleted: 'An OAuth client was deleted.',
  key_added: 'A signing key was added.',
  key_retired: 'A signing key was revoked.',
  message_failed: 'A mail could not be sent, and is not tried again.',
  message_retried: 'A super admin made a mail due again that had failed, or that waited for its next attempt.',
  secret_rotated: 'The keys in the database were re-encrypted with another secret.',
} as const;

export type AuditAction = keyof typeof auditActions;
