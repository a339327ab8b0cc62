import { mailLimits } from '../../accounts/users/mail.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import { bulkUsersAnswer } from './admin-bulk.answers';
import { bulkInput } from './admin-bulk.inputs';
import { adminUserAnswers } from './admin-user.answers';
import { deleteUserAnswer, endSessionsAnswer } from './user-administration.answers';
import {
  createUserInput,
  deleteUserApiKeyInput,
  deleteUserInput,
  disableUserInput,
  endSessionsInput,
  liftLimitsInput,
  removeIdentityInput,
  setSuperAdminInput,
  updateUserInput,
  userIdInput,
  userInput,
} from './user-changes.inputs';
import { exportUsersInput, usersInput } from './user-list.inputs';

const defineOperation = operationsTagged('Users');

const ends = 'All sessions of the user end on every instance within a second.';
const noSuchUser = 'There is no such user.';
const lastSuperAdmin = 'The user is the last super admin.';

export const users = defineOperation({
  name: 'users',
  rest: ['GET /admin/users'],
  summary: 'List the users',
  does: 'Returns the users in pages, the newest first. A user must fit all filters. A page can have fewer users than asked for, or none, although there is a next page: with filters that few accounts fit together, a page reads only a part of the accounts, so that it is fast. The caller must be a super admin.',
  message: 'Users returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: usersInput,
});

export const user = defineOperation({
  name: 'user',
  rest: ['GET /admin/users/{id}'],
  summary: 'Get an account with its identities, sessions and API keys',
  does: 'Returns an account with its identities, API keys and live sessions, the most recently used first, at most 100.',
  message: 'User returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: userInput,
  errors: { NOT_FOUND: noSuchUser },
  answer: adminUserAnswers.found,
});

export const createUser = defineOperation({
  name: 'createUser',
  rest: ['POST /admin/users'],
  summary: 'Create an account and invite its user',
  does: 'Creates an account without a password, and mails its user a link to set one. Only the user knows the password. The link also verifies the e-mail address.',
  message: 'User created.',
  caller: 'superAdmin',
  machine: 'users',
  input: createUserInput,
  takes: 'The account to create.',
  limits: [mailLimits.MAIL_ADDRESS],
  errors: { EMAIL_TAKEN: 'The e-mail address has an account.' },
  status: 201,
  answer: adminUserAnswers.created,
});

export const updateUser = defineOperation({
  name: 'updateUser',
  rest: ['PATCH /admin/users/{id}'],
  summary: 'Change the fields of an account',
  does: 'Changes the fields of an account that the request has. If one field is not valid, nothing is changed.',
  message: 'User changed.',
  caller: 'superAdmin',
  machine: 'users',
  input: updateUserInput,
  takes: 'The fields to change.',
  errors: { NOT_FOUND: noSuchUser, EMAIL_TAKEN: 'Another account has the e-mail address.' },
  answer: adminUserAnswers.changed,
});

export const setSuperAdmin = defineOperation({
  name: 'setSuperAdmin',
  rest: ['POST /admin/users/{id}/super-admin'],
  summary: 'Make a user a super admin, or take this right',
  does: 'Makes a user a super admin, or takes this right. The access tokens of the user that exist are rejected within a second, and a refresh returns a new one.',
  message: 'Rights of the user changed.',
  caller: 'superAdmin',
  input: setSuperAdminInput,
  takes: 'Whether the user is a super admin.',
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
  answer: adminUserAnswers.changed,
});

export const disableUser = defineOperation({
  name: 'disableUser',
  rest: ['POST /admin/users/{id}/disable'],
  summary: 'Disable an account',
  does: `Disables an account: its user cannot sign in. ${ends}`,
  message: 'User disabled.',
  caller: 'superAdmin',
  machine: 'users',
  input: disableUserInput,
  takes: 'The reason, and whether the user gets an e-mail.',
  bodyIsOptional: true,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
  answer: adminUserAnswers.changed,
});

