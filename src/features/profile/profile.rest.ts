import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { registerEnvelope } from '../auth/auth-envelopes.rest';
import type { User } from '../users/user';
import { exampleUser, toUserRecord } from '../users/user.rest';
import { updateProfile } from './profile.operations';
import type { ProfileService } from './profile.service';

const body = jsonBody(bodyBytes.rest);

export function profileRoutes(profiles: ProfileService): RestRoute[] {
  return [
    routeOf(updateProfile, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Change names, phone number and language',
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
