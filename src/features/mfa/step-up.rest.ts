import { factorNames } from '../../platform/errors/login-challenge';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { exampleOneTimeToken } from '../../platform/one-time-tokens/token-proof.inputs';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, boolean, object, oneOf, string, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { tokenDescriptions } from '../auth/descriptions';
import type { Tokens } from '../auth/session-opener';
import { exampleTokens, tokensSchema } from '../auth/tokens.rest';
import type { RequestedCode } from '../users/requested-mail';
import { requestStepUpCode, stepUp, stepUpOptions } from './step-up.operations';
import { passwordNotEnough, type StepUpOptions, type StepUpService } from './step-up.service';
import { stepUpOptionTexts } from './step-up-descriptions';

const body = jsonBody(bodyBytes.rest);

const { jwt, gen_ts } = tokensSchema;
const expires_in = about({ type: 'integer' }, tokenDescriptions.expiresIn);
const stepUpEnvelope = successSchema(
  'StepUpEnvelope',
  'A new access token of the session.',
  about(object({ jwt, gen_ts, expires_in }), 'The access token.'),
  { gen_at: timestamp(tokenDescriptions.genAt) },
);

const optionsEnvelope = successSchema(
  'StepUpOptionsEnvelope',
  'What the user can use for a step-up.',
  about(
    object({
      password: about(boolean, stepUpOptionTexts.password),
      email: about(boolean, stepUpOptionTexts.email),
      factors: {
        type: 'array',
        description: stepUpOptionTexts.factors,
        items: oneOf(factorNames, 'A second factor.'),
      },
      passkey_options: { type: ['object', 'null'], description: stepUpOptionTexts.passkeyOptions },
    }),
    'The options.',
  ),
);

const codeEnvelope = successSchema(
  'StepUpCodeEnvelope',
  'A step-up that waits for the code of an e-mail.',
  about(
    object({
      token: about(string, stepUpOptionTexts.codeToken),
      expires_in: about({ type: 'integer' }, stepUpOptionTexts.codeExpiresIn),
    }),
    'The request.',
  ),
);

export function stepUpRoutes(stepUps: StepUpService): RestRoute[] {
  return [
    routeOf(stepUp, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Prove again who the user is',
        body: { description: 'What the user proves again.' },
        success: {
          description: 'The session has the new level and time.',
          schema: stepUpEnvelope,
          example: steppedUpBody(exampleTokens),
        },
        errors: { MFA_REQUIRED: passwordNotEnough() },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, steppedUpBody(await stepUps.stepUp(inputOf(stepUp, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(requestStepUpCode, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Send an e-mail with a code for a step-up',
        success: {
          description: 'The e-mail was sent.',
          schema: codeEnvelope,
          example: codeBody({ token: exampleOneTimeToken, expiresInS: 600 }),
        },
      }),
      handlers: [async (req, res) => sendJson(res, codeBody(await stepUps.requestCode(contextOf(req, res))))],
    }),
    routeOf(stepUpOptions, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Read what the user can use for a step-up',
        success: {
          description: 'What the user can use.',
          schema: optionsEnvelope,
          example: optionsBody({
            password: false,
            email: false,
            factors: ['totp', 'recovery_code'],
            passkeyOptions: null,
          }),
        },
      }),
      handlers: [async (req, res) => sendJson(res, optionsBody(await stepUps.options(contextOf(req, res))))],
    }),
  ];
}

function steppedUpBody({ jwt, expiresInS, issuedAt }: Tokens) {
  const result = { jwt, gen_ts: issuedAt.getTime() / 1000, expires_in: expiresInS };
  return { ...successEnvelope(stepUp.message, result), gen_at: toTimestamp(issuedAt) };
}

const codeBody = ({ token, expiresInS }: Pick<RequestedCode, 'token' | 'expiresInS'>) =>
  successEnvelope(requestStepUpCode.message, { token, expires_in: expiresInS });

const optionsBody = ({
  password,
  email,
  factors,
  passkeyOptions,
}: Pick<StepUpOptions, 'password' | 'email' | 'factors' | 'passkeyOptions'>) =>
  successEnvelope(stepUpOptions.message, { password, email, factors, passkey_options: passkeyOptions });
