import { createHash, generateKeyPairSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { escaped } from './follow';
import {
  type AskedProvider,
  AuthorizationCodes,
  formOf,
  queryOf,
  randomToken,
  redirectWith,
  startProviderServer,
} from './provider-server';

/** A person, with the names that Apple sends only with the first login, and only to the callback. */
export interface AppleUser {
  sub: string;
  email: string;
  /** Apple sends the text `true`, not the boolean. */
  emailVerified?: boolean;
  firstName?: string;
  lastName?: string;
}

export interface AppleProvider {
  /** `http://127.0.0.1:<port>` */
  issuer: string;
  /** The id of the service, which is the client id. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** In PEM (PKCS #8), as the file .p8 of Apple. */
  privateKey: string;
  /** Who signs in from now on. A `sub` that has not signed in before is sent with its names. */
  user: AppleUser;
  /** Whether the person cancels: then `error=user_cancelled_authorize` comes back. */
  cancels: boolean;
  /** The requests so far. */
  asked: AskedProvider[];
  close(): Promise<void>;
}

export const appleUser: AppleUser = {
  sub: '001999.0123456789abcdef0123456789abcdef.1234',
  email: 'x7c2mtpk9q@privaterelay.appleid.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
};

const newKeys = () => ({
  ofProvider: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ofTeam: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});
let made: ReturnType<typeof newKeys> | undefined;

const halfAYear = 15_777_000;

/**
 * Sign in with Apple: `response_mode=form_post`, and a client secret that is a JWT of the developer. The page with the
 * form submits itself, in a browser; a test without one uses `followToForm`.
 */
export async function startApple({
  redirectUris,
  user = appleUser,
}: {
  redirectUris: readonly string[];
  user?: AppleUser;
}): Promise<AppleProvider> {
  made ??= newKeys();
  const { ofProvider, ofTeam } = made;
  const kid = 'fh6Bs8C';
  const { app, origin: issuer, asked, close } = await startProviderServer();
  const apple: AppleProvider = {
    issuer,
    clientId: 'com.example.gatehouse',
    teamId: 'TEAM012345',
    keyId: 'KEY0123456',
    privateKey: ofTeam.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    user,
    cancels: false,
    asked,
    close,
  };
  const codes = new AuthorizationCodes<AppleUser>();
  const known = new Set<string>();

  app.get('/.well-known/openid-configuration', (_req, res) => {
    res.json({
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/auth/token`,
      revocation_endpoint: `${issuer}/auth/revoke`,
      jwks_uri: `${issuer}/auth/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'is_private_email', 'iss', 'nonce', 'sub'],
    });
  });

  app.get('/auth/keys', (_req, res) => {
    res.json({ keys: [{ ...ofProvider.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] });
  });

  app.get('/auth/authorize', (req, res) => {
    const query = queryOf(req);
    const redirectUri = query.get('redirect_uri') ?? '';
    const isKnown = query.get('client_id') === apple.clientId && redirectUris.includes(redirectUri);
    if (!isKnown) return void res.status(400).send('invalid_request: Invalid client id or web redirect url.');
    const scopes = (query.get('scope') ?? '').split(' ');
    const isForm = query.get('response_mode') === 'form_post';
    if (!isForm && scopes.some((scope) => ['name', 'email'].includes(scope)))
      return void res
        .status(400)
        .send('invalid_request: response_mode must be form_post when name or email scope is requested.');
    const fields: Record<string, string> = { state: query.get('state') ?? '' };
    const { sub, email, firstName, lastName } = apple.user;
    if (apple.cancels) fields.error = 'user_cancelled_authorize';
    else {
      fields.code = codes.issue(query, apple.user);
      const isFirst = !known.has(sub) && scopes.includes('name');
      if (isFirst) fields.user = JSON.stringify({ name: { firstName, lastName }, email });
      known.add(sub);
    }
    if (!isForm) return redirectWith(res, redirectUri, fields);
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    res.send(
      `<!DOCTYPE html><title>Sign in with Apple</title><form method="post" action="${escaped(redirectUri)}">` +
        `${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    );
  });

  app.post('/auth/token', async (req, res) => {
    const form = formOf(req);
    const isRight = form.get('client_id') === apple.clientId && (await isClientSecret(form.get('client_secret') ?? ''));
    if (!isRight) return void res.status(400).json({ error: 'invalid_client' });
    const grant = form.get('grant_type') === 'authorization_code' ? codes.redeem(form) : null;
    if (!grant) {
      const error_description = 'The code has expired or has been revoked.';
      return void res.status(400).json({ error: 'invalid_grant', error_description });
    }
    const { user: person, nonce, scopes } = grant;
    const accessToken = randomToken();
    const now = Math.floor(Date.now() / 1000);
    const emailClaims = {
      email: person.email,
      email_verified: String(person.emailVerified ?? true),
      ...(person.email.endsWith('@privaterelay.appleid.com') && { is_private_email: 'true' }),
    };
    const claims = {
      iss: issuer,
      aud: apple.clientId,
      sub: person.sub,
      iat: now,
      exp: now + 86_400,
      at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
      auth_time: now,
      nonce_supported: true,
      ...(nonce !== null && { nonce }),
      ...(scopes.includes('email') && emailClaims),
    };
    res.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: randomToken(),
      id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(ofProvider.privateKey),
    });
  });

  /** Whether the developer made it: for this team, client and key, and for at most six months. */
  const isClientSecret = (secret: string): Promise<boolean> =>
    jwtVerify(secret, ofTeam.publicKey, {
      algorithms: ['ES256'],
      issuer: apple.teamId,
      subject: apple.clientId,
      audience: issuer,
      requiredClaims: ['iat', 'exp'],
    }).then(
      ({ protectedHeader, payload: { iat = 0, exp = 0 } }) =>
        protectedHeader.kid === apple.keyId && exp - iat <= halfAYear && exp <= Date.now() / 1000 + halfAYear,
      () => false,
    );

  return apple;
}
