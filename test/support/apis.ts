import { AsyncLocalStorage } from 'node:async_hooks';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import {
  AddPasskeyDocument,
  AddPasskeyOptionsDocument,
  CancelDeletionDocument,
  CancelEmailChangeDocument,
  type ChallengeFieldsFragment,
  ChangeEmailDocument,
  ChangePasswordDocument,
  CompleteEmailLoginDocument,
  CompleteLoginDocument,
  CompleteProviderLoginDocument,
  ConfirmEmailChangeDocument,
  ConfirmEmailDocument,
  ConfirmTotpDocument,
  ConnectedAppsDocument,
  type ConnectedAppsQuery,
  DeleteAccountDocument,
  DisconnectAppDocument,
  EmailChangeDocument,
  type EmailChangeQuery,
  EnrollTotpDocument,
  ExportMyDataDocument,
  FactorsDocument,
  type FactorsQuery,
  IdentitiesDocument,
  type IdentityFieldsFragment,
  LinkIdentityDocument,
  LoginDocument,
  type LoginMutation,
  LoginProvidersDocument,
  type LoginProvidersQuery,
  LoginWithIdTokenDocument,
  LoginWithPasskeyDocument,
  LogoutDocument,
  MeDocument,
  PasskeyLoginOptionsDocument,
  type ProblemFieldsFragment,
  RefreshDocument,
  RegenerateRecoveryCodesDocument,
  RegisterDocument,
  type RegisterMutation,
  RemovePasskeyDocument,
  RemoveTotpDocument,
  RenamePasskeyDocument,
  RequestEmailLoginDocument,
  RequestPasswordResetDocument,
  RequestStepUpCodeDocument,
  ResetPasswordDocument,
  RevokeSessionDocument,
  SendEmailVerificationDocument,
  SessionsDocument,
  type SessionsQuery,
  SetTwoStepDocument,
  StartProviderLoginDocument,
  StepUpDocument,
  StepUpOptionsDocument,
  UndoEmailChangeDocument,
  UnlinkIdentityDocument,
  UpdateProfileDocument,
  type UserFieldsFragment,
} from '../../src/client/documents';
import { operationNamed } from './declared-operations';
import { toCamelCase, toSnakeCase } from './field-names';

/** Input fields in camelCase. The values can be wrong. */
export type Input = Record<string, unknown>;

export type ListedSession = NonNullable<SessionsQuery['sessions']>['edges'][number]['node'];

export interface ListedPasskey {
  id: string;
  credentialId: string;
  name: string;
  backedUp: boolean;
  createdTs: string;
  lastUsedTs: string | null;
}

/** The answer of either API in one form. */
export interface Answer {
  success: boolean;
  msg: string;
  code: string | null;
  fields: { field: string; msg: string }[];
  retryAfter: number | null;
  attemptsLeft: number | null;
  limit: string | null;
  sessionEnd: string | null;
  user: UserFieldsFragment | null;
  jwt: string | null;
  genTs: number | null;
  refreshToken: string | null;
  expiresIn: number | null;
  sessions: ListedSession[] | null;
  /** The cursor of the next page of sessions. */
  next: string | null;
  /** The number of sessions that the operation ended. */
  ended: number | null;
  /** When a deleted account is erased. */
  erasureTs: string | null;
  /** How the client completes the login. The factors are in lower case. */
  challenge: { token: string; factors: string[]; passkeyOptions: object | null; expiresIn: number } | null;
  /** Of a new authenticator app. */
  secret: string | null;
  uri: string | null;
  recoveryCodes: string[] | null;
  /** What the user can use for a step-up. The factors are in lower case. */
  stepUpOptions: { password: boolean; email: boolean; factors: string[]; passkeyOptions: object | null } | null;
  /** What `STEP_UP_REQUIRED` asks for. */
  required: { acr: string | null; maxAge: number | null; methods?: string[] } | null;
  factors: { twoStep: boolean; totp: boolean; passkeys: ListedPasskey[]; recoveryCodes: number } | null;
  passkey: ListedPasskey | null;
  /** The options for `navigator.credentials`. */
  options: object | null;
  /** The token of a login that waits for the code of a mail. */
  request: string | null;
  /** How the client connects the account at a provider. */
  link: { token: string; provider: string; email: string; mailed: boolean; expiresIn: number } | null;
  /** Where the browser goes to sign in with a provider. */
  goTo: string | null;
  providers: LoginProvidersQuery['loginProviders'] | null;
  identities: IdentityFieldsFragment[] | null;
  emailChange: EmailChangeQuery['emailChange'] | null;
  apps: NonNullable<ConnectedAppsQuery['connectedApps']> | null;
  /** What is stored about the user, by table. */
  data: Record<string, unknown[]> | null;
}

