import { tokenDescriptions } from '../../accounts/auth/descriptions';
import type { Tokens } from '../../accounts/auth/session-opener';
import { exampleTokens, tokensSchema } from '../../accounts/auth/tokens.rest';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { answerRoutes } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { bodyReadersOf, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import * as operations from './step-up.operations';
import { passwordNotEnough, type StepUpService } from './step-up.service';

const { stepUp } = operations;

const { jwt, gen_ts } = tokensSchema;
const expires_in = about({ type: 'integer' }, tokenDescriptions.expiresIn);
const stepUpEnvelope = successSchema(
  'StepUpEnvelope',
  'A new access token of the session.',
  about(object({ jwt, gen_ts, expires_in }), 'The access token.'),
  { gen_at: timestamp(tokenDescriptions.genAt) },
);

export const stepUpRoutes = (stepUps: StepUpService): RestRoute[] =>
  answerRoutes(operations, stepUps, {
    stepUp: routeOf(stepUp, {
      openapi: () => ({
        success: {
          description: 'The session has the new level and time.',
          schema: stepUpEnvelope,
          example: steppedUpBody(exampleTokens),
        },
        errors: { MFA_REQUIRED: passwordNotEnough() },
      }),
      handlers: [
        ...bodyReadersOf(stepUp),
        async (req, res) => {
          sendJson(res, steppedUpBody(await stepUps.stepUp(inputOf(stepUp, req), contextOf(req, res))));
        },
      ],
    }),
  });

function steppedUpBody({ jwt, expiresInS, issuedAt }: Tokens) {
  const result = { jwt, gen_ts: issuedAt.getTime() / 1000, expires_in: expiresInS };
  return { ...successEnvelope(stepUp.message, result), gen_at: toTimestamp(issuedAt) };
}
