import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import { updateProfile } from '../profile/profile.operations';
import type { ProfileService } from '../profile/profile.service';
import type { User } from '../users/user';
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