export interface Api {
  name: string;
  register(url: string, input: Input): Promise<Answer>;
  /** Logs in and asks for a refresh token. REST: with the scope `offline_access`. */
  login(url: string, input: Input): Promise<Answer>;
  completeLogin(url: string, input: Input): Promise<Answer>;
  requestEmailLogin(url: string, input: Input): Promise<Answer>;
  /** Asks for a refresh token, as `login` does. */
  completeEmailLogin(url: string, input: Input): Promise<Answer>;
  loginProviders(url: string): Promise<Answer>;
  startProviderLogin(url: string, input: Input): Promise<Answer>;
  /** Asks for a refresh token, as `login` does. */
  completeProviderLogin(url: string, input: Input): Promise<Answer>;
  /** Asks for a refresh token, as `login` does. */
  loginWithIdToken(url: string, input: Input): Promise<Answer>;
  identities(url: string, token: Token): Promise<Answer>;
  linkIdentity(url: string, input: Input, token: Token): Promise<Answer>;
  unlinkIdentity(url: string, id: unknown, token: Token): Promise<Answer>;
  exportMyData(url: string, token: Token): Promise<Answer>;
  connectedApps(url: string, token: Token): Promise<Answer>;
  disconnectApp(url: string, clientId: unknown, token: Token): Promise<Answer>;
  factors(url: string, token: Token): Promise<Answer>;
  enrollTotp(url: string, input: Input, token: Token): Promise<Answer>;
  confirmTotp(url: string, input: Input, token: Token): Promise<Answer>;
  removeTotp(url: string, token: Token): Promise<Answer>;
  passkeyLoginOptions(url: string): Promise<Answer>;
  /** Asks for a refresh token, as `login` does. */
  loginWithPasskey(url: string, input: Input): Promise<Answer>;
  addPasskeyOptions(url: string, input: Input, token: Token): Promise<Answer>;
  addPasskey(url: string, input: Input, token: Token): Promise<Answer>;
  renamePasskey(url: string, input: { id: unknown; name?: unknown }, token: Token): Promise<Answer>;
  removePasskey(url: string, id: unknown, token: Token): Promise<Answer>;
  regenerateRecoveryCodes(url: string, token: Token): Promise<Answer>;
  setTwoStep(url: string, input: Input, token: Token): Promise<Answer>;
  stepUp(url: string, input: Input, token: Token): Promise<Answer>;
  stepUpOptions(url: string, token: Token): Promise<Answer>;
  requestStepUpCode(url: string, token: Token): Promise<Answer>;
  refresh(url: string, input: Input): Promise<Answer>;
  me(url: string, token: Token): Promise<Answer>;
  sessions(url: string, token: Token, page?: { first?: unknown; after?: unknown }): Promise<Answer>;
  logout(url: string, input: Input, token: Token): Promise<Answer>;
  revokeSession(url: string, id: unknown, token: Token): Promise<Answer>;
  sendEmailVerification(url: string, input: Input): Promise<Answer>;
  confirmEmail(url: string, input: Input): Promise<Answer>;
  requestPasswordReset(url: string, input: Input): Promise<Answer>;
  resetPassword(url: string, input: Input): Promise<Answer>;
  changePassword(url: string, input: Input, token: Token): Promise<Answer>;
  changeEmail(url: string, input: Input, token: Token): Promise<Answer>;
  confirmEmailChange(url: string, input: Input): Promise<Answer>;
  undoEmailChange(url: string, input: Input): Promise<Answer>;
  emailChange(url: string, token: Token): Promise<Answer>;
  cancelEmailChange(url: string, token: Token): Promise<Answer>;
  updateProfile(url: string, input: Input, token: Token): Promise<Answer>;
  deleteAccount(url: string, input: Input, token: Token): Promise<Answer>;
  cancelDeletion(url: string, input: Input): Promise<Answer>;
}

/** An access token, or null to send none. */
export type Token = string | null;

const bearer = (token: Token = null): Record<string, string> =>
  token === null ? {} : { Authorization: `Bearer ${token}` };

const nothing: Omit<
  Answer,
  'success' | 'msg' | 'code' | 'fields' | 'retryAfter' | 'attemptsLeft' | 'limit' | 'sessionEnd'
> = {
  user: null,
  jwt: null,
  genTs: null,
  refreshToken: null,
  expiresIn: null,
  sessions: null,
  next: null,
  ended: null,
  erasureTs: null,
  challenge: null,
  secret: null,
  uri: null,
  recoveryCodes: null,
  factors: null,
  stepUpOptions: null,
  required: null,
  passkey: null,
  options: null,
  request: null,
  link: null,
  goTo: null,
  providers: null,
  identities: null,
  emailChange: null,
  apps: null,
  data: null,
};

