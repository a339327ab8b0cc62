import { exampleSession } from '../../accounts/sessions/session.answers';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { UserFields } from '../../accounts/users/user-fields';
import { inputWithFields } from '../../accounts/users/user-fields.rest';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { answerRoute } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object } from '../../platform/rest/json-schema';
import { bodyReadersOf, type RestRoute, routeOf } from '../../platform/rest/rest-route';
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
  const change = (
    operation: Operation,
    act: (input: object, context: RequestContext) => Promise<ManagedUser>,
    { hasFields = false } = {},
  ): RestRoute =>
    routeOf(operation, {
      openapi: () => ({
        ...(hasFields && inputWithFields(operation, userFields, 'admin')),
        success: {
          description: 'The user after the change.',
          schema: userEnvelope,
          example: userBody(operation.message, exampleManagedUser),
        },
      }),
      handlers: [
        ...bodyReadersOf(operation),
        async (req, res) => {
          const input = { ...inputOf(operation, req), ...(hasFields && { fields: req.body?.fields }) };
          sendJson(res, userBody(operation.message, await act(input, contextOf(req, res))));
        },
      ],
    });
  return [
    routeOf(createUser, {
      openapi: () => ({
        ...inputWithFields(createUser, userFields, 'admin'),
        success: {
          description: 'The account was created.',
          schema: createdUserEnvelope,
          example: createdBody({ user: exampleManagedUser, link: null, expiresTs: exampleSession.expiresTs }),
        },
      }),
      handlers: [
        ...bodyReadersOf(createUser),
        async (req, res) => {
          const created = await admin.createUser(
            { ...inputOf(createUser, req), fields: req.body?.fields },
            contextOf(req, res),
          );
          sendJson(res.status(201), createdBody(created));
        },
      ],
    }),
    change(updateUser, (input, context) => admin.updateUser(input, context), { hasFields: true }),
    change(setSuperAdmin, (input, context) => admin.setSuperAdmin(input, context)),
    change(disableUser, (input, context) => admin.disableUser(input, context)),
    change(enableUser, (input, context) => admin.enableUser(input, context)),
    change(resetFactors, (input, context) => admin.resetFactors(input, context)),
    change(removeIdentity, (input, context) => admin.removeIdentity(input, context)),
    change(liftLimits, (input, context) => admin.liftLimits(input, context)),
    change(verifyEmail, (input, context) => admin.verifyEmail(input, context)),
    change(sendPasswordReset, (input, context) => admin.sendPasswordReset(input, context)),
    change(sendInvitation, (input, context) => admin.sendInvitation(input, context)),
    answerRoute(deleteUser, (input, context) => admin.deleteUser(input, context)),
    routeOf(endSessions, {
      route: 'DELETE /admin/users/{user_id}/sessions',
      openapi: () => ({
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

const endedBody = (ended: number) => successEnvelope(endSessions.message, { ended });
