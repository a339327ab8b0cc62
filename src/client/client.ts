import { createOperations } from './call-operations.js';
import { type AnswerChallenge, answering } from './challenges.js';
import { createSend, type Method } from './http.js';
import type { Operations } from './operations.js';
import { createPasskeys } from './passkeys.js';
import { createProviderLogin, type MissingFields } from './provider-login.js';
import { cookieTokens, storedTokens } from './refresh-tokens.js';
import { createSession } from './session.js';
import { createTokenFetch } from './token-fetch.js';
import type {
  AuthState,
  LoginChallenge,
  OwnFields,
  Passkey,
  Result,
  TokenFetch,
  TokenOptions,
  TokenStorage,
  User,
} from './types.js';

export interface ClientOptions {
  /** The `PUBLIC_URL` of Gatehouse. */
  url: string;
  /**
   * For native and command-line applications, and for each person of a server that renders. Without it, the refresh token is in
   * an HttpOnly cookie of the browser.
   */
  storage?: TokenStorage;
  /** The origins of further services that get the access token, such as `https://api.example.com`. */
  origins?: readonly string[];
  /** Sent with the client's own requests, such as `X-Gatehouse-Client-IP` by a server. */
  headers?: Readonly<Record<string, string>>;
  /** What answers a challenge of `CHALLENGE_REQUIRED`. The request is then sent again. Without it, the caller gets the error. */
  challenge?: AnswerChallenge;
}

export interface RegisterInput {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  tel?: string | null;
  /** Of `USER_FIELDS`. */
  fields?: OwnFields;
}

export interface LoginInput {
  email: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. Without it, the answer can be `MFA_REQUIRED`. */
  code?: string;
}

export interface IdTokenInput extends MissingFields {
  provider: string;
  idToken: string;
  nonce: string;
}

/** One proof: `stepUpOptions` says which are possible. */
export type StepUpProof =
  | { password: string }
  | { code: string }
  | { passkeyOptions: PublicKeyCredentialRequestOptionsJSON }
  | { emailToken: string; emailCode: string };

export interface StepUpOptions {
  password: boolean;
  email: boolean;
  factors: LoginChallenge['factors'];
  passkeyOptions: PublicKeyCredentialRequestOptionsJSON | null;
}

/** Functions that return a `Result` reject only for mistakes of the program. They need no `this`. */
export interface Client extends Operations {
  /** `loading` until somebody subscribes, loads the user or signs in. */
  readonly state: AuthState;
  /** Calls the listener after each change. The first call of `subscribe` finds out who is signed in. */
  subscribe(listener: (state: AuthState) => void): () => void;
  /** Opens no session: `login` comes next. */
  register(input: RegisterInput): Promise<Result<{ user: User }>>;
  login(input: LoginInput): Promise<Result<{ user: User }>>;
  /** The second step, after `MFA_REQUIRED`: with a code, or without one, with a passkey. */
  completeLogin(input: { challenge: LoginChallenge; code?: string }): Promise<Result<{ user: User }>>;
  /** Asks for a passkey in a dialog. Call it after a click. */
  loginWithPasskey(): Promise<Result<{ user: User }>>;
  /** Offers passkeys in the field with `autocomplete="username webauthn"` (conditional UI), until one is chosen. */
  offerPasskey(options?: { signal?: AbortSignal }): Promise<Result<{ user: User }>>;
  /** Also raises the session. Recovery codes are shown only once. */
  addPasskey(input?: {
    currentPassword?: string;
    name?: string;
  }): Promise<Result<{ passkey: Passkey; recoveryCodes: string[] }>>;
  /**
   * Right after a login with the password: lets the browser add a passkey by itself, which then stands for the password. Null if
   * there is none, for example because the browser cannot do this. Needs the password, unless a second factor was used.
   */
  upgradeToPasskey(input?: { currentPassword?: string }): Promise<Passkey | null>;
  /**
   * Tells the password manager which passkeys the account has, and its name and address: after a change of them. Nothing happens
   * in a browser that cannot do this.
   */
  signalPasskeys(): Promise<void>;
  /** Sends a code and a link. `linkToken` also connects a provider. `expiresIn` is in seconds. */
  requestEmailLogin(input: {
    email: string;
    linkToken?: string;
  }): Promise<Result<{ token: string; expiresIn: number }>>;
  completeEmailLogin(
    input: { token: string; code: string } | { token: string; link: string },
  ): Promise<Result<{ user: User }>>;
  /**
   * Sends the browser to a provider, which sends it back to `returnTo` (default: this page, without its query), an address in
   * `REDIRECT_URIS`.
   */
  loginWith(provider: string, options?: { returnTo?: string; loginHint?: string }): Promise<Result<{ url: string }>>;
  /**
   * Completes `loginWith`, at `returnTo`. Null: nothing was started in this tab. After `VALIDATION_FAILED`, call it again with
   * the fields that are missing.
   */
  handleRedirect(fields?: MissingFields): Promise<Result<{ user: User }> | null>;
  /** With the ID token that the device got from a provider. */
  loginWithIdToken(input: IdTokenInput): Promise<Result<{ user: User }>>;
  /** Connects a provider after `LINK_REQUIRED` and a login. Needs the password, if the account has one and no second factor. */
  linkIdentity(input: { token: string; currentPassword?: string }): Promise<Result>;
  stepUpOptions(): Promise<Result<StepUpOptions>>;
  /** Mails a code for `stepUp`, if `stepUpOptions` names `email`. */
  requestStepUpCode(): Promise<Result<{ token: string; expiresIn: number }>>;
  /** After `STEP_UP_REQUIRED`: proves again who the person is. Then repeat what was rejected. */
  stepUp(proof: StepUpProof): Promise<Result>;
  /**
   * With `storage`, this device forgets the session even if the service does not answer. With the cookie, the person stays signed
   * in then.
   */
  logout(sessions?: 'current' | 'others' | 'all'): Promise<Result<{ ended: number }>>;
  /**
   * An access token that is valid for a while, or null without a session. Tokens for organizations are kept as well, each on its
   * own, so that two tabs or two requests can act for two of them.
   * @throws GatehouseError if there is no answer, or (`NOT_FOUND`) the person is not a member of the organization
   */
  accessToken(options?: TokenOptions): Promise<string | null>;
  /**
   * As `fetch`, with the access token, to the origins of `url`, of the page and of `origins`. Repeats a request once after a 401,
   * and after `UNAUTHENTICATED` of the GraphQL API.
   * A request with the token fails instead of following a redirect.
   * @throws GatehouseError if a token was needed and there is no answer, or the account has changed, or as `accessToken`
   */
  fetch: TokenFetch;
  /** Reads the user again. Null without a session. @throws GatehouseError if there is no answer */
  loadUser(): Promise<User | null>;
  /** Any request to the REST API. The path begins with one `/`. The fields of a `GET` are its query. */
  request<Value extends object>(method: Method, path: string, input?: object): Promise<Result<Value>>;
  /** Ends the subscriptions. */
  close(): void;
}