const addedHeaders = new AsyncLocalStorage<Record<string, string>>();

/** Adds these headers to every request that `work` sends through an API. */
export const withHeaders = <Result>(headers: Record<string, string>, work: () => Promise<Result>): Promise<Result> =>
  addedHeaders.run(headers, work);

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers, ...addedHeaders.getStore() },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export const restApi: Api = {
  name: 'REST',
  register: (url, input) => viaRest(`${url}/auth/register`, 'POST', { input }),
  login: (url, input) => viaRest(`${url}/auth/login`, 'POST', { input: { scope: 'offline_access', ...input } }),
  completeLogin: (url, input) => viaRest(`${url}/auth/login/complete`, 'POST', { input }),
  requestEmailLogin: (url, input) => viaRest(`${url}/auth/login/email`, 'POST', { input }),
  completeEmailLogin: (url, input) =>
    viaRest(`${url}/auth/login/email/complete`, 'POST', { input: { scope: 'offline_access', ...input } }),
  loginProviders: (url) => viaRest(`${url}/auth/providers`, 'GET', {}),
  startProviderLogin: (url, { provider, ...input }) =>
    viaRest(`${url}/auth/providers/${encodeURIComponent(String(provider))}/start`, 'POST', { input }),
  completeProviderLogin: (url, input) =>
    viaRest(`${url}/auth/providers/complete`, 'POST', { input: { scope: 'offline_access', ...input } }),
  loginWithIdToken: (url, { provider, ...input }) =>
    viaRest(`${url}/auth/providers/${encodeURIComponent(String(provider))}/id-token`, 'POST', {
      input: { scope: 'offline_access', ...input },
    }),
  identities: (url, token) => viaRest(`${url}/auth/identities`, 'GET', { token }),
  linkIdentity: (url, input, token) => viaRest(`${url}/auth/identities`, 'POST', { input, token }),
  unlinkIdentity: (url, id, token) =>
    viaRest(`${url}/auth/identities/${encodeURIComponent(String(id))}`, 'DELETE', { token }),
  exportMyData: (url, token) => viaRest(`${url}/auth/export`, 'GET', { token }),
  emailChange: (url, token) => viaRest(`${url}/auth/email`, 'GET', { token }),
  cancelEmailChange: (url, token) => viaRest(`${url}/auth/email`, 'DELETE', { token }),
  connectedApps: (url, token) => viaRest(`${url}/auth/apps`, 'GET', { token }),
  disconnectApp: (url, clientId, token) =>
    viaRest(`${url}/auth/apps/${encodeURIComponent(String(clientId))}`, 'DELETE', { token }),
  factors: (url, token) => viaRest(`${url}/auth/factors`, 'GET', { token }),
  enrollTotp: (url, input, token) => viaRest(`${url}/auth/totp`, 'POST', { input, token }),
  confirmTotp: (url, input, token) => viaRest(`${url}/auth/totp/confirm`, 'POST', { input, token }),
  removeTotp: (url, token) => viaRest(`${url}/auth/totp`, 'DELETE', { token }),
  passkeyLoginOptions: (url) => viaRest(`${url}/auth/passkeys/login/options`, 'POST', {}),
  loginWithPasskey: (url, input) =>
    viaRest(`${url}/auth/passkeys/login`, 'POST', { input: { scope: 'offline_access', ...input } }),
  addPasskeyOptions: (url, input, token) => viaRest(`${url}/auth/passkeys/options`, 'POST', { input, token }),
  addPasskey: (url, input, token) => viaRest(`${url}/auth/passkeys`, 'POST', { input, token }),
  renamePasskey: (url, { id, ...input }, token) =>
    viaRest(`${url}/auth/passkeys/${encodeURIComponent(String(id))}`, 'PATCH', { input, token }),
  removePasskey: (url, id, token) =>
    viaRest(`${url}/auth/passkeys/${encodeURIComponent(String(id))}`, 'DELETE', { token }),
  regenerateRecoveryCodes: (url, token) => viaRest(`${url}/auth/recovery-codes`, 'POST', { token }),
  setTwoStep: (url, input, token) => viaRest(`${url}/auth/two-step`, 'PUT', { input, token }),
  stepUp: (url, input, token) => viaRest(`${url}/auth/step-up`, 'POST', { input, token }),
  stepUpOptions: (url, token) => viaRest(`${url}/auth/step-up/options`, 'POST', { token }),
  requestStepUpCode: (url, token) => viaRest(`${url}/auth/step-up/code`, 'POST', { token }),
  refresh: (url, input) => viaRest(`${url}/auth/refresh`, 'POST', { input }),
  me: (url, token) => viaRest(`${url}/auth/me`, 'GET', { token }),
  sessions: (url, token, page = {}) => {
    const query = Object.entries(page).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return viaRest(`${url}/auth/sessions${query.length > 0 ? '?' : ''}${query.join('&')}`, 'GET', { token });
  },
  logout: (url, input, token) => viaRest(`${url}/auth/logout`, 'POST', { input, token }),
  revokeSession: (url, id, token) =>
    viaRest(`${url}/auth/sessions/${encodeURIComponent(String(id))}`, 'DELETE', { token }),
  sendEmailVerification: (url, input) => viaRest(`${url}/auth/email/verification`, 'POST', { input }),
  confirmEmail: (url, input) => viaRest(`${url}/auth/email/verification/confirm`, 'POST', { input }),
  requestPasswordReset: (url, input) => viaRest(`${url}/auth/password/forgot`, 'POST', { input }),
  resetPassword: (url, input) => viaRest(`${url}/auth/password/reset`, 'POST', { input }),
  changePassword: (url, input, token) => viaRest(`${url}/auth/password`, 'POST', { input, token }),
  changeEmail: (url, input, token) => viaRest(`${url}/auth/email`, 'POST', { input, token }),
  confirmEmailChange: (url, input) => viaRest(`${url}/auth/email/confirm`, 'POST', { input }),
  undoEmailChange: (url, input) => viaRest(`${url}/auth/email/undo`, 'POST', { input }),
  updateProfile: (url, input, token) => viaRest(`${url}/auth/me`, 'PATCH', { input, token }),
  deleteAccount: (url, input, token) => viaRest(`${url}/auth/me`, 'DELETE', { input, token }),
  cancelDeletion: (url, input) => viaRest(`${url}/auth/me/restore`, 'POST', { input }),
};

