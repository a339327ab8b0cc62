import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { ClientAuth, Configuration, CustomFetch, TokenEndpointResponse } from 'openid-client';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { Clock } from '../../platform/runtime/clock';
import { isLoopback } from '../../platform/runtime/loopback';
import { compactJws } from '../tokens/jws';
import { clientSecretOf } from './apple-client-secret';
import { causeIn, noAccessToken, usedOfTokenAnswer } from './provider-answers';
import { claimsOfApi } from './provider-apis';
import { type ProviderHttp, toUnavailable } from './provider-http';
import { isStated, missingIn, type ProviderPerson, personOf, textOf, withUserinfo } from './provider-person';
import type { Claims } from './provider-table';
import { providerReasons } from './providers.reasons';
import type { ProviderConfig } from './providers.settings';

/** The libraries are loaded with the first login: a server without providers never needs them. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;
const jose = () => import('jose');

/** No document says one. How long the metadata of a provider is used: the keys are read again as soon as one is unknown. */
const metadataForMs = 3_600_000;
/** Seconds. OpenID Connect Core 1.0, section 3.1.3.7, leaves them to the client: an ID token is made for the login, so it is young. */
const youngS = 600;
const toleranceS = 30;
/** Signatures with public keys. An HMAC with the public key, or none, is no signature (RFC 8725, section 3.1). */
const algorithms = [
  'RS256',
  'ES256',
  'PS256',
  'EdDSA',
  'Ed25519',
  'RS384',
  'RS512',
  'ES384',
  'ES512',
  'PS384',
  'PS512',
];

/** The secrets of one login, which the provider sends back or must know. */
export interface ProviderFlow {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** One provider. Everything that it says is checked here, or nothing of it is used. */
export class ProviderClient {
  private metadata: { configuration: Promise<Configuration>; untilMs: number } | null = null;
  /** They are read at the address that the metadata name. */
  private readonly keysOf = new WeakMap<Configuration, ReturnType<typeof import('jose').createRemoteJWKSet>>();

  constructor(
    readonly provider: ProviderConfig,
    private readonly redirectUri: string,
    private readonly http: ProviderHttp,
    private readonly clock: Clock,
  ) {}

