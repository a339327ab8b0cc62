import type { AdminUserChangesService, CreatedUser } from '../administration/admin-user-changes.service';
import { accountDescriptions, userInputSchemas, userOperations } from '../administration/user-descriptions';
import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import type { AdminOperation } from '../request/operation-names';
import { successMessages } from '../request/success-messages';
import type { ManagedUser } from '../users/managed-user';
import { adminUserSchema, createdUserSchema, toAdminUserRecord, toCreatedUserRecord } from './admin-user.record';
import { successEnvelope, successSchema } from './envelope';
import { exampleManagedUser, exampleSession } from './examples';
import { about, object, timestamp } from './json-schema';
import type { OpenapiOperation, RestRoute } from './rest-route';
import { toTimestamp } from './user.record';

const body = jsonBody(bodyBytes.rest);

const userEnvelope = successSchema('UserEnvelope', 'The user after the change.', adminUserSchema);
const createdUserEnvelope = successSchema('CreatedUserEnvelope', 'The account that was created.', createdUserSchema);
const deletedUserEnvelope = successSchema(
  'DeletedUserEnvelope',
  'When the account is erased.',
  about(object({ deletion_due_ts: timestamp(accountDescriptions.deletionDueTs) }), 'When the account is erased.'),
);
const endedSessionsEnvelope = successSchema(
  'EndedSessionsEnvelope',
  'What was ended.',
  about(object({ ended: about({ type: 'integer' }, accountDescriptions.ended) }), 'What was ended.'),
);

