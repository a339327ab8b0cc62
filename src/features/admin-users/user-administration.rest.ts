import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody, optionalJsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import type { Operation } from '../../platform/operations/define-operation';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { type RestRoute, type RouteText, routeOf } from '../../platform/rest/rest-route';
import { exampleSession } from '../sessions/session.answers';
import type { ManagedUser } from '../users/managed-user';
import type { UserFields } from '../users/user-fields';
import { inputWithFields } from '../users/user-fields.rest';
import { AdminUserRecords, exampleManagedUser } from './admin-user.rest';
import {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  liftLimits,
  removeIdentity,
  resetFactors,
  sendInvitation,
  sendPasswordReset,
  setSuperAdmin,
  updateUser,
  verifyEmail,
} from './admin-users.operations';
import { accountDescriptions } from './descriptions';
import type { CreatedUser, UserAdministrationService } from './user-administration.service';

const body = jsonBody(bodyBytes.rest);
const optionalBody = optionalJsonBody(bodyBytes.rest);

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

export function userAdministrationRoutes(
  admin: UserAdministrationService,
  userFields: UserFields | undefined,
): RestRoute[] {
  const records = new AdminUserRecords(userFields);
  const userEnvelope = successSchema('UserEnvelope', 'The user after the change.', records.userSchema);
  const createdUserEnvelope = successSchema(
    'CreatedUserEnvelope',
    'The account that was created.',
    records.createdSchema,
  );
  const userBody = (msg: string, user: ManagedUser) => successEnvelope(msg, records.user(user));
  const createdBody = (created: CreatedUser) => successEnvelope(createUser.message, records.created(created));
  const changesUser = (summary: string, { message }: Operation): RouteText => ({
    tag: 'Users',
    summary,
    success: {
      description: 'The user after the change.',
      schema: userEnvelope,
      example: userBody(message, exampleManagedUser),
    },
  });
  return [
    routeOf(createUser, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Create an account and invite its user',
        ...inputWithFields(createUser, userFields, 'admin'),
        body: { description: 'The account to create.' },
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
          const created = await admin.create(
            { ...inputOf(createUser, req), fields: req.body?.fields },
            contextOf(req, res),
          );
          sendJson(res.status(201), createdBody(created));
        },
      ],
    }),
    routeOf(updateUser, {
      openapi: () => ({
        ...changesUser('Change the fields of an account', updateUser),
        ...inputWithFields(updateUser, userFields, 'admin'),
        body: { description: 'The fields to change.' },
      }),
      handlers: [
        body,
        async (req, res) => {
          const user = await admin.update(
            { ...inputOf(updateUser, req), fields: req.body?.fields },
            contextOf(req, res),
          );
          sendJson(res, userBody(updateUser.message, user));
        },
      ],
    }),
    routeOf(setSuperAdmin, {
      openapi: () => ({
        ...changesUser('Make a user a super admin, or take this right', setSuperAdmin),
        body: { description: 'Whether the user is a super admin.' },
      }),
      handlers: [
        body,
        async (req, res) => {
          const user = await admin.setSuperAdmin(inputOf(setSuperAdmin, req), contextOf(req, res));
          sendJson(res, userBody(setSuperAdmin.message, user));
        },
      ],
    }),
    routeOf(disableUser, {
      openapi: () => ({
        ...changesUser('Disable an account', disableUser),
        body: { description: 'The reason, and whether the user gets an e-mail.', isOptional: true },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const user = await admin.disable(inputOf(disableUser, req), contextOf(req, res));
          sendJson(res, userBody(disableUser.message, user));
        },
      ],
    }),
    routeOf(enableUser, {
      openapi: () => changesUser('Enable an account', enableUser),
      handlers: [
        async (req, res) => {
          const user = await admin.enable(inputOf(enableUser, req), contextOf(req, res));
          sendJson(res, userBody(enableUser.message, user));
        },
      ],
    }),
    routeOf(resetFactors, {
      openapi: () => changesUser('Remove all second factors of a user', resetFactors),
      handlers: [
        async (req, res) => {
          const user = await admin.resetFactors(inputOf(resetFactors, req), contextOf(req, res));
          sendJson(res, userBody(resetFactors.message, user));
        },
      ],
    }),
    routeOf(removeIdentity, {
      openapi: () => ({
        ...changesUser('Disconnect an account at a provider from a user', removeIdentity),
        body: { description: 'The reason.', isOptional: true },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const user = await admin.removeIdentity(inputOf(removeIdentity, req), contextOf(req, res));
          sendJson(res, userBody(removeIdentity.message, user));
        },
      ],
    }),
    routeOf(liftLimits, {
      openapi: () => ({
        ...changesUser('Lift the limits of failed logins of an account', liftLimits),
        body: { description: 'The reason.', isOptional: true },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const user = await admin.liftLimits(inputOf(liftLimits, req), contextOf(req, res));
          sendJson(res, userBody(liftLimits.message, user));
        },
      ],
    }),
    routeOf(verifyEmail, {
      openapi: () => changesUser('Mark an e-mail address as verified', verifyEmail),
      handlers: [
        async (req, res) => {
          const user = await admin.verifyEmail(inputOf(verifyEmail, req), contextOf(req, res));
          sendJson(res, userBody(verifyEmail.message, user));
        },
      ],
    }),
    routeOf(sendPasswordReset, {
      openapi: () => changesUser('Mail a link to set a new password', sendPasswordReset),
      handlers: [
        async (req, res) => {
          const user = await admin.sendPasswordReset(inputOf(sendPasswordReset, req), contextOf(req, res));
          sendJson(res, userBody(sendPasswordReset.message, user));
        },
      ],
    }),
    routeOf(sendInvitation, {
      openapi: () => changesUser('Mail an invitation again', sendInvitation),
      handlers: [
        async (req, res) => {
          const user = await admin.sendInvitation(inputOf(sendInvitation, req), contextOf(req, res));
          sendJson(res, userBody(sendInvitation.message, user));
        },
      ],
    }),
    routeOf(deleteUser, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Delete an account',
        body: { description: 'The reason.', isOptional: true },
        success: {
          description: 'The account is deleted.',
          schema: deletedUserEnvelope,
          example: deletedBody(exampleSession.expiresTs),
        },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const { dueTs } = await admin.delete(inputOf(deleteUser, req), contextOf(req, res));
          sendJson(res, deletedBody(dueTs));
        },
      ],
    }),
    routeOf(endSessions, {
      route: 'DELETE /admin/users/{user_id}/sessions',
      openapi: () => ({
        tag: 'Users',
        summary: 'End all sessions of a user',
        success: { description: 'The sessions have ended.', schema: endedSessionsEnvelope, example: endedBody(2) },
      }),
      handlers: [
        async (req, res) => {
          const { ended } = await admin.endSessions(inputOf(endSessions, req), contextOf(req, res));
          sendJson(res, endedBody(ended));
        },
      ],
    }),
    routeOf(endSessions, {
      route: 'DELETE /admin/users/{user_id}/sessions/{session_id}',
      openapi: () => ({
        tag: 'Users',
        summary: 'End one session of a user',
        operationId: 'endSession',
        success: { description: 'The session has ended.', schema: endedSessionsEnvelope, example: endedBody(1) },
      }),
      handlers: [
        async (req, res) => {
          const { ended } = await admin.endSessions(inputOf(endSessions, req), contextOf(req, res));
          sendJson(res, endedBody(ended));
        },
      ],
    }),
  ];
}

const deletedBody = (dueTs: Date) => successEnvelope(deleteUser.message, { deletion_due_ts: toTimestamp(dueTs) });
const endedBody = (ended: number) => successEnvelope(endSessions.message, { ended });
