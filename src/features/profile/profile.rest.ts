import { z } from 'zod';
import { me } from '../../accounts/auth/account.operations';
import type { AccountService } from '../../accounts/auth/account.service';
import { changedTokenText } from '../../accounts/users/user-fields';
import { inputWithFields, sentFieldsSchema, shownFields } from '../../accounts/users/user-fields.rest';
import type { UserFieldsService } from '../../accounts/users/user-fields.service';
import { answerOf } from '../../platform/operations/answer';
import { defineOperation } from '../../platform/operations/define-operation';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
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
  const shown = shownFields(userFields.fields, 'user');
  const example = userFields.fields.defaults;
  const read = answerOf(z.object({ fields: shown }), {
    is: 'The fields of the user.',
    envelopeName: 'UserFieldsEnvelope',
    response: 'The fields.',
    example: { fields: example },
  });
  const jwt = z.string().nullable().meta({ description: changedTokenText });
  const changed = answerOf(z.object({ fields: shown, jwt }), {
    is: 'The fields of the user after the change.',
    envelopeName: 'ChangedUserFieldsEnvelope',
    response: 'The fields after the change.',
    example: { fields: example, jwt: null },
  });
  return [
    answerRoute(
      { ...readFields, answer: read },
      async (_, context) => {
        const { user } = await account.me(context, readFields);
        return { fields: await userFields.of(user.id, context) };
      },
      { operationId: 'fields' },
    ),
    answerRoute(
      { ...updateFields, answer: changed },
      async (_, context, { req }) => {
        const { user, jwt } = await profiles.changeFields({ fields: req.body?.fields }, context);
        return { fields: await userFields.of(user.id, context), jwt };
      },
      {
        operationId: 'updateFields',
        input: { fields: { fields: sentFieldsSchema(userFields.fields, 'user') }, required: ['fields'], problems: [] },
        body: { name: 'UpdateFieldsInput' },
      },
    ),
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
