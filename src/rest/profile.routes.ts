import { updateProfile } from '../features/profile/profile.operations';
import type { ProfileService } from '../features/profile/profile.service';
import type { User } from '../features/users/user';
import { bodyBytes } from '../platform/http/http-limits';
import { jsonBody } from '../platform/http/json-body';
import { contextOf } from '../platform/http/read-request-context';
import { sendJson } from '../platform/http/send-json';
import { registerEnvelope } from './auth.schemas';
import { successEnvelope } from './envelope';
import { exampleUser } from './examples';
import { inputOf } from './input-reader';
import { type RestRoute, routeOf } from './rest-route';
import { toUserRecord } from './user.record';

const body = jsonBody(bodyBytes.rest);

export function profileRoutes(profiles: ProfileService): RestRoute[] {
  return [
    routeOf(updateProfile, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Change names, mobile number and language',
        body: { description: 'The fields to change.' },
        success: {
          description: 'The user with the changes.',
          schema: registerEnvelope,
          example: updatedBody(exampleUser),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const user = await profiles.update(inputOf(updateProfile, req), contextOf(req, res));
          sendJson(res, updatedBody(user));
        },
      ],
    }),
  ];
}

const updatedBody = (user: User) => successEnvelope(updateProfile.message, toUserRecord(user));
