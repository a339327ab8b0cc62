import { isUtf8 } from 'node:buffer';
import { AppError, invalidField } from '../../platform/errors/app-error';
import { decodeFormText } from '../../platform/runtime/form-text';

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** The parameters of a form that authenticate a client. A parameter without a value is not set. */
export interface ClientParameters {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  clientAssertion?: string | undefined;
}

/** No document says one. In characters: the credentials of a client have 80, or 240 if each character is percent-encoded. */
const longestCredentials = 1024;
/** RFC 7617, section 2, in Base64 (RFC 4648, section 4). */
const basic = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

export const clientAuthenticationMissing = () =>
  new AppError('UNAUTHENTICATED', {
    msg: 'Client authentication is required: send the client id and the client secret with HTTP Basic or in the form.',
  });

/**
 * Reads the client id and the client secret from the `Authorization` header (`client_secret_basic`) or from the form
 * (`client_secret_post`), see RFC 6749, section 2.3.1. An empty secret is a missing secret.
 * @throws AppError `VALIDATION_FAILED` if the client authenticates in more than one way; `UNAUTHENTICATED` if the
 * credentials are missing or malformed, or if the client authenticates in another way
 */
export function parseClientCredentials(authorization: string | null, form: ClientParameters): ClientCredentials {
  const { clientId, clientSecret, clientAssertion } = form;
  const ways = [authorization ?? undefined, clientSecret, clientAssertion];
  if (ways.filter((way) => way !== undefined).length > 1) {
    const msg = 'is sent together with another client authentication. A client must authenticate in one way';
    throw invalidField(clientSecret === undefined ? 'clientAssertion' : 'clientSecret', msg);
  }
  if (authorization === null) {
    if (!clientId || !clientSecret) throw clientAuthenticationMissing();
    return { clientId, clientSecret };
  }
  const credentials = parseBasic(authorization);
  if (!credentials) throw clientAuthenticationMissing();
  // RFC 6749, section 3.2.1, allows a client id in the form. It must be the id of the client that authenticates.
  if (clientId !== undefined && clientId !== credentials.clientId) {
    const msg = 'is not the client id of the Authorization header';
    throw invalidField('clientId', msg);
  }
  return credentials;
}

/** Both parts are form-encoded before they are joined by a colon, so neither contains a colon (RFC 6749, appendix B). */
function parseBasic(authorization: string): ClientCredentials | null {
  if (authorization.length > longestCredentials) return null;
  const [, base64 = ''] = basic.exec(authorization) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (!isUtf8(bytes)) return null;
  const [id, secret, ...others] = bytes.toString().split(':');
  if (id === undefined || secret === undefined || others.length > 0) return null;
  const [clientId, clientSecret] = [decodeFormText(id), decodeFormText(secret)];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
