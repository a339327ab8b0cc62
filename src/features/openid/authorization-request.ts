import type { OAuthClient } from '../../accounts/applications/oauth-client';
import {
  namesIn,
  openScopes,
  type ProtectedResource,
  type ProtectedResources,
  unknownTarget,
} from '../../accounts/applications/protected-resource';
import { redirectUriKindOf } from '../../accounts/applications/redirect-uri';
import { isSlug } from '../../accounts/users/organization';
import type { TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import { isUuid } from '../../platform/runtime/uuid';
import type { ReadDocument } from './client-documents';

/** The parameters of a request, each of which occurs once and has a value. */
export type Parameters = ReadonlyMap<string, string>;

/** How the answer goes back to the client (OAuth 2.0 Form Post Response Mode). */
export const responseModes = ['query', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

/** OpenID Connect Core 1.0, section 3.1.2.1. */
export const prompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof prompts)[number];

/** RFC 6749, section 4.1.2.1, OpenID Connect Core 1.0, section 3.1.2.6, and RFC 8707, section 2. */
export type AuthorizationErrorName =
  | 'access_denied'
  | 'consent_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'registration_not_supported'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'unmet_authentication_requirements'
  | 'unsupported_response_type';

/** Why the client gets no code. */
export interface AuthorizationProblem {
  error: AuthorizationErrorName;
  /** For developers, in ASCII. Contains no input. */
  description: string;
}

/** Where an answer goes: the client and its address were checked. */
export interface AnswerTarget {
  redirectUri: string;
  responseMode: ResponseMode;
  /** What the client sent, to be sent back. */
  state: string | null;
}

/** A checked request of a client for a code. */
export interface AuthorizationRequest extends AnswerTarget {
  /** What the client asked for and may have. */
  scopes: readonly string[];
  /** The identifier of the resource. Null without one. */
  resource: string | null;
  /** The id or the slug of the organization in whose name the client asks. Null without one. */
  organization: string | null;
  /** Null: the client has a document. */
  clientId: string | null;
  /** The document as it was at the beginning, so that no later step fetches it. Null: an operator created the client. */
  document: ReadDocument | null;
  nonce: string | null;
  /** RFC 7636, `S256`. Null: the client need not prove that it has started. */
  codeChallenge: string | null;
  prompts: readonly Prompt[];
  /** How long ago the user may have proved who they are. Null: of any age. */
  maxAgeS: number | null;
  /** Whether a second factor is needed. */
  needsFactor: boolean;
  /** The address with which the sign-in page begins. */
  loginHint: string | null;
  /** Who has to sign in. */
  userId: string | null;
}

/** What goes to the client: the browser sends the parameters to the address. */
export interface AuthorizationAnswer {
  redirectUri: string;
  responseMode: ResponseMode;
  parameters: Readonly<Record<string, string>>;
}

/**
 * Bytes. No document says one. It comes back in each ID token, which comes back in the URL of a logout. `state` has no limit but
 * that of a request.
 */
const longestNonce = 4096;
/** No document says one. Of an e-mail address, with room: a longer one is left out. */
const longestHint = 320;
/** VSCHAR (RFC 6749, appendix A.5). */
const visible = /^[\x20-\x7e]+$/;
/** RFC 7636, section 4.2, with SHA-256. */
const challengeForm = /^[\w-]{43}$/;
/** OpenID Connect Core 1.0, section 3.1.2.1, up to 31 years. */
const secondsForm = /^\d{1,9}$/;
/** RFC 8252, section 7.3: any port of the own device. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/.*)?$/;
/** With the name, which agents publish in their documents without a port, though RFC 8252, section 8.3, advises against it. */
const namedLoopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/.*)?$/;

/**
 * Whether the client has registered this address. Addresses are compared as whole texts (RFC 9700, section 2.1), except for
 * the port of an IP address of the own device and, in a document, of `localhost`.
 */
export function isRegistered(
  uri: string,
  { redirectUris, metadataUrl }: Pick<OAuthClient, 'redirectUris' | 'metadataUrl'>,
): boolean {
  if (redirectUris.includes(uri)) return true;
  const ofDevice = metadataUrl === null ? loopback : namedLoopback;
  const [, host, rest] = ofDevice.exec(uri) ?? [];
  if (host === undefined || !URL.canParse(uri)) return false;
  return redirectUris.some((registered) => {
    const [, otherHost, otherRest] = ofDevice.exec(registered) ?? [];
    return otherHost === host && otherRest === rest;
  });
}

export const targetOf = (form: Parameters, redirectUri: string): AnswerTarget => ({
  redirectUri,
  responseMode: form.get('response_mode') === 'form_post' ? 'form_post' : 'query',
  // Also with an error about it: a client finds its own request by the text that it has sent (RFC 6749, section 4.1.2.1).
  state: form.get('state') ?? null,
});

