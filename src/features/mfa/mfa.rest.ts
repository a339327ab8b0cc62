import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, boolean, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { loginSuccess, sendLogin } from '../auth/auth.rest';
import { exampleTokens } from '../auth/tokens.rest';
import { examplePasskey, passkeySchema, toPasskeyRecord } from '../passkeys/passkey.rest';
import { factorTexts, recoveryCodesText, renewedJwtText, totpTexts } from './descriptions';
import type { AddedFactor } from './factor-changes';
import type { Factors, FactorsService } from './factors.service';
import type { LoginCompletionService } from './login-completion.service';
import {
  completeLogin,
  confirmTotp,
  enrollTotp,
  factors,
  regenerateRecoveryCodes,
  removeTotp,
  setTwoStep,
} from './mfa.operations';

const body = jsonBody(bodyBytes.rest);

const factorsEnvelope = successSchema(
  'FactorsEnvelope',
  'The second factors of the user.',
  about(
    object({
      two_step: about(boolean, factorTexts.twoStep),
      totp: about(boolean, factorTexts.totp),
      passkeys: { type: 'array', description: factorTexts.passkeys, items: passkeySchema },
      recovery_codes: about({ type: 'integer' }, factorTexts.recoveryCodes),
    }),
    'The second factors.',
  ),
);

const totpEnvelope = successSchema(
  'TotpEnvelope',
  'The secret for an authenticator app.',
  about(object({ secret: about(string, totpTexts.secret), uri: about(string, totpTexts.uri) }), 'The secret.'),
);

export const recoveryCodesSchema = {
  type: 'array',
  description: recoveryCodesText,
  items: about(string, 'A recovery code.'),
};

export const renewedJwtSchema = about(string, renewedJwtText);

const confirmedEnvelope = successSchema(
  'ConfirmedTotpEnvelope',
  'The new access token and the recovery codes of the user.',
  about(object({ jwt: renewedJwtSchema, recovery_codes: recoveryCodesSchema }), 'The access token and the codes.'),
);

const recoveryCodesEnvelope = successSchema(
  'RecoveryCodesEnvelope',
  'The recovery codes of the user.',
  about(object({ recovery_codes: recoveryCodesSchema }), 'The recovery codes.'),
);

export function mfaRoutes(
  service: FactorsService,
  completion: LoginCompletionService,
  cookies: RefreshCookies,
): RestRoute[] {
  return [
    routeOf(completeLogin, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Complete a login with a second factor',
        body: { description: 'The token of the challenge, and a code or a passkey.' },
        success: loginSuccess(),
      }),
      handlers: [
        body,
        async (req, res) => {
          const login = await completion.complete(inputOf(completeLogin, req), contextOf(req, res));
          sendLogin(res, login, cookies);
        },
      ],
    }),
    routeOf(factors, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Read the second factors of the user',
        success: {
          description: 'The second factors of the user.',
          schema: factorsEnvelope,
          example: factorsBody({ twoStep: true, totp: true, passkeys: [examplePasskey], recoveryCodes: 10 }),
        },
      }),
      handlers: [async (req, res) => sendJson(res, factorsBody(await service.factors(contextOf(req, res))))],
    }),
    routeOf(enrollTotp, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Get a secret for an authenticator app',
        body: { description: 'The current password, or the token of a challenge.' },
        success: { description: 'The secret was created.', schema: totpEnvelope, example: enrolledBody(exampleTotp) },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, enrolledBody(await service.enrollTotp(inputOf(enrollTotp, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(confirmTotp, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Make an authenticator app a second factor',
        body: { description: 'A code of the authenticator app.' },
        success: {
          description: 'The authenticator app is a second factor.',
          schema: confirmedEnvelope,
          example: confirmedBody({ jwt: exampleTokens.jwt, recoveryCodes: exampleRecoveryCodes }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, confirmedBody(await service.confirmTotp(inputOf(confirmTotp, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(removeTotp, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Remove the authenticator app',
        success: {
          description: 'The authenticator app was removed.',
          schema: emptySuccessSchema,
          example: removed,
        },
      }),
      handlers: [
        async (req, res) => {
          await service.removeTotp(contextOf(req, res));
          sendJson(res, removed);
        },
      ],
    }),
    routeOf(regenerateRecoveryCodes, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Create new recovery codes',
        success: {
          description: 'The new recovery codes.',
          schema: recoveryCodesEnvelope,
          example: createdBody(exampleRecoveryCodes),
        },
      }),
      handlers: [
        async (req, res) => {
          const { recoveryCodes } = await service.regenerateRecoveryCodes(contextOf(req, res));
          sendJson(res, createdBody(recoveryCodes));
        },
      ],
    }),
    routeOf(setTwoStep, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Switch two-step sign-in on or off',
        body: { description: 'Whether it is on.' },
        success: {
          description: 'Two-step sign-in is on, or off.',
          schema: recoveryCodesEnvelope,
          example: switchedBody(exampleRecoveryCodes),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { recoveryCodes } = await service.setTwoStep(inputOf(setTwoStep, req), contextOf(req, res));
          sendJson(res, switchedBody(recoveryCodes));
        },
      ],
    }),
  ];
}

type ListedFactors = Pick<Factors, 'twoStep' | 'totp' | 'passkeys' | 'recoveryCodes'>;

const factorsBody = ({ twoStep, totp, passkeys, recoveryCodes }: ListedFactors) =>
  successEnvelope(factors.message, {
    two_step: twoStep,
    totp,
    passkeys: passkeys.map(toPasskeyRecord),
    recovery_codes: recoveryCodes,
  });
const enrolledBody = ({ secret, uri }: { secret: string; uri: string }) =>
  successEnvelope(enrollTotp.message, { secret, uri });
const confirmedBody = ({ jwt, recoveryCodes }: AddedFactor) =>
  successEnvelope(confirmTotp.message, { jwt, recovery_codes: recoveryCodes });
const createdBody = (recoveryCodes: readonly string[]) =>
  successEnvelope(regenerateRecoveryCodes.message, { recovery_codes: recoveryCodes });
const switchedBody = (recoveryCodes: readonly string[]) =>
  successEnvelope(setTwoStep.message, { recovery_codes: recoveryCodes });
const removed = successEnvelope(removeTotp.message, {});

const exampleTotp = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Gatehouse:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gatehouse&algorithm=SHA1&digits=6&period=30',
};
export const exampleRecoveryCodes = ['8Q2ZV-4T9XW-0K6RM-JH3PC-Y7ND5', 'M5E1B-XQ8T0-2VKDW-9GZ4R-6HJSN'];