export function adminUserChangesRoutes(admin: AdminUserChangesService): RestRoute[] {
  return [
    {
      method: 'post',
      path: '/admin/users',
      operation: 'createUser',
      openapi: () => ({
        tag: 'Users',
        summary: 'Create an account and invite its user',
        description: userOperations.createUser,
        credentials: ['accessToken'],
        input: userInputSchemas.createUser(),
        body: { name: 'CreateUserInput', description: 'The account to create.' },
        success: {
          status: 201,
          description: 'The account was created.',
          schema: createdUserEnvelope,
          example: createdBody({ user: exampleManagedUser, link: null, expiresTs: exampleSession.expiresTs }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { email, first_name: firstName, last_name: lastName, locale, roles, mailed } = req.body;
          const input = { email, firstName, lastName, locale, roles, mailed };
          const created = await admin.create(input, contextOf(req, res));
          sendJson(res.status(201), createdBody(created));
        },
      ],
    },
    {
      method: 'patch',
      path: '/admin/users/:id',
      operation: 'updateUser',
      openapi: () => ({
        ...changesUser('Change the fields of an account', 'updateUser', successMessages.userUpdated),
        input: userInputSchemas.updateUser(),
        body: { name: 'UpdateUserInput', description: 'The fields to change.' },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { first_name: firstName, last_name: lastName, tel, company, locale, email, reason } = req.body;
          const { company_id_number: companyIdNumber, company_id_url: companyIdUrl } = req.body;
          const names = { id: req.params.id, firstName, lastName, tel, locale, email, reason };
          const { email_verified: emailVerified, roles } = req.body;
          const others = { company, companyIdNumber, companyIdUrl, emailVerified, roles };
          const user = await admin.update({ ...names, ...others }, contextOf(req, res));
          sendJson(res, userBody(successMessages.userUpdated, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/super-admin',
      operation: 'setSuperAdmin',
      openapi: () => ({
        ...changesUser('Make a user a super admin, or take this right', 'setSuperAdmin', successMessages.superAdminSet),
        input: userInputSchemas.setSuperAdmin(),
        body: { name: 'SetSuperAdminInput', description: 'Whether the user is a super admin.' },
      }),
      handlers: [
        body,
        async (req, res) => {
          const input = { id: req.params.id, superAdmin: req.body.super_admin };
          const user = await admin.setSuperAdmin(input, contextOf(req, res));
          sendJson(res, userBody(successMessages.superAdminSet, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/disable',
      operation: 'disableUser',
      openapi: () => changesUser('Disable an account', 'disableUser', successMessages.userDisabled),
      handlers: [
        async (req, res) => {
          const user = await admin.disable({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.userDisabled, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/enable',
      operation: 'enableUser',
      openapi: () => changesUser('Enable an account', 'enableUser', successMessages.userEnabled),
      handlers: [
        async (req, res) => {
          const user = await admin.enable({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.userEnabled, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/factors/reset',
      operation: 'resetFactors',
      openapi: () => changesUser('Remove all second factors of a user', 'resetFactors', successMessages.factorsReset),
      handlers: [
        async (req, res) => {
          const user = await admin.resetFactors({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.factorsReset, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/verify-email',
      operation: 'verifyEmail',
      openapi: () =>
        changesUser('Mark an e-mail address as verified', 'verifyEmail', successMessages.emailMarkedAsVerified),
      handlers: [
        async (req, res) => {
          const user = await admin.verifyEmail({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.emailMarkedAsVerified, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/password-reset',
      operation: 'sendPasswordReset',
      openapi: () =>
        changesUser('Mail a link to set a new password', 'sendPasswordReset', successMessages.passwordResetSent),
      handlers: [
        async (req, res) => {
          const user = await admin.sendPasswordReset({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.passwordResetSent, user));
        },
      ],
    },
    {
      method: 'post',
      path: '/admin/users/:id/invitation',
      operation: 'sendInvitation',
      openapi: () => changesUser('Mail an invitation again', 'sendInvitation', successMessages.invitationSent),
      handlers: [
        async (req, res) => {
          const user = await admin.sendInvitation({ id: req.params.id }, contextOf(req, res));
          sendJson(res, userBody(successMessages.invitationSent, user));
        },
      ],
    },
    {
      method: 'delete',
      path: '/admin/users/:id',
      operation: 'deleteUser',
      openapi: () => ({
        ...ofUser('Delete an account', 'deleteUser'),
        input: userInputSchemas.userId(),
        success: {
          description: 'The account is deleted.',
          schema: deletedUserEnvelope,
          example: deletedBody(exampleSession.expiresTs),
        },
      }),
      handlers: [
        async (req, res) => {
          const { dueTs } = await admin.delete({ id: req.params.id }, contextOf(req, res));
          sendJson(res, deletedBody(dueTs));
        },
      ],
    },
    {
      method: 'delete',
      path: '/admin/users/:user_id/sessions',
      operation: 'endSessions',
      openapi: () => ({
        ...ofUser('End all sessions of a user', 'endSessions'),
        input: withoutSessionId(),
        success: { description: 'The sessions have ended.', schema: endedSessionsEnvelope, example: endedBody(2) },
      }),
      handlers: [
        async (req, res) => {
          const { ended } = await admin.endSessions({ userId: req.params.user_id }, contextOf(req, res));
          sendJson(res, endedBody(ended));
        },
      ],
    },
    {
      method: 'delete',
      path: '/admin/users/:user_id/sessions/:session_id',
      operation: 'endSessions',
      openapi: () => ({
        ...ofUser('End one session of a user', 'endSessions'),
        operationId: 'endSession',
        input: { ...userInputSchemas.endSessions(), required: ['userId', 'sessionId'] },
        success: { description: 'The session has ended.', schema: endedSessionsEnvelope, example: endedBody(1) },
      }),
      handlers: [
        async (req, res) => {
          const { user_id: userId, session_id: sessionId } = req.params;
          const { ended } = await admin.endSessions({ userId, sessionId }, contextOf(req, res));
          sendJson(res, endedBody(ended));
        },
      ],
    },
  ];
}

const userBody = (msg: string, user: ManagedUser) => successEnvelope(msg, toAdminUserRecord(user));
const createdBody = (created: CreatedUser) =>
  successEnvelope(successMessages.userCreated, toCreatedUserRecord(created));
const deletedBody = (dueTs: Date) =>
  successEnvelope(successMessages.userDeleted, { deletion_due_ts: toTimestamp(dueTs) });
const endedBody = (ended: number) => successEnvelope(successMessages.sessionsEnded, { ended });

function ofUser(summary: string, operation: AdminOperation & keyof typeof userOperations) {
  return {
    tag: 'Users',
    summary,
    description: userOperations[operation],
    credentials: ['accessToken'],
  } as const;
}

function changesUser(
  summary: string,
  operation: AdminOperation & keyof typeof userOperations,
  msg: string,
): OpenapiOperation {
  return {
    ...ofUser(summary, operation),
    input: userInputSchemas.userId(),
    success: {
      description: 'The user after the change.',
      schema: userEnvelope,
      example: userBody(msg, exampleManagedUser),
    },
  };
}

/** The path of the operation that ends all sessions has no id of a session. */
function withoutSessionId() {
  const { fields, required, problems } = userInputSchemas.endSessions();
  const { sessionId: _, ...others } = fields;
  return { fields: others, required, problems };
}