async function viaRest(
  url: string,
  method: string,
  { input, token }: { input?: Input; token?: Token },
): Promise<Answer> {
  const body = input && Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnakeCase(name), value]));
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...bearer(token), ...addedHeaders.getStore() },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Any shape: the test checks the envelope.
  const answer = JSON.parse(await response.text());
  const { result } = answer;
  const user = result?.user ?? (result?.first_name === undefined ? null : result);
  const retryAfter = response.headers.get('retry-after');
  return {
    ...nothing,
    success: answer.success,
    msg: answer.msg,
    code: answer.code ?? null,
    fields: (answer.errors ?? []).map((e: { field: string; msg: string }) => ({ ...e, field: toCamelCase(e.field) })),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    attemptsLeft: answer.attempts_left ?? null,
    sessionEnd: answer.session_end ?? null,
    limit: answer.limit ?? null,
    user: user && fromRecord(user),
    jwt: result?.jwt ?? null,
    genTs: result?.gen_ts ?? null,
    refreshToken: result?.refresh_token ?? null,
    expiresIn: result?.expires_in ?? null,
    sessions: result?.sessions?.map(fromRecord) ?? null,
    next: result?.next ?? null,
    ended: result?.ended ?? null,
    erasureTs: result?.erasure_ts === undefined ? null : `${result.erasure_ts}Z`,
    challenge: answer.mfa ? fromMfa(answer.mfa) : null,
    secret: result?.secret ?? null,
    uri: result?.uri ?? null,
    recoveryCodes: Array.isArray(result?.recovery_codes) ? result.recovery_codes : null,
    stepUpOptions: Array.isArray(result?.factors)
      ? {
          password: result.password,
          email: result.email,
          factors: result.factors,
          passkeyOptions: result.passkey_options,
        }
      : null,
    required: requiredOf(response.headers.get('www-authenticate') ?? ''),
    factors: typeof result?.totp === 'boolean' ? fromFactors(result) : null,
    passkey: passkeyIn(result),
    options: result?.options ?? null,
    request: result?.token ?? null,
    link: answer.link ? fromRecord(answer.link) : null,
    goTo: result?.url ?? null,
    providers: result?.providers?.map((one: Record<string, unknown>) => fromRecord(one)) ?? null,
    identities: identitiesIn(result),
    data: Array.isArray(result?.incomplete) ? result : null,
    emailChange: result?.email_change ? (fromRecord(result.email_change) as Answer['emailChange']) : null,
    apps: result?.apps?.map((one: Record<string, unknown>) => fromRecord(one)) ?? null,
  };
}