  /** Returns the address to which the browser goes. @throws AppError `SERVICE_UNAVAILABLE` */
  async authorizationUrl(flow: ProviderFlow, hints: { loginHint: string | null; locale: string }): Promise<URL> {
    const { preset, scopes, require } = this.provider;
    const configuration = await this.configuration();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: scopes,
      state: flow.state,
      code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      ui_locales: hints.locale,
      ...(preset.protocol === 'openid' && { nonce: flow.nonce }),
      ...(preset.responseMode && { response_mode: preset.responseMode }),
      ...(hints.loginHint !== null && { login_hint: hints.loginHint }),
      // Only a hint: `personOf` checks the claim.
      ...(require.hd !== undefined && { hd: require.hd }),
    });
  }

  /**
   * Exchanges the code of an answer, and returns who the person is.
   * @throws AppError `PROVIDER_REJECTED`, `SERVICE_UNAVAILABLE`
   */
  async identify(answer: URLSearchParams, flow: ProviderFlow): Promise<ProviderPerson> {
    const cause = causeIn(answer);
    if (cause === 'cancelled') throw rejected(providerReasons['cancelled sign-in']);
    if (cause === 'unavailable') throw this.unavailable(new Error(`the answer has the error ${answer.get('error')}`));
    const configuration = await this.configuration();
    const { authorizationCodeGrant } = await library();
    const url = new URL(this.redirectUri);
    url.search = answer.toString();
    const claims = await this.checked(async () => {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: flow.state,
        pkceCodeVerifier: flow.codeVerifier,
      });
      return this.provider.preset.protocol === 'openid'
        ? this.claimsOf(configuration, tokens, flow.nonce)
        : claimsOfApi(await library(), configuration, this.provider, tokens.access_token);
    });
    return this.accepted({ ...namesOfForm(answer), ...claims });
  }

  /**
   * Checks the ID token that a native application has got from the provider. The caller checks that it is used once.
   * @throws AppError `PROVIDER_REJECTED`, `SERVICE_UNAVAILABLE`
   */
  async identifyByIdToken(idToken: string, nonce: string): Promise<ProviderPerson & { expiresTs: Date }> {
    const { preset, clientId, audiences } = this.provider;
    if (preset.protocol !== 'openid') throw invalidField('provider', 'must be a provider that issues ID tokens');
    const configuration = await this.configuration();
    // Apple's own kit sends the hash of the nonce, and so the token has it.
    const expected = { audiences: [clientId, ...audiences], nonces: [nonce, sha256Of(nonce)] };
    const claims = await this.checked(() => this.verified(configuration, idToken, expected));
    const person = this.accepted(claims);
    // Its age was checked, so it is not accepted after this time, whatever `exp` says.
    return { ...person, expiresTs: new Date(((claims.iat ?? 0) + youngS + toleranceS) * 1000) };
  }

  /** @throws Error if the ID token is not of this provider, for one of these clients and nonces, and young */
  private async verified(
    configuration: Configuration,
    idToken: unknown,
    expected: { audiences: string[]; nonces: string[] },
  ): Promise<JWTPayload> {
    if (typeof idToken !== 'string' || !compactJws.test(idToken)) throw new Error('the ID token is no signed JWT');
    const { jwks_uri: keysAt, issuer } = configuration.serverMetadata();
    if (keysAt === undefined) throw new Error('the provider has no key set');
    const { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } = await jose();
    let keys = this.keysOf.get(configuration);
    keys ??= createRemoteJWKSet(new URL(keysAt), { [customFetch]: this.http.fetch });
    this.keysOf.set(configuration, keys);
    // The keys of all tenants of Microsoft are the same.
    const { tid } = decodeJwt(idToken);
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: issuer.replace('{tenantid}', textOf(tid) ?? ''),
      audience: expected.audiences,
      algorithms,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      maxTokenAge: youngS,
      clockTolerance: toleranceS,
      currentDate: this.clock(),
    });
    const { aud, azp, nonce } = payload;
    if (!expected.nonces.some((one) => one === nonce)) throw new Error('the ID token has another nonce');
    // A token for another application of the same audience.
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : !expected.audiences.includes(textOf(azp) ?? ''))
      throw new Error('the ID token is of another client');
    return payload;
  }

  /** Userinfo is asked only for what the ID token lacks. */
  private async claimsOf(
    configuration: Configuration,
    { access_token, unverified_id_token }: TokenEndpointResponse,
    nonce: string,
  ): Promise<Claims> {
    const expected = { audiences: [this.provider.clientId], nonces: [nonce] };
    const claims = await this.verified(configuration, unverified_id_token, expected);
    const missing = missingIn(this.provider, claims);
    const canAsk = isStated(configuration.serverMetadata().userinfo_endpoint) && access_token !== noAccessToken;
    if (missing === 'nothing' || !canAsk) return claims;
    const { fetchUserInfo } = await library();
    try {
      // The library rejects another `sub` (section 5.3.2).
      return withUserinfo(this.provider, claims, await fetchUserInfo(configuration, access_token, String(claims.sub)));
    } catch (error) {
      if (missing === 'needed') throw error;
      this.http.warn(error, 'userinfo of the provider gave no usable answer: the login goes on without it');
      return claims;
    }
  }

  private accepted(claims: Claims): ProviderPerson {
    const person = personOf(this.provider, claims);
    if (!person) throw rejected(providerReasons['unaccepted person']);
    return person;
  }

  /** Whatever a library finds wrong is one answer to the client. The log has the cause. */
  private async checked<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (toUnavailable(error)) throw this.unavailable(error);
      this.http.warn(error, 'an answer of the provider was rejected');
      throw rejected(providerReasons['forged answer']);
    }
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` */
  private async configuration(): Promise<Configuration> {
    const nowMs = this.clock().getTime();
    if (!this.metadata || this.metadata.untilMs <= nowMs) {
      this.metadata = { configuration: this.read(), untilMs: nowMs + metadataForMs };
    }
    const { metadata } = this;
    try {
      return await metadata.configuration;
    } catch (error) {
      if (this.metadata === metadata) this.metadata = null;
      // Wrong metadata cannot be told from a provider that is down: the person can do nothing but wait.
      throw this.unavailable(error);
    }
  }

  private unavailable(error: unknown): AppError {
    this.http.warn(error, 'the provider gave no usable answer: the login gets 503');
    return (
      toUnavailable(error) ??
      new AppError('SERVICE_UNAVAILABLE', { reason: providerReasons['no answer of the provider'], cause: error })
    );
  }

  private async read(): Promise<Configuration> {
    const client = await library();
    const { clientId, clientSecret, issuer, endpoints, apple } = this.provider;
    const authentication = apple
      ? clientSecretOf(apple, { clientId, issuer }, this.clock)
      : withSecret(client, clientSecret?.reveal() ?? '');
    const url = new URL(issuer);
    const metadata = { [client.clockTolerance]: toleranceS };
    // The settings allow it outside production only.
    const isInsecure = url.protocol === 'http:' && isLoopback(url.hostname);
    const execute = isInsecure ? [client.allowInsecureRequests] : [];
    const send: CustomFetch = async (address, request) => {
      const response = await this.http.fetch(address, request);
      // The library sends nothing else by POST.
      return request.method === 'POST' ? usedOfTokenAnswer(response) : response;
    };
    const options = { [client.customFetch]: send, execute };
    if (!endpoints) {
      const configuration = await client.discovery(url, clientId, metadata, authentication, options);
      client.enableNonRepudiationChecks(configuration);
      return configuration;
    }
    const server = {
      issuer: endpoints.answersAs ?? issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
    };
    const configuration = new client.Configuration(server, clientId, metadata, authentication);
    configuration[client.customFetch] = send;
    for (const extension of execute) extension(configuration);
    return configuration;
  }
}

export const rejected = (reason: RejectionReason, cause?: unknown) =>
  new AppError('PROVIDER_REJECTED', { reason, cause });

/** In the body, which all known providers accept, unless the metadata say that the provider does not. */
function withSecret({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? true;
    return (isPost ? post : basic)(server, client, body, headers);
  };
}

/** Apple names a person once, in the form beside the code. Nothing signs it, so only the names are read. */
function namesOfForm(answer: URLSearchParams): Claims {
  try {
    const { name } = JSON.parse(answer.get('user') ?? '{}');
    return { given_name: name?.firstName, family_name: name?.lastName };
  } catch {
    return {};
  }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
