import { defineOperation } from '../../platform/operations/define-operation';
import { ofSuperAdmins } from '../../platform/operations/error-texts';
import { auditInput, explainInput } from './admin-audit.inputs';
import { bulkInput } from './admin-bulk.inputs';
import { messagesInput, retryMessageInput } from './admin-messages.inputs';
import { impersonateInput } from './impersonation.inputs';
import {
  createUserInput,
  endSessionsInput,
  setSuperAdminInput,
  updateUserInput,
  userIdInput,
  userInput,
} from './user-changes.inputs';
import { exportUsersInput, usersInput } from './user-list.inputs';

const ends = 'All sessions of the user end on every instance within a second.';
const noSuchUser = 'There is no such user.';
const lastSuperAdmin = 'The user is the last super admin.';

export const users = defineOperation({
  name: 'users',
  rest: ['GET /admin/users'],
  does: 'Returns the users in pages, the newest first. A user must fit all filters. A page can have fewer users than asked for, or none, although there is a next page: with filters that few accounts fit together, a page reads only a part of the accounts, so that it is fast. The caller must be a super admin.',
  message: 'Users returned.',
  caller: 'superAdmin',
  input: usersInput,
});

export const user = defineOperation({
  name: 'user',
  rest: ['GET /admin/users/{id}'],
  does: 'Returns an account with its live sessions, the most recently used first, at most 100.',
  message: 'User returned.',
  caller: 'superAdmin',
  input: userInput,
  errors: { NOT_FOUND: noSuchUser },
});

export const createUser = defineOperation({
  name: 'createUser',
  rest: ['POST /admin/users'],
  does: 'Creates an account without a password, and mails its user a link to set one. Only the user knows the password. The link also verifies the e-mail address.',
  message: 'User created.',
  caller: 'superAdmin',
  input: createUserInput,
  errors: { EMAIL_TAKEN: 'The e-mail address has an account.' },
});

export const updateUser = defineOperation({
  name: 'updateUser',
  rest: ['PATCH /admin/users/{id}'],
  does: 'Changes the fields of an account that the request has. If one field is not valid, nothing is changed.',
  message: 'User changed.',
  caller: 'superAdmin',
  input: updateUserInput,
  errors: { NOT_FOUND: noSuchUser, EMAIL_TAKEN: 'Another account has the e-mail address.' },
});

export const setSuperAdmin = defineOperation({
  name: 'setSuperAdmin',
  rest: ['POST /admin/users/{id}/super-admin'],
  does: 'Makes a user a super admin, or takes this right. The access tokens of the user that exist are rejected within a second, and a refresh returns a new one.',
  message: 'Rights of the user changed.',
  caller: 'superAdmin',
  input: setSuperAdminInput,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
});

export const disableUser = defineOperation({
  name: 'disableUser',
  rest: ['POST /admin/users/{id}/disable'],
  does: `Disables an account: its user cannot log in. ${ends}`,
  message: 'User disabled.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
});

export const enableUser = defineOperation({
  name: 'enableUser',
  rest: ['POST /admin/users/{id}/enable'],
  does: 'Enables an account, so that its user can log in again. A deleted account is restored.',
  message: 'User enabled.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
});

export const deleteUser = defineOperation({
  name: 'deleteUser',
  rest: ['DELETE /admin/users/{id}'],
  does: `Deletes an account. It is erased after \`DELETION_GRACE_DAYS\`, and its user gets an e-mail with a link that restores it until then. ${ends}`,
  message: 'User deleted.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: lastSuperAdmin },
});

export const endSessions = defineOperation({
  name: 'endSessions',
  rest: ['DELETE /admin/users/{user_id}/sessions', 'DELETE /admin/users/{user_id}/sessions/{session_id}'],
  does: 'Ends one session of a user, or all sessions. The user can log in again.',
  message: 'Sessions ended.',
  caller: 'superAdmin',
  input: endSessionsInput,
  errors: { NOT_FOUND: 'There is no such user, or the user has no live session with this id.' },
});

export const sendPasswordReset = defineOperation({
  name: 'sendPasswordReset',
  rest: ['POST /admin/users/{id}/password-reset'],
  does: 'Mails a user a link and a code to set a new password. The answer has neither. The password stays valid until then.',
  message: 'An e-mail to set a new password is sent to the user.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser, CONFLICT: 'The account is disabled or deleted.' },
});

export const sendInvitation = defineOperation({
  name: 'sendInvitation',
  rest: ['POST /admin/users/{id}/invitation'],
  does: 'Mails a user without a password a new link to set one. The link of an earlier invitation is no longer valid.',
  message: 'An e-mail to set a password is sent to the user.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: {
    NOT_FOUND: noSuchUser,
    CONFLICT: 'The user has set a password, or the account is disabled or deleted.',
  },
});

export const resetFactors = defineOperation({
  name: 'resetFactors',
  rest: ['POST /admin/users/{id}/factors/reset'],
  does: `Removes all second factors and recovery codes of a user who has lost them, and mails the user. ${ends} Make sure before that the user is who they say they are.`,
  message: 'Second factors removed.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
});

export const verifyEmail = defineOperation({
  name: 'verifyEmail',
  rest: ['POST /admin/users/{id}/verify-email'],
  does: 'Marks the e-mail address of a user as verified, without an e-mail.',
  message: 'E-mail address marked as verified.',
  caller: 'superAdmin',
  input: userIdInput,
  errors: { NOT_FOUND: noSuchUser },
});