/** Does nothing until it is used, so a server can create one while it renders. */
export function createClient({ url, storage, origins = [], headers = {}, challenge }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');
  const notAnOrigin = origins.find((origin) => new URL(origin).origin !== origin);
  if (notAnOrigin !== undefined) throw new TypeError(`not an origin: ${notAnOrigin}`);
  const owned = new Set([new URL(base).origin, globalThis.location?.origin, ...origins]);
  // That of a file, and of a page in a sandbox.
  owned.delete('null');
  // Some secure storages allow no other characters.
  const name = `gatehouse.${base.replace(/[^\w.-]/g, '_')}`;

  const refreshTokens = storage ? storedTokens(storage, name) : cookieTokens;
  const plainSend = createSend(base, refreshTokens.credentials, headers);
  const send = challenge ? answering(plainSend, challenge) : plainSend;
  // Without windows, the clients of a program are those of different people, as in a server.
  const isShared = !storage || typeof document !== 'undefined';
  const session = createSession(isShared ? name : null, send, refreshTokens);
  const { use, ...passkeys } = createPasskeys(send, session);
  const result = async <Value extends object>(answer: ReturnType<typeof send>): Promise<Result<Value>> => {
    const answered = await answer;
    return answered.ok ? { ...(answered.result as Value), ok: true } : answered;
  };
  const request: Client['request'] = async (method, path, input) => {
    // Behind the text of the address, any other text can make it the address of another host, which would get the token.
    if (!/^\/(?![/\\])/.test(path)) throw new TypeError(`not a path: ${path}`);
    return result(session.request(method, path, input));
  };

  return {
    ...createOperations(send, session),
    get state() {
      return session.getState();
    },
    async register(input) {
      const answer = await send('POST', '/auth/register', input);
      return answer.ok ? { ok: true, user: answer.result as unknown as User } : answer;
    },
    login: (input) => session.signIn('/auth/login', input),
    async completeLogin({ challenge: { token, passkeyOptions }, code }) {
      if (code !== undefined) return session.signIn('/auth/login/complete', { token, code });
      if (!passkeyOptions) throw new TypeError('this challenge needs a code');
      const asked = await use(passkeyOptions);
      return asked.ok ? session.signIn('/auth/login/complete', { token, passkey: asked.passkey }) : asked;
    },
    ...passkeys,
    requestEmailLogin: (input) => result(send('POST', '/auth/login/email', input)),
    completeEmailLogin: (input) => session.signIn('/auth/login/email/complete', input),
    ...createProviderLogin(name, send, session),
    loginWithIdToken: ({ provider, ...input }) =>
      session.signIn(`/auth/providers/${encodeURIComponent(provider)}/id-token`, input),
    linkIdentity: (input) => request('POST', '/auth/identities', input),
    stepUpOptions: () => request('POST', '/auth/step-up/options'),
    requestStepUpCode: () => request('POST', '/auth/step-up/code'),
    async stepUp(proof) {
      if (!('passkeyOptions' in proof)) return request('POST', '/auth/step-up', proof);
      const asked = await use(proof.passkeyOptions);
      return asked.ok ? request('POST', '/auth/step-up', { passkey: asked.passkey }) : asked;
    },
    fetch: createTokenFetch(owned, `${base}/graphql`, session),
    request,
    subscribe: session.subscribe,
    logout: session.logout,
    accessToken: session.accessToken,
    loadUser: session.loadUser,
    close: session.close,
  };
}
