import { loginRoute } from '../../accounts/auth/auth.rest';
import { discovery } from '../../accounts/documents/documents.operations';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute, answerRoutes } from '../../platform/rest/answer.rest';
import { documentRoute } from '../../platform/rest/document.rest';
import { about, component, object, string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { PasskeyLoginService } from './passkey-login.service';
import * as operations from './passkeys.operations';
import type { PasskeysService } from './passkeys.service';

export const passkeyRoutes = (
  passkeys: PasskeysService,
  logins: PasskeyLoginService,
  cookies: RefreshCookies,
): RestRoute[] =>
  answerRoutes(operations, passkeys, {
    passkeyLoginOptions: answerRoute(operations.passkeyLoginOptions, (_, context) =>
      logins.passkeyLoginOptions(context),
    ),
    loginWithPasskey: loginRoute(operations.loginWithPasskey, logins, cookies),
  });

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