const problem = (error: AuthorizationErrorName, description: string): AuthorizationProblem => ({ error, description });
const invalid = (description: string) => problem('invalid_request', description);

/** Parameters of other specifications, which a client must not believe to have an effect. */
const unsupported = {
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  registration: 'registration_not_supported',
} as const;

/** What the installation has. */
export interface Offered {
  resources: ProtectedResources;
  /** Without ORGANIZATIONS, the parameter is an unknown one. */
  hasOrganizations: boolean;
}

/** Who asks, and for which of what exists. */
interface Asking {
  client: OAuthClient;
  /** As it was sent. Null without one. */
  organization: string | null;
  /** Null without one. */
  resource: ProtectedResource | null;
  isKnown: boolean;
}

type Check = (form: Parameters, asking: Asking) => AuthorizationProblem | null;

function askingOf(form: Parameters, client: OAuthClient, { resources, hasOrganizations }: Offered): Asking {
  const named = resources.exist ? form.get('resource') : undefined;
  const resource = named === undefined ? null : resources.find(named, client);
  const organization = (hasOrganizations && form.get('organization')) || null;
  return { client, organization, resource, isKnown: named === undefined || resource !== null };
}

const checkType: Check = (form) => {
  const type = form.get('response_type');
  if (type === undefined) return invalid('response_type is missing');
  return type === 'code' ? null : problem('unsupported_response_type', 'response_type must be code');
};

const checkMode: Check = (form) =>
  ['query', 'form_post'].includes(form.get('response_mode') ?? 'query')
    ? null
    : invalid('response_mode must be query or form_post');

const checkUnsupported: Check = (form) => {
  const name = Object.keys(unsupported).find((one): one is keyof typeof unsupported => form.has(one));
  return name === undefined ? null : problem(unsupported[name], `${name} is not supported`);
};

const checkTexts: Check = (form) => {
  if (!visible.test(form.get('state') ?? ' ')) return invalid('state must have visible ASCII characters only');
  const nonce = form.get('nonce') ?? '';
  if (/\p{Cc}/u.test(nonce)) return invalid('nonce must have no control characters');
  return Buffer.byteLength(nonce) > longestNonce ? invalid(`nonce has more than ${longestNonce} bytes`) : null;
};

/** RFC 8707, section 2. */
const checkResource: Check = (_form, { isKnown }) =>
  isKnown ? null : problem('invalid_target', `resource ${unknownTarget}`);

/** Whether the person is a member is checked when it is known who it is. */
const checkOrganization: Check = (_form, { organization }) =>
  organization === null || isUuid(organization) || isSlug(organization)
    ? null
    : invalid('organization must be an id or a slug');

/** What the client asked for and may have. */
const scopesOf = (form: Parameters, { client, resource }: Asking): string[] =>
  openScopes(client, resource, form.get('scope'));

const checkScope: Check = (form, asking) =>
  scopesOf(form, asking).length > 0 ? null : problem('invalid_scope', 'scope has no name that this client can ask for');

/** Another app of the device can have the scheme, too, and read the code (RFC 8252, section 8.1; RFC 9700, section 2.1.1). */
const needsChallenge = (form: Parameters, { kind, pkceRequired }: OAuthClient): boolean =>
  kind === 'public' || pkceRequired || redirectUriKindOf(form.get('redirect_uri') ?? '') === 'private-use';

const checkChallenge: Check = (form, { client }) => {
  const challenge = form.get('code_challenge');
  const method = form.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) return invalid('code_challenge is missing');
    return needsChallenge(form, client) ? invalid('code_challenge is required (PKCE)') : null;
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256');
  return challengeForm.test(challenge) ? null : invalid('code_challenge must have 43 characters of base64url');
};

const isPrompt = (name: string): name is Prompt => prompts.some((prompt) => prompt === name);

const checkPrompt: Check = (form) => {
  const names = namesIn(form.get('prompt'));
  if (!names.every(isPrompt)) return invalid('prompt has an unknown value');
  return names.includes('none') && names.length > 1 ? invalid('prompt=none excludes the other values') : null;
};

const checkAge: Check = (form) =>
  secondsForm.test(form.get('max_age') ?? '0') ? null : invalid('max_age must be a number of seconds');

const checks = [
  checkType,
  checkMode,
  checkUnsupported,
  checkTexts,
  checkResource,
  checkOrganization,
  checkScope,
  checkChallenge,
  checkPrompt,
  checkAge,
] as const;

interface CheckedParties {
  client: OAuthClient;
  /** That of the client, if it has one. */
  document: ReadDocument | null;
  target: AnswerTarget;
  /** The user of `id_token_hint`, if there is one. */
  userId: string | null;
}