export const enableUser = defineOperation({
  name: 'enableUser',
  rest: ['POST /admin/users/{id}/enable'],
  summary: 'Enable an account',
  does: 'Enables an account, so that its user can sign in again. A deleted account is restored.',
  message: 'User enabled.',
  caller: 'superAdmin',
  machine: 'users',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
  answer: adminUserAnswers.changed,
});

export const resetFactors = defineOperation({
  name: 'resetFactors',
  rest: ['POST /admin/users/{id}/factors/reset'],
  summary: 'Remove all second factors of a user',
  does: `Removes all second factors and recovery codes of a user who has lost them, and mails the user. ${ends} Make sure before that the user is who they say they are.`,
  message: 'Second factors removed.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
  answer: adminUserAnswers.changed,
});

export const removeIdentity = defineOperation({
  name: 'removeIdentity',
  rest: ['DELETE /admin/users/{user_id}/identities/{identity_id}'],
  summary: 'Disconnect an account at a provider from a user',
  does: `Disconnects an account at a provider from a user, and mails the user. ${ends} Also the only way in can be removed: the user can still set a password with a link by e-mail.`,
  message: 'Provider disconnected.',
  caller: 'superAdmin',
  input: removeIdentityInput,
  takes: 'The reason.',
  bodyIsOptional: true,
  errors: { NOT_FOUND: 'There is no such user, or the user has no identity with this id.' },
  errorMessages: { NOT_FOUND: 'The account has no identity with this id.' },
  answer: adminUserAnswers.changed,
});

export const deleteUserApiKey = defineOperation({
  name: 'deleteUserApiKey',
  rest: ['DELETE /admin/users/{user_id}/keys/{id}'],
  summary: 'Delete an API key of a user',
  does: 'Deletes an API key of a user. It opens nothing from now on, and the access tokens for which it was exchanged are rejected within a second. The sessions of the user stay. Keys from before `API_KEYS` was switched off can be deleted, too.',
  message: 'API key deleted.',
  caller: 'superAdmin',
  input: deleteUserApiKeyInput,
  takes: 'The reason.',
  bodyIsOptional: true,
  errors: { NOT_FOUND: 'There is no such user, or the user has no live API key with this id.' },
  errorMessages: { NOT_FOUND: 'The account has no live API key with this id.' },
  answer: adminUserAnswers.changed,
});

export const liftLimits = defineOperation({
  name: 'liftLimits',
  rest: ['POST /admin/users/{id}/lift-limits'],
  summary: 'Lift the limits of failed logins of an account',
  does: 'Forgets the wrong passwords and second factors of an account, so that `LOGIN_ACCOUNT`, `LOGIN_FAILURES`, `MFA_ACCOUNT` and `MFA_FAILURES` no longer stop its user. Limits of networks and of the installation stay. While Redis is unavailable, each instance counts for itself, and only the one that answers forgets.',
  message: 'Limits lifted.',
  caller: 'superAdmin',
  input: liftLimitsInput,
  takes: 'The reason.',
  bodyIsOptional: true,
  errors: { NOT_FOUND: noSuchUser },
  answer: adminUserAnswers.changed,
});

export const verifyEmail = defineOperation({
  name: 'verifyEmail',
  rest: ['POST /admin/users/{id}/verify-email'],
  summary: 'Mark an e-mail address as verified',
  does: 'Marks the e-mail address of a user as verified, without an e-mail.',
  message: 'E-mail address marked as verified.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
  answer: adminUserAnswers.changed,
});

export const sendPasswordReset = defineOperation({
  name: 'sendPasswordReset',
  rest: ['POST /admin/users/{id}/password-reset'],
  summary: 'Mail a link to set a new password',
  does: 'Mails a user a link and a code to set a new password. The answer has neither. The password stays valid until then.',
  message: 'An e-mail to set a new password is sent to the user.',
  caller: 'superAdmin',
  machine: 'users',
  input: userIdInput,
  limits: [mailLimits.MAIL_ADDRESS],
  errors: { NOT_FOUND: noSuchUser, CONFLICT: 'The account is disabled or deleted.' },
  answer: adminUserAnswers.changed,
});

