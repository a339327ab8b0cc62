import { exampleSession } from '../../accounts/sessions/session.answers';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { UserFields } from '../../accounts/users/user-fields';
import { inputWithFields } from '../../accounts/users/user-fields.rest';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody, optionalJsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { answerRoute } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object } from '../../platform/rest/json-schema';
import { type RestRoute, type RouteText, routeOf } from '../../platform/rest/rest-route';
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

const reason = { description: 'The reason.', isOptional: true } as const;
const body = jsonBody(bodyBytes.rest);
const optionalBody = optionalJsonBody(bodyBytes.rest);

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
  /** `hasFields`: the body can have the fields that the installation adds. */
  const change = (
    operation: Operation,
    { hasFields, ...text }: Pick<RouteText, 'summary' | 'body'> & { hasFields?: true },
    act: (input: object, context: RequestContext) => Promise<ManagedUser>,
  ): RestRoute =>
    routeOf(operation, {
      openapi: () => ({
        tag: 'Users',
        ...text,
        ...(hasFields && inputWithFields(operation, userFields, 'admin')),
        success: {
          description: 'The user after the change.',
          schema: userEnvelope,
          example: userBody(operation.message, exampleManagedUser),
        },
      }),
      handlers: [
        ...(text.body ? [text.body.isOptional ? optionalBody : body] : []),
        async (req, res) => {
          const input = { ...inputOf(operation, req), ...(hasFields && { fields: req.body?.fields }) };
          sendJson(res, userBody(operation.message, await act(input, contextOf(req, res))));
        },
      ],
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
    change(
      updateUser,
      { summary: 'Change the fields of an account', body: { description: 'The fields to change.' }, hasFields: true },
      (input, context) => admin.update(input, context),
    ),
    change(
      setSuperAdmin,
      {
        summary: 'Make a user a super admin, or take this right',
        body: { description: 'Whether the user is a super admin.' },
      },
      (input, context) => admin.setSuperAdmin(input, context),
    ),
    change(
      disableUser,
      {
        summary: 'Disable an account',
        body: { description: 'The reason, and whether the user gets an e-mail.', isOptional: true },
      },
      (input, context) => admin.disable(input, context),
    ),
    change(enableUser, { summary: 'Enable an account' }, (input, context) => admin.enable(input, context)),
    change(resetFactors, { summary: 'Remove all second factors of a user' }, (input, context) =>
      admin.resetFactors(input, context),
    ),
    change(
      removeIdentity,
      { summary: 'Disconnect an account at a provider from a user', body: reason },
      (input, context) => admin.removeIdentity(input, context),
    ),
    change(liftLimits, { summary: 'Lift the limits of failed logins of an account', body: reason }, (input, context) =>
      admin.liftLimits(input, context),
    ),
    change(verifyEmail, { summary: 'Mark an e-mail address as verified' }, (input, context) =>
      admin.verifyEmail(input, context),
    ),
    change(sendPasswordReset, { summary: 'Mail a link to set a new password' }, (input, context) =>
      admin.sendPasswordReset(input, context),
    ),
    change(sendInvitation, { summary: 'Mail an invitation again' }, (input, context) =>
      admin.sendInvitation(input, context),
    ),
    answerRoute(deleteUser, { tag: 'Users', summary: 'Delete an account', body: reason }, (input, context) =>
      admin.delete(input, context),
    ),
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

const endedBody = (ended: number) => successEnvelope(endSessions.message, { ended });