/** Reads the challenge of RFC 9470. */
export function requiredOf(challenge: string): Answer['required'] {
  if (!challenge.includes('error="insufficient_user_authentication"')) return null;
  const acr = /acr_values="(\w+)"/.exec(challenge)?.[1] ?? null;
  const maxAge = /max_age=(\d+)/.exec(challenge)?.[1];
  const methods = /methods="([\w ]+)"/.exec(challenge)?.[1]?.split(' ');
  return { acr, maxAge: maxAge === undefined ? null : Number(maxAge), ...(methods && { methods }) };
}
const fromChallenge = ({
  token,
  factors,
  passkeyOptions,
  expiresIn,
}: ChallengeFieldsFragment): Answer['challenge'] => ({
  token,
  factors: factors.map((name) => name.toLowerCase()),
  passkeyOptions: passkeyOptions as object | null,
  expiresIn,
});

const fromFactors = (factors: {
  two_step: boolean;
  totp: boolean;
  passkeys: Record<string, unknown>[];
  recovery_codes: number;
}) => ({
  twoStep: factors.two_step,
  totp: factors.totp,
  passkeys: factors.passkeys.map((passkey) => fromRecord<ListedPasskey>(passkey)),
  recoveryCodes: factors.recovery_codes,
});

/** The result of a connection is the identity itself. */
function identitiesIn(result?: { identities?: Record<string, unknown>[]; provider?: string }) {
  const identities = result?.identities ?? (result?.provider === undefined ? null : [{ ...result }]);
  return identities?.map((one) => fromRecord<IdentityFieldsFragment>(one)) ?? null;
}

/** The result of a renaming is the passkey itself. */
function passkeyIn(result: { passkey?: Record<string, unknown>; credential_id?: string } | undefined) {
  const passkey = result?.passkey ?? (result?.credential_id === undefined ? null : { ...result });
  return passkey && fromRecord<ListedPasskey>(passkey);
}

const fromMfa = (mfa: {
  token: string;
  factors: string[];
  passkey_options: object | null;
  expires_in: number;
}): Answer['challenge'] => ({
  token: mfa.token,
  factors: mfa.factors,
  passkeyOptions: mfa.passkey_options,
  expiresIn: mfa.expires_in,
});

/** Converts names to camelCase, and date-times to the form of GraphQL by adding `Z`. */
function fromRecord<Fields extends object>(record: Record<string, unknown>): Fields {
  const entries = Object.entries(record).map(([name, value]) => [
    toCamelCase(name),
    name.endsWith('_ts') && value !== null ? `${value}Z` : value,
  ]);
  return Object.fromEntries(entries) as Fields;
}

