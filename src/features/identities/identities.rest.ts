import { notFound } from '../../platform/errors/app-error';
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
import type { Identity } from '../users/identity';
import { providerDescriptions as text } from './descriptions';
import {
  completeProviderLogin,
  identities,
  linkIdentity,
  loginProviders,
  loginWithIdToken,
  startProviderLogin,
  unlinkIdentity,
} from './identities.operations';
import type { IdentitiesService } from './identities.service';
import { exampleIdentity, identitySchema, toIdentityRecord } from './identity.rest';
import type { ProviderLoginService } from './provider-login.service';

const body = jsonBody(bodyBytes.rest);

const providersEnvelope = successSchema(
  'LoginProvidersEnvelope',
  'The providers with which users can sign in.',
  about(
    object({
      providers: {
        type: 'array',
        description: 'The providers, in the order of their buttons.',
        items: about(
          object({
            id: about(string, text.id),
            label: about(string, text.label),
            accepts_id_token: about(boolean, text.acceptsIdToken),
          }),
          'A provider.',
        ),
      },
    }),
    'The providers.',
  ),
);
const startedEnvelope = successSchema(
  'StartedProviderLoginEnvelope',
  'A login with a provider that has started.',
  about(
    object({ url: about(string, text.url), expires_in: about({ type: 'integer' }, text.expiresIn) }),
    'Where the browser goes.',
  ),
);
const identitiesEnvelope = successSchema(
  'IdentitiesEnvelope',
  'The accounts at providers of the user.',
  about(
    object({ identities: { type: 'array', description: 'The identities, oldest first.', items: identitySchema } }),
    'The identities.',
  ),
);
const identityEnvelope = successSchema('IdentityEnvelope', 'An account at a provider.', identitySchema);

const tokensText =
  'The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.';

export function identitiesRoutes(
  logins: ProviderLoginService,
  own: IdentitiesService,
  cookies: RefreshCookies,
): RestRoute[] {
  return [
    routeOf(loginProviders, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'List the providers to sign in with',
        success: {
          description: 'The providers.',
          schema: providersEnvelope,
          example: providersBody([{ id: 'google', label: 'Google', preset: { protocol: 'openid' } }]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, providersBody(await logins.list(contextOf(req, res))))],
    }),
    routeOf(startProviderLogin, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Start a sign-in with a provider',
        body: { description: 'Where the browser comes back to, and the challenge.' },
        success: { description: 'The login has started.', schema: startedEnvelope, example: startedBody(exampleStart) },
        errors: { NOT_FOUND: notFound('provider') },
      }),
      handlers: [
        body,
        async (req, res) =>
          sendJson(res, startedBody(await logins.start(inputOf(startProviderLogin, req), contextOf(req, res)))),
      ],
    }),
    routeOf(completeProviderLogin, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Sign in with the code of a provider',
        body: { description: `The code, and its verifier. ${tokensText}` },
        success: loginSuccess(),
      }),
      handlers: [
        body,
        async (req, res) =>
          sendLogin(res, await logins.complete(inputOf(completeProviderLogin, req), contextOf(req, res)), cookies),
      ],
    }),
    routeOf(loginWithIdToken, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Sign in with an ID token of a provider',
        body: { description: `The ID token, and its nonce. ${tokensText}` },
        success: loginSuccess(),
        errors: { NOT_FOUND: notFound('provider') },
      }),
      handlers: [
        body,
        async (req, res) =>
          sendLogin(res, await logins.loginWithIdToken(inputOf(loginWithIdToken, req), contextOf(req, res)), cookies),
      ],
    }),
    routeOf(identities, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'List the accounts at providers of the user',
        success: {
          description: 'The identities.',
          schema: identitiesEnvelope,
          example: identitiesBody([exampleIdentity]),
        },
      }),
      handlers: [async (req, res) => sendJson(res, identitiesBody(await own.list(contextOf(req, res))))],
    }),
    routeOf(linkIdentity, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Connect an account at a provider',
        body: { description: 'What shows the account at the provider.' },
        success: { description: 'It is connected.', schema: identityEnvelope, example: linkedBody(exampleIdentity) },
        errors: { NOT_FOUND: notFound('provider') },
      }),
      handlers: [
        body,
        async (req, res) => sendJson(res, linkedBody(await own.link(inputOf(linkIdentity, req), contextOf(req, res)))),
      ],
    }),
    routeOf(unlinkIdentity, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Disconnect an account at a provider',
        success: { description: 'It is disconnected.', schema: emptySuccessSchema, example: unlinked },
        errors: { NOT_FOUND: notFound('ownIdentity') },
      }),
      handlers: [
        async (req, res) => {
          await own.unlink(inputOf(unlinkIdentity, req), contextOf(req, res));
          sendJson(res, unlinked);
        },
      ],
    }),
  ];
}

type ListedProvider = { id: string; label: string; preset: { protocol: 'openid' | 'oauth' } };
const providersBody = (providers: readonly ListedProvider[]) =>
  successEnvelope(loginProviders.message, {
    providers: providers.map(({ id, label, preset }) => ({
      id,
      label,
      accepts_id_token: preset.protocol === 'openid',
    })),
  });
const startedBody = ({ url, expiresInS }: { url: string; expiresInS: number }) =>
  successEnvelope(startProviderLogin.message, { url, expires_in: expiresInS });
const identitiesBody = (identitiesOfUser: readonly Identity[]) =>
  successEnvelope(identities.message, { identities: identitiesOfUser.map(toIdentityRecord) });
const linkedBody = (identity: Identity) => successEnvelope(linkIdentity.message, toIdentityRecord(identity));
const unlinked = successEnvelope(unlinkIdentity.message, {});

const exampleStart = {
  url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=123.apps.googleusercontent.com&response_type=code',
  expiresInS: 600,
};
