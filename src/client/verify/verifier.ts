import { type Identity, verifyAccessToken } from './access-token.js';
import { isApiKey } from './api-key-text.js';
import { type ApiKeyOptions, ApiKeys } from './api-keys.js';
import {
  AuthError,
  cannotVerify,
  roleMissing,
  scopeMissing,
  stepUpRequired,
  tokenRejected,
  withHints,
} from './auth-error.js';
import { bearerTokenOf, type RequestHeaders } from './bearer-token.js';
import { KeySet } from './key-set.js';
import { audiencesOf, metadataUrlOf, requireScopeTokens } from './protected-resource.js';
import { RevocationList, type RevocationOptions, type RevocationState } from './revocations.js';

export interface VerifierOptions {
  /** The `PUBLIC_URL` of Gatehouse. Compared as text. */
  issuer: string;
  /** The `JWT_AUDIENCE` of Gatehouse, or several that are accepted. */
  audience: string | string[];
  /** By default `/.well-known/jwks.json` of the issuer. */
  jwksUrl?: string;
  /** The greatest difference to the clock of Gatehouse, in seconds. 5 by default. */
  clockToleranceS?: number;
  /** Reads what was revoked, so that a logout arrives within 5 seconds. Without it, a token is valid until it expires. */
  revocations?: RevocationOptions;
  /** Accepts API keys of users as well, which Gatehouse is asked about (`API_KEYS`). An answer is kept for 30 seconds at most. */
  apiKeys?: ApiKeyOptions;
  /** By default the global one. */
  fetch?: typeof globalThis.fetch;
}

/** What a request needs. Everything that is given must be fulfilled. */
export interface Requirements {
  /** The user must have all of these roles. */
  roles?: readonly string[];
  /** The id of the organization that the token must be for. */
  organization?: string;
  /** The user must have all of these roles in the organization of the token. */
  orgRoles?: readonly string[];
  /** The last proof of the user must be at least this strong. */
  acr?: 'aal1' | 'aal2';
  /** It must be at most so many seconds old. */
  maxAgeS?: number;
  /** The token must have all of these scopes. Only tokens of applications and API keys have scopes. */
  scopes?: readonly string[];
  /**
   * The address of the API, as `RESOURCES` of Gatehouse has it. It is the audience, unless `audience` is another one, and the
   * challenge names the metadata of `protectedResource`.
   */
  resource?: string;
  /** Instead of the audience of the verifier. */
  audience?: string | string[];
}

/**
 * Verifies the access token or API key of a request.
 * @throws AuthError 401 (no valid token, or `STEP_UP_REQUIRED`), 403 (a scope, a role or the organization is missing), 503 (the token may be valid)
 */
export interface Verifier {
  (headers: RequestHeaders, requirements?: Requirements): Promise<Identity>;
  /** The state of the list of revocations. Null if it is not read. */
  readonly revocations: RevocationState | null;
  /** Stops to read revocations. */
  close(): void;
}

/** Creates a verifier. One for the whole process: it keeps the keys and the revocations. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, clockToleranceS = 5, fetch = globalThis.fetch } = options;
  requireText(issuer, 'issuer');
  requireText(audience, 'audience');
  for (const name of ['revocations', 'apiKeys'] as const) {
    for (const part of ['clientId', 'clientSecret'] as const)
      if (options[name]) requireText(options[name][part], `${name}.${part}`);
  }
  const base = issuer.replace(/\/$/, '');
  const keys = new KeySet(options.jwksUrl ?? `${base}/.well-known/jwks.json`, fetch);
  const list = options.revocations && new RevocationList(base, options.revocations, fetch);
  const apiKeys = options.apiKeys && new ApiKeys(base, options.apiKeys, list, fetch);

  async function identify(headers: RequestHeaders, requirements: Requirements, audience: string | string[]) {
    const token = bearerTokenOf(headers);
    const expected = { issuer, audience, clockToleranceS };
    const isKey = apiKeys && isApiKey(token);
    const verified = await (isKey ? apiKeys.verify(token, expected) : verifyAccessToken(token, keys, expected));
    const { identity, session, actor, issuedMs } = verified;
    if (list) {
      await list.untilRead();
      if (list.isTooOld) throw cannotVerify(list.state.error);
      const isRevoked = [session, actor].some((one) => one && list.isRevoked(one, issuedMs));
      if (isRevoked) throw tokenRejected('The access token has been revoked.');
    }
    requireOf(identity, requirements);
    return identity;
  }

  async function verify(headers: RequestHeaders, requirements: Requirements = {}): Promise<Identity> {
    const { resource, scopes = [] } = requirements;
    const ofResource = resource === undefined ? audience : audiencesOf(resource);
    const accepted = requirements.audience ?? ofResource;
    requireText(accepted, 'audience');
    requireScopeTokens(scopes);
    // Of a request that names none, every organization would be accepted.
    if ('organization' in requirements) requireText(requirements.organization ?? '', 'organization');
    try {
      return await identify(headers, requirements, accepted);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      throw withHints(error, resource === undefined ? null : metadataUrlOf(resource), scopes);
    }
  }

  return Object.defineProperties(verify, {
    revocations: { get: () => list?.state ?? null },
    close: { value: () => list?.close() },
  }) as Verifier;
}

/** Without them, tokens of any issuer or for any audience would be accepted, or no revocation would arrive. */
function requireText(value: string | string[], name: string): void {
  if (!value || value.length === 0) throw new TypeError(`a verifier needs ${name}`);
}

function requireOf({ scopes, roles, organization, acr, authTime }: Identity, required: Requirements): void {
  if (required.scopes?.some((scope) => !scopes.includes(scope))) throw scopeMissing(required.scopes);
  if (required.roles?.some((role) => !roles.includes(role))) throw roleMissing();
  if (required.organization !== undefined && required.organization !== organization?.id)
    throw roleMissing('The access token is not for this organization.');
  if (required.orgRoles?.some((role) => !organization?.roles.includes(role))) throw roleMissing();
  const isStrong = required.acr === undefined || required.acr === 'aal1' || acr === required.acr;
  const isRecent = required.maxAgeS === undefined || Date.now() / 1000 - authTime <= required.maxAgeS;
  if (!isStrong || !isRecent) throw stepUpRequired(required);
}