/** Checks the parameters of a client whose address is known. Unknown parameters are ignored (RFC 6749, section 3.1). */
export function checkAuthorizationRequest(
  form: Parameters,
  { client, document, target, userId }: CheckedParties,
  offered: Offered,
): AuthorizationRequest | AuthorizationProblem {
  const asking = askingOf(form, client, offered);
  for (const check of checks) {
    const found = check(form, asking);
    if (found) return found;
  }
  const levels = namesIn(form.get('acr_values'));
  const maxAge = form.get('max_age');
  const hint = form.get('login_hint') ?? null;
  return {
    clientId: document === null ? client.id : null,
    document,
    redirectUri: target.redirectUri,
    responseMode: target.responseMode,
    state: target.state,
    scopes: scopesOf(form, asking),
    resource: asking.resource?.id ?? null,
    organization: asking.organization,
    nonce: form.get('nonce') ?? null,
    codeChallenge: form.get('code_challenge') ?? null,
    prompts: namesIn(form.get('prompt')).filter(isPrompt),
    maxAgeS: maxAge === undefined ? null : Number(maxAge),
    // Levels of other services are ignored: the parameter is a wish (OpenID Connect Core 1.0, section 3.1.2.1).
    needsFactor: levels.includes('aal2') && !levels.includes('aal1'),
    loginHint: hint !== null && hint.length <= longestHint && !/\p{Cc}/u.test(hint) ? hint : null,
    userId,
  };
}

export const isProblem = (checked: AuthorizationRequest | AuthorizationProblem): checked is AuthorizationProblem =>
  'error' in checked;

/** The details of the row that waits while the user signs in. A value that is not set is missing. */
export function toDetails(request: AuthorizationRequest): TokenDetails {
  const { clientId, document, redirectUri, responseMode, state, scopes, nonce, codeChallenge, maxAgeS, loginHint } =
    request;
  const values = {
    clientId,
    clientUrl: document?.url ?? null,
    clientName: document?.name ?? null,
    // No URI has a space.
    clientRedirectUris: document?.redirectUris.join(' ') ?? null,
    clientReadTs: document?.readTs.toISOString() ?? null,
    redirectUri,
    responseMode,
    scope: scopes.join(' '),
    resource: request.resource,
    organization: request.organization,
    prompt: request.prompts.join(' '),
    state,
    nonce,
    codeChallenge,
    maxAge: maxAgeS === null ? null : String(maxAgeS),
    needsFactor: request.needsFactor ? 'true' : null,
    loginHint,
    // Not `userId`, which could be taken for the owner of the row.
    hintedUserId: request.userId,
  };
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(set);
}

export function fromDetails(details: TokenDetails): AuthorizationRequest {
  return {
    clientId: details.clientId ?? null,
    document: documentIn(details),
    redirectUri: details.redirectUri ?? '',
    responseMode: details.responseMode === 'form_post' ? 'form_post' : 'query',
    state: details.state ?? null,
    scopes: namesIn(details.scope),
    resource: details.resource ?? null,
    organization: details.organization ?? null,
    nonce: details.nonce ?? null,
    codeChallenge: details.codeChallenge ?? null,
    prompts: namesIn(details.prompt).filter(isPrompt),
    maxAgeS: details.maxAge === undefined ? null : Number(details.maxAge),
    needsFactor: details.needsFactor === 'true',
    loginHint: details.loginHint ?? null,
    userId: details.hintedUserId ?? null,
  };
}

function documentIn({ clientUrl, clientName, clientRedirectUris, clientReadTs }: TokenDetails): ReadDocument | null {
  if (clientUrl === undefined) return null;
  return {
    url: clientUrl,
    name: clientName ?? '',
    redirectUris: namesIn(clientRedirectUris),
    readTs: new Date(clientReadTs ?? 0),
  };
}

/** Returns what the client gets. `iss` says who has answered (RFC 9207). */
export function answerTo(
  { redirectUri, responseMode, state }: AnswerTarget,
  issuer: string,
  result: { code: string } | AuthorizationProblem,
): AuthorizationAnswer {
  const values =
    'code' in result ? { code: result.code } : { error: result.error, error_description: result.description };
  return {
    redirectUri,
    responseMode,
    parameters: Object.assign(values, state === null ? {} : { state }, { iss: issuer }),
  };
}

/** When a person is asked before a client gets a code. */
export type ConsentRule = 'never' | 'once' | 'always';

/**
 * Only an address of a site says who gets the code. Any program of the device can send the browser here with one of the device, in
 * the name of a client: so the person is shown who asks, each time (RFC 8252, section 8.6).
 */
export function consentRuleOf(redirectUri: string, { firstParty }: Pick<OAuthClient, 'firstParty'>): ConsentRule {
  if (redirectUriKindOf(redirectUri) !== 'site') return 'always';
  return firstParty ? 'never' : 'once';
}

/**
 * Returns what `form-action` names for an address: its origin or, for an application of the device, its scheme. A source of
 * CSP cannot be an IPv6 address, so the own device counts as its scheme, on the pages of this request alone.
 */
export function formActionOf(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && !hostname.startsWith('[') ? origin : protocol;
}
