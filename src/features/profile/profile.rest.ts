import { me } from '../../accounts/auth/account.operations';
import type { AccountService } from '../../accounts/auth/account.service';
import { changedTokenText } from '../../accounts/users/user-fields';
import { inputWithFields, sentFieldsSchema, shownFieldsSchema } from '../../accounts/users/user-fields.rest';
import type { UserFieldsService } from '../../accounts/users/user-fields.service';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { defineOperation, type Operation } from '../../platform/operations/define-operation';
import { answerRoute } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { about, nullable, object, string } from '../../platform/rest/json-schema';
import { bodyReadersOf, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { updateProfile } from './profile.operations';
import type { ProfileService } from './profile.service';

/** `userFields` can be missing for a document. */
export function profileRoutes(
  profiles: ProfileService,
  account: Pick<AccountService, 'me'>,
  userFields: UserFieldsService | undefined,
): RestRoute[] {
  const own = userFields?.fields.areDefined ? fieldsRoutes(profiles, account, userFields) : [];
  return [
    ...own,
    answerRoute(
      updateProfile,
      async (input, context, { req }) => {
        const { user } = await profiles.updateProfile({ ...input, fields: req.body?.fields }, context);
        return user;
      },
      inputWithFields(updateProfile, userFields?.fields, 'user'),
    ),
  ];
}

/** The routes of an installation with USER_FIELDS. They are `me` and `updateProfile`, whose records cannot have the fields. */
function fieldsRoutes(
  profiles: ProfileService,
  account: Pick<AccountService, 'me'>,
  userFields: UserFieldsService,
): RestRoute[] {
  const envelope = successSchema(
    'UserFieldsEnvelope',
    'The fields of the user.',
    about(object({ fields: shownFieldsSchema(userFields.fields, 'user') }), 'The fields of the user.'),
  );
  const changedEnvelope = successSchema(
    'ChangedUserFieldsEnvelope',
    'The fields of the user after the change.',
    about(
      object({
        fields: shownFieldsSchema(userFields.fields, 'user'),
        jwt: nullable(about(string, changedTokenText)),
      }),
      'The fields of the user after the change.',
    ),
  );
  const bodyOf = ({ message }: Operation, result: object) => successEnvelope(message, result);
  const example = userFields.fields.shown(userFields.fields.defaults, 'user');
  return [
    routeOf<'GET /auth/fields'>(readFields, {
      openapi: () => ({
        operationId: 'fields',
        success: { description: 'The fields.', schema: envelope, example: bodyOf(readFields, { fields: example }) },
      }),
      handlers: [
        async (req, res) => {
          const context = contextOf(req, res);
          const { user } = await account.me(context, readFields);
          sendJson(res, bodyOf(readFields, { fields: await userFields.of(user.id, context) }));
        },
      ],
    }),
    routeOf<'PATCH /auth/fields'>(updateFields, {
      openapi: () => ({
        operationId: 'updateFields',
        input: { fields: { fields: sentFieldsSchema(userFields.fields, 'user') }, required: ['fields'], problems: [] },
        body: { name: 'UpdateFieldsInput' },
        success: {
          description: 'The fields after the change.',
          schema: changedEnvelope,
          example: bodyOf(updateFields, { fields: example, jwt: null }),
        },
      }),
      handlers: [
        ...bodyReadersOf(updateFields),
        async (req, res) => {
          const context = contextOf(req, res);
          const { user, jwt } = await profiles.changeFields({ fields: req.body?.fields }, context);
          sendJson(res, bodyOf(updateFields, { fields: await userFields.of(user.id, context), jwt }));
        },
      ],
    }),
  ];
}

/** It is closed to applications: no scope gives these fields. */
const readFields = defineOperation({
  name: me.name,
  rest: ['GET /auth/fields'],
  tag: 'Accounts',
  summary: 'Get the fields of the current user',
  does: 'Returns the fields of the user that the installation adds. The caller must be signed in.',
  message: 'Fields returned.',
  caller: 'user',
  openToImpersonation: true,
});
const updateFields = {
  ...updateProfile,
  rest: ['PATCH /auth/fields'] as const,
  summary: 'Change the fields of the current user',
  message: 'Fields updated.',
};
