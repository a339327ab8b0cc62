import { notFound } from '../../platform/errors/app-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, component, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { loginSuccess, sendLogin } from '../auth/auth.rest';
import { exampleTokens } from '../auth/tokens.rest';
import { discovery } from '../documents/documents.operations';
import { recoveryCodesSchema, renewedJwtSchema } from '../mfa/mfa.rest';
import { exampleUser } from '../users/user.answers';
import { passkeyOptionsTexts } from './descriptions';
import { examplePasskey, passkeySchema, toPasskeyRecord } from './passkey.rest';
import type { PasskeyLoginService, PasskeyOptions } from './passkey-login.service';
import {
  addPasskey,
  addPasskeyOptions,
  loginWithPasskey,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
} from './passkeys.operations';
import type { AddedPasskey, PasskeysService } from './passkeys.service';

const body = jsonBody(bodyBytes.rest);

const optionsSchema = (options: string) =>
  about(
    object({
      options: about({ type: 'object' }, options),
      expires_in: about({ type: 'integer' }, passkeyOptionsTexts.expiresIn),
    }),
    'The options.',
  );
const loginOptionsEnvelope = successSchema(
  'PasskeyLoginOptionsEnvelope',
  'Options with which a page asks the browser for a passkey.',
  optionsSchema(passkeyOptionsTexts.request),
);
const addOptionsEnvelope = successSchema(
  'AddPasskeyOptionsEnvelope',
  'Options with which a page asks the browser to make a passkey.',
  optionsSchema(passkeyOptionsTexts.creation),
);
const addedEnvelope = successSchema(
  'AddPasskeyEnvelope',
  'A passkey that was added.',
  about(
    object({ passkey: passkeySchema, jwt: renewedJwtSchema, recovery_codes: recoveryCodesSchema }),
    'The passkey, the access token and the recovery codes.',
  ),
);
const passkeyEnvelope = successSchema('PasskeyEnvelope', 'A passkey.', passkeySchema);

export function passkeyRoutes(
  passkeys: PasskeysService,
  logins: PasskeyLoginService,
  cookies: RefreshCookies,
): RestRoute[] {
  return [
    routeOf(passkeyLoginOptions, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Get options for a login with a passkey',
        success: {
          description: 'The options.',
          schema: loginOptionsEnvelope,
          example: optionsBody({ options: exampleRequestOptions, expiresInS: 600 }),
        },
      }),
      handlers: [
        async (req, res) => {
          sendJson(res, optionsBody(await logins.options(contextOf(req, res))));
        },
      ],
    }),
    routeOf(loginWithPasskey, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Sign in with a passkey',
        body: {
          description:
            'The response of the browser. The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
        },
        success: loginSuccess(),
      }),
      handlers: [
        body,
        async (req, res) => {
          sendLogin(res, await logins.login(inputOf(loginWithPasskey, req), contextOf(req, res)), cookies);
        },
      ],
    }),
    routeOf(addPasskeyOptions, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Get options for a new passkey',
        body: { description: 'The current password of the user.' },
        success: {
          description: 'The options.',
          schema: addOptionsEnvelope,
          example: optionsBody({ options: exampleCreationOptions, expiresInS: 300 }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, optionsBody(await passkeys.addOptions(inputOf(addPasskeyOptions, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(addPasskey, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Add a passkey',
        body: { description: 'The passkey that the browser has made.' },
        success: {
          description: 'The passkey was added.',
          schema: addedEnvelope,
          example: addedBody({ passkey: examplePasskey, jwt: exampleTokens.jwt, recoveryCodes: [] }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, addedBody(await passkeys.add(inputOf(addPasskey, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(renamePasskey, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Rename a passkey',
        body: { description: 'The new name.' },
        success: {
          description: 'The passkey with its new name.',
          schema: passkeyEnvelope,
          example: successEnvelope(renamePasskey.message, toPasskeyRecord(examplePasskey)),
        },
        errors: { NOT_FOUND: notFound('ownPasskey') },
      }),
      handlers: [
        body,
        async (req, res) => {
          const passkey = await passkeys.rename(inputOf(renamePasskey, req), contextOf(req, res));
          sendJson(res, successEnvelope(renamePasskey.message, toPasskeyRecord(passkey)));
        },
      ],
    }),
    routeOf(removePasskey, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Remove a passkey',
        success: { description: 'The passkey was removed.', schema: emptySuccessSchema, example: removed },
        errors: { NOT_FOUND: notFound('ownPasskey') },
      }),
      handlers: [
        async (req, res) => {
          await passkeys.remove(inputOf(removePasskey, req), contextOf(req, res));
          sendJson(res, removed);
        },
      ],
    }),
  ];
}

const optionsBody = ({ options, expiresInS }: PasskeyOptions) =>
  successEnvelope(passkeyLoginOptions.message, { options, expires_in: expiresInS });
const addedBody = ({ passkey, jwt, recoveryCodes }: AddedPasskey) =>
  successEnvelope(addPasskey.message, { passkey: toPasskeyRecord(passkey), jwt, recovery_codes: recoveryCodes });
const removed = successEnvelope(removePasskey.message, {});

const exampleChallenge = '8eV4vQm3Tg6RkO2sZ1yHdwAAakNpN4c0X5bJ7uLfE9oPnKtW2rYhVq6mDzSiGxBaCj3MQlUv';
const exampleRequestOptions = {
  challenge: exampleChallenge,
  timeout: 600_000,
  rpId: 'id.example.com',
  allowCredentials: [],
  userVerification: 'required',
};
const exampleCreationOptions = {
  rp: { id: 'id.example.com', name: 'Gatehouse' },
  user: { id: 'AaH6_V1Hez6aUS8Mb32OkA', name: exampleUser.email, displayName: 'Ada Lovelace' },
  challenge: exampleChallenge,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};

const relatedOriginsSchema = component(
  'RelatedOrigins',
  'The origins of further pages that may use the passkeys (WebAuthn, section 5.11.1).',
  () => object({ origins: { type: 'array', description: 'The origins.', items: about(string, 'An origin.') } }),
);

/** The file that browsers read for a page of another origin (WebAuthn, section 5.11.1). Only if there are such pages. */
export function relatedOriginsRoutes(origins: readonly string[], cacheLifetimeS: number): RestRoute[] {
  if (origins.length === 0) return [];
  const document = { origins };
  const text = JSON.stringify(document);
  return [
    routeOf(discovery, {
      route: 'GET /.well-known/webauthn',
      openapi: () => ({
        operationId: 'relatedOrigins',
        tag: 'Service',
        summary: 'Get the other origins that may use passkeys',
        description:
          'Returns the origins of `PASSKEY_ORIGINS`, for browsers. Anyone can call this operation. The path exists only if that setting has pages of other origins.',
        success: {
          description: 'The origins.',
          headers: {
            'Cache-Control': {
              description: 'How long a browser may keep the list: `max-age` in seconds.',
              schema: string,
            },
          },
          schema: relatedOriginsSchema,
          example: document,
        },
      }),
      handlers: [
        (_req, res) => {
          res.setHeader('Cache-Control', `public, max-age=${cacheLifetimeS}`);
          res.type('application/json').send(text);
        },
      ],
    }),
  ];
}