export const sendInvitation = defineOperation({
  name: 'sendInvitation',
  rest: ['POST /admin/users/{id}/invitation'],
  summary: 'Mail an invitation again',
  does: 'Mails a user without a password a new link to set one. The link of an earlier invitation is no longer valid.',
  message: 'An e-mail to set a password is sent to the user.',
  caller: 'superAdmin',
  machine: 'users',
  input: userIdInput,
  limits: [mailLimits.MAIL_ADDRESS],
  errors: {
    NOT_FOUND: noSuchUser,
    CONFLICT: 'The user has set a password, or the account is disabled or deleted.',
  },
  answer: adminUserAnswers.changed,
});

export const deleteUser = defineOperation({
  name: 'deleteUser',
  rest: ['DELETE /admin/users/{id}'],
  summary: 'Delete an account',
  does: `Deletes an account. It is erased after \`DELETION_GRACE_DAYS\`, and its user gets an e-mail with a link that restores it until then. ${ends}`,
  message: 'User deleted.',
  caller: 'superAdmin',
  machine: 'users',
  input: deleteUserInput,
  takes: 'The reason.',
  bodyIsOptional: true,
  answer: deleteUserAnswer,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
});

export const endSessions = defineOperation({
  name: 'endSessions',
  rest: ['DELETE /admin/users/{user_id}/sessions', 'DELETE /admin/users/{user_id}/sessions/{session_id}'],
  does: 'Ends one session of a user, or all sessions with the API keys. The user can sign in again.',
  message: 'Sessions ended.',
  caller: 'superAdmin',
  machine: 'users',
  input: endSessionsInput,
  errors: { NOT_FOUND: 'There is no such user, or the user has no live session with this id.' },
  errorMessages: { NOT_FOUND: 'The account has no live session with this id.' },
  answer: endSessionsAnswer,
});

export const bulkUsers = defineOperation({
  name: 'bulkUsers',
  rest: ['POST /admin/users/bulk'],
  summary: 'Change many users',
  does: 'Does the same with many accounts, and returns a result for each id in the order of the input. Each account is changed for itself: an error of one does not stop the others. The work ends after about two seconds, or when the client disconnects. An id that was not reached has the result `SERVICE_UNAVAILABLE`, its account is unchanged, and the client sends it again. If the super admin loses the right in the meantime, the further ids have the error as their result. The own account of the super admin cannot be disabled, deleted or signed out. The request counts once for the limit `ADMIN`. The caller must be a super admin.',
  restNote: 'The body can have up to 64 kB.',
  message: 'Each account has a result.',
  caller: 'superAdmin',
  machine: 'users',
  input: bulkInput,
  takes: 'The accounts and what to do with them.',
  hasLargeBody: true,
  answer: bulkUsersAnswer,
});

export const exportUsers = defineOperation({
  name: 'exportUsers',
  rest: ['GET /admin/users.csv'],
  summary: 'Get the users as a file for a spreadsheet',
  does: 'Returns the users as a CSV file, the newest first, with the same filters as the list. A `=`, `+`, `-` or `@` at the beginning of a cell, or after a semicolon, a tab or the end of a line in a cell, gets an apostrophe before it, so that no spreadsheet executes it as a formula. If the file cannot be completed, the connection is closed before its end, also if the access token expires or the super admin loses the right in the meantime. A super admin can have two exports at the same time in each instance. Only the REST API has this operation: in GraphQL, `users` has pages. The caller must be a super admin.',
  caller: 'superAdmin',
  machine: 'read',
  input: exportUsersInput,
  errors: { CONFLICT: 'The super admin already has two exports that have not ended.' },
});