export const graphqlApi: Api = {
  name: 'GraphQL',
  async register(url, input) {
    const { data, errors } = await execute(url, RegisterDocument, { input });
    return data?.register ? fromPayload(data.register, { user: data.register.result ?? null }) : fromErrors(errors);
  },
  async login(url, input) {
    const { data, errors } = await execute(url, LoginDocument, { input });
    return data?.login ? fromLogin(data.login) : fromErrors(errors);
  },
  async completeLogin(url, input) {
    const { data, errors } = await execute(url, CompleteLoginDocument, { input });
    return data?.completeLogin ? fromPayload(data.completeLogin, data.completeLogin.result ?? {}) : fromErrors(errors);
  },
  async requestEmailLogin(url, input) {
    const { data, errors } = await execute(url, RequestEmailLoginDocument, { input });
    const payload = data?.requestEmailLogin;
    if (!payload) return fromErrors(errors);
    const { token = null, expiresIn = null } = payload.result ?? {};
    return fromPayload(payload, { request: token, expiresIn });
  },
  async completeEmailLogin(url, input) {
    const { data, errors } = await execute(url, CompleteEmailLoginDocument, { input });
    const payload = data?.completeEmailLogin;
    return payload ? fromLogin(payload) : fromErrors(errors);
  },
  async loginProviders(url) {
    const { data, errors } = await execute(url, LoginProvidersDocument, {});
    const message = operationNamed('loginProviders').message;
    return data ? { ...nothing, ...answered(message), providers: data.loginProviders } : fromErrors(errors);
  },
  async startProviderLogin(url, input) {
    const { data, errors } = await execute(url, StartProviderLoginDocument, { input });
    const payload = data?.startProviderLogin;
    if (!payload) return fromErrors(errors);
    const { url: goTo = null, expiresIn = null } = payload.result ?? {};
    return fromPayload(payload, { goTo, expiresIn });
  },
  async completeProviderLogin(url, input) {
    const { data, errors } = await execute(url, CompleteProviderLoginDocument, { input });
    const payload = data?.completeProviderLogin;
    return payload ? fromLogin(payload) : fromErrors(errors);
  },
  async loginWithIdToken(url, input) {
    const { data, errors } = await execute(url, LoginWithIdTokenDocument, { input });
    return data?.loginWithIdToken ? fromLogin(data.loginWithIdToken) : fromErrors(errors);
  },
  async identities(url, token) {
    const { data, errors } = await execute(url, IdentitiesDocument, {}, token);
    const found = data?.identities;
    return found
      ? { ...nothing, ...answered(operationNamed('identities').message), identities: found }
      : fromErrors(errors);
  },
  async linkIdentity(url, input, token) {
    const { data, errors } = await execute(url, LinkIdentityDocument, { input }, token);
    const payload = data?.linkIdentity;
    return payload
      ? fromPayload(payload, { identities: payload.result ? [payload.result] : null })
      : fromErrors(errors);
  },
  async unlinkIdentity(url, id, token) {
    const { data, errors } = await execute(url, UnlinkIdentityDocument, { input: { id } }, token);
    return data?.unlinkIdentity ? fromPayload(data.unlinkIdentity, {}) : fromErrors(errors);
  },
  async exportMyData(url, token) {
    const { data, errors } = await execute(url, ExportMyDataDocument, {}, token);
    const found = data?.exportMyData;
    return found
      ? { ...nothing, ...answered(operationNamed('exportMyData').message), data: found as Record<string, unknown[]> }
      : fromErrors(errors);
  },
  async emailChange(url, token) {
    const { data, errors } = await execute(url, EmailChangeDocument, {}, token);
    return errors
      ? fromErrors(errors)
      : { ...nothing, ...answered(operationNamed('emailChange').message), emailChange: data?.emailChange ?? null };
  },
  async cancelEmailChange(url, token) {
    const { data, errors } = await execute(url, CancelEmailChangeDocument, {}, token);
    return data?.cancelEmailChange ? fromPayload(data.cancelEmailChange, {}) : fromErrors(errors);
  },
  async connectedApps(url, token) {
    const { data, errors } = await execute(url, ConnectedAppsDocument, {}, token);
    const found = data?.connectedApps;
    return found
      ? { ...nothing, ...answered(operationNamed('connectedApps').message), apps: found }
      : fromErrors(errors);
  },
  async disconnectApp(url, clientId, token) {
    const { data, errors } = await execute(url, DisconnectAppDocument, { input: { clientId } }, token);
    return data?.disconnectApp ? fromPayload(data.disconnectApp, {}) : fromErrors(errors);
  },
  async factors(url, token) {
    const { data, errors } = await execute(url, FactorsDocument, {}, token);
    const found = data?.factors;
    return found
      ? { ...nothing, ...answered(operationNamed('factors').message), factors: factorsOf(found) }
      : fromErrors(errors);
  },
  async enrollTotp(url, input, token) {
    const { data, errors } = await execute(url, EnrollTotpDocument, { input }, token);
    return data?.enrollTotp ? fromPayload(data.enrollTotp, data.enrollTotp.result ?? {}) : fromErrors(errors);
  },
  async confirmTotp(url, input, token) {
    const { data, errors } = await execute(url, ConfirmTotpDocument, { input }, token);
    return data?.confirmTotp ? fromPayload(data.confirmTotp, data.confirmTotp.result ?? {}) : fromErrors(errors);
  },
  async removeTotp(url, token) {
    const { data, errors } = await execute(url, RemoveTotpDocument, {}, token);
    return data?.removeTotp ? fromPayload(data.removeTotp, {}) : fromErrors(errors);
  },
  async passkeyLoginOptions(url) {
    const { data, errors } = await execute(url, PasskeyLoginOptionsDocument, {});
    const payload = data?.passkeyLoginOptions;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async loginWithPasskey(url, input) {
    const { data, errors } = await execute(url, LoginWithPasskeyDocument, { input });
    const payload = data?.loginWithPasskey;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async addPasskeyOptions(url, input, token) {
    const { data, errors } = await execute(url, AddPasskeyOptionsDocument, { input }, token);
    const payload = data?.addPasskeyOptions;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async addPasskey(url, input, token) {
    const { data, errors } = await execute(url, AddPasskeyDocument, { input }, token);
    return data?.addPasskey ? fromPayload(data.addPasskey, data.addPasskey.result ?? {}) : fromErrors(errors);
  },
  async renamePasskey(url, input, token) {
    const { data, errors } = await execute(url, RenamePasskeyDocument, { input }, token);
    const payload = data?.renamePasskey;
    return payload ? fromPayload(payload, { passkey: payload.result ?? null }) : fromErrors(errors);
  },
  async removePasskey(url, id, token) {
    const { data, errors } = await execute(url, RemovePasskeyDocument, { input: { id } }, token);
    return data?.removePasskey ? fromPayload(data.removePasskey, {}) : fromErrors(errors);
  },
  async regenerateRecoveryCodes(url, token) {
    const { data, errors } = await execute(url, RegenerateRecoveryCodesDocument, {}, token);
    const payload = data?.regenerateRecoveryCodes;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async setTwoStep(url, input, token) {
    const { data, errors } = await execute(url, SetTwoStepDocument, { input }, token);
    const payload = data?.setTwoStep;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async stepUp(url, input, token) {
    const { data, errors } = await execute(url, StepUpDocument, { input }, token);
    return data?.stepUp ? fromPayload(data.stepUp, data.stepUp.result ?? {}) : fromErrors(errors);
  },
  async stepUpOptions(url, token) {
    const { data, errors } = await execute(url, StepUpOptionsDocument, {}, token);
    if (!data?.stepUpOptions) return fromErrors(errors);
    const { result } = data.stepUpOptions;
    const factors = result?.factors.map((name) => name.toLowerCase()) ?? [];
    return fromPayload(data.stepUpOptions, { stepUpOptions: result ? { ...result, factors } : null });
  },
  async requestStepUpCode(url, token) {
    const { data, errors } = await execute(url, RequestStepUpCodeDocument, {}, token);
    const payload = data?.requestStepUpCode;
    return payload ? fromPayload(payload, { request: payload.result?.token ?? null }) : fromErrors(errors);
  },
  async refresh(url, input) {
    const { data, errors } = await execute(url, RefreshDocument, { input });
    return data?.refresh ? fromPayload(data.refresh, data.refresh.result ?? {}) : fromErrors(errors);
  },
  async me(url, token) {
    const { data, errors } = await execute(url, MeDocument, {}, token);
    return data?.me ? { ...nothing, ...answered(operationNamed('me').message), user: data.me } : fromErrors(errors);
  },
  async sessions(url, token, page = {}) {
    const { data, errors } = await execute(url, SessionsDocument, page, token);
    if (!data?.sessions) return fromErrors(errors);
    const { edges, pageInfo } = data.sessions;
    const next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    return {
      ...nothing,
      ...answered(operationNamed('sessions').message),
      sessions: edges.map(({ node }) => node),
      next,
    };
  },
  async logout(url, input, token) {
    const { data, errors } = await execute(url, LogoutDocument, { input: withEnum(input) }, token);
    return data?.logout ? fromPayload(data.logout, data.logout.result ?? {}) : fromErrors(errors);
  },
  async revokeSession(url, id, token) {
    const { data, errors } = await execute(url, RevokeSessionDocument, { input: { id } }, token);
    return data?.revokeSession ? fromPayload(data.revokeSession, {}) : fromErrors(errors);
  },
  async sendEmailVerification(url, input) {
    const { data, errors } = await execute(url, SendEmailVerificationDocument, { input });
    return data?.sendEmailVerification ? fromPayload(data.sendEmailVerification, {}) : fromErrors(errors);
  },
  async confirmEmail(url, input) {
    const { data, errors } = await execute(url, ConfirmEmailDocument, { input });
    const payload = data?.confirmEmail;
    return payload ? fromPayload(payload, { user: payload.result ?? null }) : fromErrors(errors);
  },
  async requestPasswordReset(url, input) {
    const { data, errors } = await execute(url, RequestPasswordResetDocument, { input });
    return data?.requestPasswordReset ? fromPayload(data.requestPasswordReset, {}) : fromErrors(errors);
  },
  async resetPassword(url, input) {
    const { data, errors } = await execute(url, ResetPasswordDocument, { input });
    return data?.resetPassword ? fromPayload(data.resetPassword, data.resetPassword.result ?? {}) : fromErrors(errors);
  },
  async changePassword(url, input, token) {
    const { data, errors } = await execute(url, ChangePasswordDocument, { input: withEnum(input) }, token);
    const payload = data?.changePassword;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async changeEmail(url, input, token) {
    const { data, errors } = await execute(url, ChangeEmailDocument, { input }, token);
    return data?.changeEmail ? fromPayload(data.changeEmail, {}) : fromErrors(errors);
  },
  async confirmEmailChange(url, input) {
    const { data, errors } = await execute(url, ConfirmEmailChangeDocument, { input });
    return data?.confirmEmailChange ? fromPayload(data.confirmEmailChange, {}) : fromErrors(errors);
  },
  async undoEmailChange(url, input) {
    const { data, errors } = await execute(url, UndoEmailChangeDocument, { input });
    return data?.undoEmailChange ? fromPayload(data.undoEmailChange, {}) : fromErrors(errors);
  },
  async updateProfile(url, { locale, ...input }, token) {
    const named = typeof locale === 'string' ? { locale: locale.toUpperCase() } : { locale };
    const { data, errors } = await execute(url, UpdateProfileDocument, { input: { ...input, ...named } }, token);
    const payload = data?.updateProfile;
    return payload ? fromPayload(payload, { user: payload.result ?? null }) : fromErrors(errors);
  },
  async deleteAccount(url, input, token) {
    const { data, errors } = await execute(url, DeleteAccountDocument, { input }, token);
    const payload = data?.deleteAccount;
    return payload ? fromPayload(payload, payload.result ?? {}) : fromErrors(errors);
  },
  async cancelDeletion(url, input) {
    const { data, errors } = await execute(url, CancelDeletionDocument, { input });
    return data?.cancelDeletion ? fromPayload(data.cancelDeletion, {}) : fromErrors(errors);
  },
};

/** The values of the enum `SessionsToEnd` are in upper case in GraphQL. */
const withEnum = ({ sessions, ...input }: Input): Input =>
  sessions === undefined
    ? input
    : { ...input, sessions: typeof sessions === 'string' ? sessions.toUpperCase() : sessions };

const factorsOf = ({ twoStep, totp, passkeys, recoveryCodes }: NonNullable<FactorsQuery['factors']>) => ({
  twoStep,
  totp,
  passkeys: passkeys.map((passkey) => ({ ...passkey, lastUsedTs: passkey.lastUsedTs ?? null })),
  recoveryCodes,
});

/** The answer to a query, which has no envelope in GraphQL. */
const answered = (msg: string) => ({
  ...{ success: true, msg, code: null, fields: [] },
  ...{ retryAfter: null, attemptsLeft: null, limit: null, sessionEnd: null },
});

interface GraphqlError {
  message: string;
  extensions: Partial<ProblemFieldsFragment> & { stepUp?: NonNullable<Answer['required']> };
}

export async function execute<Data, Variables>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: unknown,
  token: Token = null,
): Promise<{ data?: Data | null; errors?: GraphqlError[] }> {
  const response = await postJson(`${url}/graphql`, { query: print(document), variables }, bearer(token));
  return (await response.json()) as { data?: Data | null; errors?: GraphqlError[] };
}

function fromPayload(payload: object, result: Partial<Answer>): Answer {
  const { success, msg, error } = payload as RegisterMutation['register'];
  const {
    code = null,
    fields = [],
    retryAfter = null,
    attemptsLeft = null,
    limit = null,
    sessionEnd = null,
  } = error ?? {};
  const ofError = { code, fields: fields.map((f) => ({ ...f })), retryAfter, attemptsLeft, limit, sessionEnd };
  return { ...nothing, ...result, success, msg, ...ofError };
}

function fromLogin(payload: NonNullable<LoginMutation['login']> & { link?: Answer['link'] }): Answer {
  const { result, challenge, link = null } = payload;
  return fromPayload(payload, { ...result, challenge: challenge ? fromChallenge(challenge) : null, link });
}

/** Converts `errors` to an answer: errors of GraphQL (for example a variable of a wrong type) or about the caller. */
function fromErrors(errors: GraphqlError[] = []): Answer {
  const [error] = errors;
  if (!error) throw new Error('an answer with neither data nor errors');
  const {
    code = null,
    fields = [],
    retryAfter = null,
    attemptsLeft = null,
    limit = null,
    sessionEnd = null,
  } = error.extensions;
  const ofError = {
    code,
    fields,
    retryAfter,
    attemptsLeft,
    limit,
    sessionEnd,
    required: error.extensions.stepUp ?? null,
  };
  return { ...nothing, success: false, msg: error.message, ...ofError };
}

export const apis = [restApi, graphqlApi] as const;

/**
 * Returns a `test` for what the services below both APIs decide. Each such test runs through one API, while the other one
 * takes its part: the first through REST, the second through GraphQL, and so on.
 */
export function testInTurn(api: Pick<Api, 'name'>): (name: string, run: () => Promise<void>) => void {
  let tests = 0;
  return (name, run) => {
    if (apis[tests % apis.length]?.name === api.name) test(name, run);
    tests += 1;
  };
}

/** Returns the rows of a table that run through this API: every other one. */
export const inTurn = <Row>(api: Pick<Api, 'name'>, rows: readonly Row[]): Row[] =>
  rows.filter((_, n) => apis[n % apis.length]?.name === api.name);
