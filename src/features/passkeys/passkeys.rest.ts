import { loginRoute } from '../../accounts/auth/auth.rest';
import { discovery } from '../../accounts/documents/documents.operations';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import { documentRoute } from '../../platform/rest/document.rest';
import { about, component, object, string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { PasskeyLoginService } from './passkey-login.service';
import {
  addPasskey,
  addPasskeyOptions,
  loginWithPasskey,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
} from './passkeys.operations';
import type { PasskeysService } from './passkeys.service';
import { noSuchPasskey } from './passkeys.service';

const tag = 'Accounts';
const errors = { NOT_FOUND: noSuchPasskey() };

export const passkeyRoutes = (
  passkeys: PasskeysService,
  logins: PasskeyLoginService,
  cookies: RefreshCookies,
): RestRoute[] => [
  answerRoute(
    passkeyLoginOptions,
    { tag: 'Sessions', summary: 'Get options for a login with a passkey' },
    (_, context) => logins.options(context),
  ),
  loginRoute(
    loginWithPasskey,
    {
      summary: 'Sign in with a passkey',
      body: {
        description:
          'The response of the browser. The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
      },
    },
    cookies,
    (input, context) => logins.login(input, context),
  ),
  answerRoute(
    addPasskeyOptions,
    {
      tag,
      summary: 'Get options for a new passkey',
      body: { description: 'The current password of the user.' },
    },
    (input, context) => passkeys.addOptions(input, context),
  ),
  answerRoute(
    addPasskey,
    { tag, summary: 'Add a passkey', body: { description: 'The passkey that the browser has made.' } },
    (input, context) => passkeys.add(input, context),
  ),
  answerRoute(
    renamePasskey,
    { tag, summary: 'Rename a passkey', body: { description: 'The new name.' }, errors },
    (input, context) => passkeys.rename(input, context),
  ),
  answerRoute(removePasskey, { tag, summary: 'Remove a passkey', errors }, (input, context) =>
    passkeys.remove(input, context),
  ),
];

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
    documentRoute(
      discovery,
      {
        route: 'GET /.well-known/webauthn',
        operationId: 'relatedOrigins',
        tag: 'Service',
        summary: 'Get the other origins that may use passkeys',
        description:
          'Returns the origins of `PASSKEY_ORIGINS`, for browsers. Anyone can call this operation. The path exists only if that setting has pages of other origins.',
        keeping: 'a browser may keep the list',
        success: { description: 'The origins.', schema: relatedOriginsSchema, example: document },
      },
      () => ({ contentType: 'application/json; charset=utf-8', text, cacheLifetimeS }),
    ),
  ];
}