export const bulkUsers = defineOperation({
  name: 'bulkUsers',
  rest: ['POST /admin/users/bulk'],
  does: 'Does the same with many accounts, and returns a result for each id in the order of the input. Each account is changed for itself: an error of one does not stop the others. The work ends after about two seconds, or when the client disconnects. An id that was not reached has the result `SERVICE_UNAVAILABLE`, its account is unchanged, and the client sends it again. If the super admin loses the right in the meantime, the further ids have the error as their result. The own account of the super admin cannot be disabled, deleted or signed out. The request counts once for the limit `ADMIN`. The caller must be a super admin.',
  message: 'Each account has a result.',
  caller: 'superAdmin',
  input: bulkInput,
});

export const exportUsers = defineOperation({
  name: 'exportUsers',
  rest: ['GET /admin/users.csv'],
  does: 'Returns the users as a CSV file, the newest first, with the same filters as the list. A `=`, `+`, `-` or `@` at the beginning of a cell, or after a semicolon, a tab or the end of a line in a cell, gets an apostrophe before it, so that no spreadsheet executes it as a formula. If the file cannot be completed, the connection is closed before its end, also if the access token expires or the super admin loses the right in the meantime. A super admin can have two exports at the same time in each instance. Only the REST API has this operation: in GraphQL, `users` has pages. The caller must be a super admin.',
  caller: 'superAdmin',
  input: exportUsersInput,
  errors: { CONFLICT: 'The super admin already has two exports that have not ended.' },
});

export const impersonate = defineOperation({
  name: 'impersonate',
  rest: ['POST /admin/users/{user_id}/impersonate'],
  does: 'Lets the super admin act as the user for 15 minutes, and not longer than the session of the super admin lives. The access token names both: `sub` is the user, and `act.sub` is the super admin. There is no refresh token. Every event of the audit names the super admin. What only the user can do is `FORBIDDEN` with this token: the password, the e-mail address, second factors, the deletion, and the other sessions. The user gets an e-mail, unless `IMPERSONATION_NOTICE` is `false`. A logout with the token ends the session.',
  message: 'Session of the user opened.',
  caller: 'superAdmin',
  input: impersonateInput,
  errors: {
    FORBIDDEN: `${ofSuperAdmins.FORBIDDEN} Or the user to act as is a super admin.`,
    NOT_FOUND: noSuchUser,
    CONFLICT: 'The account is disabled or deleted.',
  },
  takesSecret: true,
});

export const auditEvents = defineOperation({
  name: 'auditEvents',
  rest: ['GET /admin/audit'],
  does: 'Returns the events of the audit in pages, the newest first. An event must fit all filters. Similar rejections share one event, which moves to the beginning of the list when it is counted again: a client that reads all pages can see it twice, and misses no event that did not change in the meantime. The caller must be a super admin.',
  message: 'Audit events returned.',
  caller: 'superAdmin',
  input: auditInput,
});

/** The number of events of a request that are explained. A bulk request has an event for each account. */
export const mostExplained = 50;
export const explain = defineOperation({
  name: 'explain',
  rest: ['GET /admin/requests/{request_id}'],
  does: `Explains in sentences why a request was rejected, or what it did, with its events. The sentences are those of the command \`gatehouse explain\`. A request with many events, such as a bulk request, has only its newest ${mostExplained} events explained. The caller must be a super admin.`,
  message: 'Request explained.',
  caller: 'superAdmin',
  input: explainInput,
  errors: {
    NOT_FOUND:
      'The audit has no event of the request. The request changed nothing, its event was removed after `AUDIT_RETENTION`, or it was combined with similar events.',
  },
});

export const messages = defineOperation({
  name: 'messages',
  rest: ['GET /admin/messages'],
  does: 'Returns the mails that wait or have failed in pages, the newest first. The text, the link and the code of a mail are never returned. The caller must be a super admin.',
  message: 'Mails returned.',
  caller: 'superAdmin',
  input: messagesInput,
});

export const retryMessage = defineOperation({
  name: 'retryMessage',
  rest: ['POST /admin/messages/{id}/retry'],
  does: 'Makes a mail due that has failed or waits for its next attempt, and returns it. Gatehouse then sends the mail. The caller must be a super admin.',
  message: 'The mail is sent again now.',
  caller: 'superAdmin',
  input: retryMessageInput,
  errors: {
    NOT_FOUND: 'There is no mail with this id. Mails are removed seven days after they were sent or have failed.',
    CONFLICT: 'The mail was sent, waits for its first attempt, is being sent now, or has a link that is not valid.',
  },
});

export const findings = defineOperation({
  name: 'findings',
  rest: ['GET /admin/findings'],
  does: 'Runs the checks of the command `gatehouse doctor` and returns their results. The checks run one after another in the background, at most one run at a time. A result can be some seconds old. A check that did not end in time has the verdict `skipped`, and its text says so: the same request some seconds later has its result. The caller must be a super admin.',
  message: 'Findings returned.',
  caller: 'superAdmin',
});

export const signingKeys = defineOperation({
  name: 'signingKeys',
  rest: ['GET /admin/keys'],
  does: 'Returns the keys that sign access tokens, the newest first. The private keys are never returned. The caller must be a super admin.',
  message: 'Signing keys returned.',
  caller: 'superAdmin',
});

export const activity = defineOperation({
  name: 'activity',
  rest: ['GET /admin/activity'],
  does: 'Returns how many accounts were registered, how many logins succeeded or were rejected, and how many requests the limits rejected, in each of the last 24 hours of the clock in UTC. The last hour is the current one, and its numbers can be some seconds old. The numbers are those of the audit. An hour that could not be counted, or not in time, is missing: ask again some seconds later. The caller must be a super admin.',
  message: 'Activity returned.',
  caller: 'superAdmin',
});
