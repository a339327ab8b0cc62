import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string, timestamp, toTimestamp, uuid } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { exampleTokens } from '../auth/tokens.rest';
import { exampleUser } from '../users/user.answers';
import { toUserRecord, userSchema } from '../users/user.rest';
import { impersonationDescriptions as text } from './descriptions';
import { impersonate } from './impersonation.operations';
import type { Impersonation, ImpersonationService } from './impersonation.service';

const body = jsonBody(bodyBytes.rest);

const impersonationEnvelope = successSchema(
  'ImpersonationEnvelope',
  'What a super admin gets to act as a user.',
  about(
    object({
      jwt: about(string, text.jwt),
      expires_in: about({ type: 'integer' }, text.expiresIn),
      session_id: about(uuid, text.sessionId),
      session_expires_ts: timestamp(text.sessionExpiresTs),
      user: userSchema,
    }),
    'The access token and the user.',
  ),
);

export function adminImpersonationRoutes(impersonation: ImpersonationService): RestRoute[] {
  return [
    routeOf(impersonate, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Act as a user',
        body: { description: 'Why the super admin acts as the user.' },
        success: {
          description: 'The session of the user is open.',
          schema: impersonationEnvelope,
          example: impersonationBody({
            jwt: exampleTokens.jwt,
            expiresInS: 900,
            sessionId: '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3a',
            expiresTs: new Date('2026-11-20T17:45:15.123Z'),
            user: exampleUser,
          }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(
            res,
            impersonationBody(await impersonation.impersonate(inputOf(impersonate, req), contextOf(req, res))),
          );
        },
      ],
    }),
  ];
}

const impersonationBody = ({ jwt, expiresInS, sessionId, expiresTs, user }: Impersonation) =>
  successEnvelope(impersonate.message, {
    jwt,
    expires_in: expiresInS,
    session_id: sessionId,
    session_expires_ts: toTimestamp(expiresTs),
    user: toUserRecord(user),
  });
