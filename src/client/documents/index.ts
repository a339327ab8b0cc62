/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from './typed-document-node.js';
/** The invitation that `acceptInvitation` accepts. */
export type AcceptInvitationInput = {
  /** The token in the link of the e-mail: 64 characters. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The passkey that the browser has made, for `addPasskey`. */
export type AddPasskeyInput = {
  /** The name of the passkey, for its user: 1 to 100 characters, not only white space, and no control characters. Without it, Gatehouse takes that of the password manager or the device. Example: "My phone". */
  name?: string | null | undefined;
  /** The response of `navigator.credentials.create`, as JSON: `credential.toJSON()` in a browser. Example: {id: "x1Yc0vqk7uDqT2m8sLr5Aw",rawId: "x1Yc0vqk7uDqT2m8sLr5Aw",type: "public-key",response: {clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiUzJsWOKApiIsIm9yaWdpbiI6Imh0dHBzOi8vaWQuZXhhbXBsZS5jb20ifQ",attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU",transports: ["internal","hybrid"]}}. */
  passkey: object;
};

/** The proof of who the user is, for `addPasskeyOptions`. */
export type AddPasskeyOptionsInput = {
  /** Whether the browser adds the passkey by itself, right after a login with the password: the page passes the options with `mediation: "conditional"`. Example: false. */
  conditional?: boolean | null | undefined;
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
};

/** The token, for `cancelDeletion`. */
export type CancelDeletionInput = {
  /** The token in the link of the e-mail: 64 characters. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The new address and the current password, for `changeEmail`. */
export type ChangeEmailInput = {
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
  /** The new e-mail address, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around it and keeps the rest as entered. Example: "ada@example.org". */
  email: string;
};

/** The current and the new password, for `changePassword`. */
export type ChangePasswordInput = {
  /** The current password of the account. Example: "correct horse battery". */
  currentPassword: string;
  /** Whether all API keys of the user are deleted, too. By default, they stay. Example: false. */
  keys?: boolean | null | undefined;
  /** The new password. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. Spaces count, also at both ends. Example: "a longer horse battery". */
  password: string;
  /** Which sessions end: by default, all others. Example: OTHERS. */
  sessions?: SessionsToEnd;
};

/** The token of a request, and what its e-mail contains, for `completeEmailLogin`. */
export type CompleteEmailLoginInput = {
  /** The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference. The client sends either the code or the link. Example: "402913". */
  code?: string | null | undefined;
  /** The token in the link of the e-mail: 64 characters. The client sends either the code or the link. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  link?: string | null | undefined;
  /** Where the response puts the refresh token. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn;
  /** The token that `requestEmailLogin` returned to this client. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The challenge of a login, and the second factor, for `completeLogin`. */
export type CompleteLoginInput = {
  /** A code of the authenticator app (6 digits), or a recovery code. White space makes no difference. The client sends either a code or a passkey. Example: "402913". */
  code?: string | null | undefined;
  /** The response of `navigator.credentials.get`, as JSON. The client sends either a code or a passkey. Example: {id: "x1Yc0vqk7uDqT2m8sLr5Aw",rawId: "x1Yc0vqk7uDqT2m8sLr5Aw",type: "public-key",response: {clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiUzJsWOKApiIsIm9yaWdpbiI6Imh0dHBzOi8vaWQuZXhhbXBsZS5jb20ifQ",authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",signature: "MEUCIQDx7qk3bXkG5uW1m9dQvJx2rT8o",userHandle: "AaH6_V1Hez6aUS8Mb32OkA"}}. */
  passkey?: object | null | undefined;
  /** The token of the challenge that the login returned. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The code of a login with a provider, and its verifier, for `completeProviderLogin`. */
export type CompleteProviderLoginInput = {
  /** The code with which the browser came back. It is valid once, for 60 seconds, or for 10 minutes if a name or the address is missing. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  code: string;
  /** The secret of the challenge: 43 to 128 letters, digits or `-._~` (RFC 7636, section 4.1). Example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk". */
  codeVerifier: string;
  /** The e-mail address of the user. Only if the provider names none. Example: "ada@example.com". */
  email?: string | null | undefined;
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Only if the provider names none. Example: "Ada". */
  firstName?: string | null | undefined;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Only if the provider names none. Example: "Lovelace". */
  lastName?: string | null | undefined;
  /** Where the response puts the refresh token. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn;
};

/** The token, or the address and the code, for `confirmEmailChange`. */
export type ConfirmEmailChangeInput = {
  /** The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference. Example: "402913". */
  code?: string | null | undefined;
  /** The e-mail address to which Gatehouse sent the code. Example: "ada@example.com". */
  email?: string | null | undefined;
  /** The token in the link of the e-mail: 64 characters. The client sends either the token, or `email` and `code`. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token?: string | null | undefined;
};

/** The token, or the address and the code, for `confirmEmail`. For a new account, also its password. */
export type ConfirmEmailInput = {
  /** The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference. Example: "402913". */
  code?: string | null | undefined;
  /** The e-mail address to which Gatehouse sent the code. Example: "ada@example.com". */
  email?: string | null | undefined;
  /** The password of the account that this creates. Required with `REGISTRATION=confirm`, because anyone can have sent the password of the registration. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. Spaces count, also at both ends. Example: "correct horse battery". */
  password?: string | null | undefined;
  /** The token in the link of the e-mail: 64 characters. The client sends either the token, or `email` and `code`. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token?: string | null | undefined;
};

/** A code of the authenticator app, for `confirmTotp`. */
export type ConfirmTotpInput = {
  /** A code that the authenticator app shows now: 6 digits. Example: "402913". */
  code: string;
};

/** The key that `createApiKey` creates. */
export type CreateApiKeyInput = {
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
  /** After how many days the key ends: 1 to `API_KEY_DAYS`, by default 90, or `API_KEY_DAYS` if that is less. Example: 90. */
  days?: number | null | undefined;
  /** The name of the key, for its user: 1 to 100 characters, not only white space, and no control characters. Example: "Nightly backup". */
  name: string;
  /** The id of an organization of the user, in whose name the program acts. The key ends with the membership. Without this field, none. Example: null. */
  organizationId?: string | number | null | undefined;
  /** The API of `RESOURCES` for which the key is. Without it, the key is for what takes the tokens of logins. Example: null. */
  resource?: string | null | undefined;
  /** The roles of the key: some that the user has. Without this field, none. Example: []. */
  roles?: Array<string> | null | undefined;
  /** The scopes of the resource. Without this field, its default scopes. Example: []. */
  scopes?: Array<string> | null | undefined;
};

/** The organization that `createOrganization` creates. */
export type CreateOrganizationInput = {
  /** The name, for people: 1 to 100 characters, not only white space, and no control characters. Example: "Example & Sons". */
  name: string;
  /** The short name in access tokens, which never changes: 2 to 40 of `a` to `z`, digits and `-`, a letter first, and no `-` at the end. Without it, made from the name. Example: "example-sons". */
  slug?: string | null | undefined;
};

/** The organization for which `createOrganizationToken` issues an access token. */
export type CreateOrganizationTokenInput = {
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  id: string | number;
};

/** The current password, for `deleteAccount`. */
export type DeleteAccountInput = {
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
};

/** The key that `deleteApiKey` deletes. */
export type DeleteApiKeyInput = {
  /** The id of the key: a UUID. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
};

/** The organization that `deleteOrganization` deletes. */
export type DeleteOrganizationInput = {
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  id: string | number;
};

/** The application that `disconnectApp` disconnects. */
export type DisconnectAppInput = {
  /** The client id of the application: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  clientId: string | number;
};

/** The current password, or the token of a challenge, for `enrollTotp`. */
export type EnrollTotpInput = {
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
  /** The token of a challenge without factors (setting `MFA=required`). The caller then needs no access token and no password. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token?: string | null | undefined;
};

/** The codes of all errors, in `error.code` of a payload and in `extensions.code` of `errors`. The REST API uses the same codes. */
export type ErrorCode =
  /** The proof is right, and an operator has disabled the account, or its user has deleted it. */
  | 'ACCOUNT_DISABLED'
  /** The state does not allow the change, or another request was faster. */
  | 'CONFLICT'
  /** The cursor of the revocations is too old, or of another installation. */
  | 'CURSOR_EXPIRED'
  /** The e-mail address is not verified, and a login needs that (`EMAIL_VERIFICATION=required`, or `MFA=required` and no second factor), or a change of factors or providers. Or a provider does not confirm the address of a new identity: the error has a `link`. */
  | 'EMAIL_NOT_VERIFIED'
  /** An account has this e-mail address, in this or another spelling. */
  | 'EMAIL_TAKEN'
  /** The caller may not do this. The client can correct: a form or the refresh cookie came from another origin, a super admin acts as the user, or an application calls what only its user can do. The operator decides: registration is closed, passkeys are off, the user is no super admin, or the network is not in `ADMIN_NETWORKS`. In a supergraph, the router has the wrong secret, or may not read a field. */
  | 'FORBIDDEN'
  /** An unexpected error, probably a bug. Only the log has the cause. */
  | 'INTERNAL'
  /** The e-mail address has no account, or the password is wrong. */
  | 'INVALID_CREDENTIALS'
  /** A link or code of an e-mail, a code of an authenticator app, a recovery code, a passkey, or the challenge of a login is unknown, wrong, used, expired, or for something else. */
  | 'INVALID_TOKEN'
  /** The identity is new, and an account has the address that the provider confirms. The error has a `link`. */
  | 'LINK_REQUIRED'
  /** The body is not one JSON object in UTF-8, or the request is not well-formed HTTP or GraphQL. */
  | 'MALFORMED_REQUEST'
  /** The path does not accept this method. */
  | 'METHOD_NOT_ALLOWED'
  /** The first step is right, and two-step sign-in is on, or the account must get a second factor. The error has a challenge: `mfa` (REST) or `challenge` (GraphQL). */
  | 'MFA_REQUIRED'
  /** The path, or what the request names, does not exist. The text says what. */
  | 'NOT_FOUND'
  /** The body is larger than 16 kB (REST API), 32 kB (`/graphql`) or 64 kB (`/admin/graphql`, `POST /admin/users/bulk` and `POST /admin/users/import`). */
  | 'PAYLOAD_TOO_LARGE'
  /** The person cancelled at the provider, or its answer is forged, too old, used, or of another browser. */
  | 'PROVIDER_REJECTED'
  /** A rate limit was reached: `limit` names it. */
  | 'RATE_LIMITED'
  /** The service is overloaded, starting or stopping, or its database is unavailable. */
  | 'SERVICE_UNAVAILABLE'
  /** The user last proved who they are too long ago, or not strongly enough. */
  | 'STEP_UP_REQUIRED'
  /** A token is missing, malformed, expired or revoked, or was not issued here. The text says which. */
  | 'UNAUTHENTICATED'
  /** The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** A field breaks its rule. In GraphQL also: the document does not fit the schema, or exceeds a limit. */
  | 'VALIDATION_FAILED';

/** The key for which `exchangeApiKey` issues an access token. */
export type ExchangeApiKeyInput = {
  /** The API key. Example: "gate_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3Ab4Cd5Ef6". */
  key: string;
};

/** What a user can use as a second factor. */
export type Factor =
  /** A passkey. */
  | 'PASSKEY'
  /** A recovery code. It stands for a lost second factor, once. */
  | 'RECOVERY_CODE'
  /** A code of an authenticator app. */
  | 'TOTP';

/** Whom `inviteMember` invites. */
export type InviteMemberInput = {
  /** The e-mail address of the person. Example: "grace@example.com". */
  email: string;
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  organizationId: string | number;
  /** 1 to 5 roles: `owner`, `admin`, `member`, or one of `ORGANIZATION_ROLES`. Example: ["member"]. */
  roles: Array<string>;
};

/** What shows the account at a provider, and who asks, for `linkIdentity`. */
export type LinkIdentityInput = {
  /** The code with which the browser came back. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  code?: string | null | undefined;
  /** The secret of the challenge: 43 to 128 letters, digits or `-._~` (RFC 7636, section 4.1). Example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk". */
  codeVerifier?: string | null | undefined;
  /** The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out. Example: "correct horse battery". */
  currentPassword?: string | null | undefined;
  /** The ID token: at most 12000 characters. Example: "header.payload.signature". */
  idToken?: string | null | undefined;
  /** What the application has given to the provider as `nonce`: at most 4096 characters. Example: "n-0S6_WzA2Mj". */
  nonce?: string | null | undefined;
  /** The provider of the ID token. Example: "google". */
  provider?: string | null | undefined;
  /** The token of a `link`. The client sends the token, a code with its verifier, or an ID token with its provider and nonce. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token?: string | null | undefined;
};

/** The language of e-mails. */
export type Locale =
  /** German. */
  | 'DE'
  /** English. */
  | 'EN'
  /** Spanish. */
  | 'ES'
  /** French. */
  | 'FR';

/** The credentials of an account, for `login`. */
export type LoginInput = {
  /** A code of the authenticator app (6 digits), or a recovery code. Without it, a login with two-step sign-in returns `MFA_REQUIRED`. White space makes no difference. Example: "402913". */
  code?: string | null | undefined;
  /** The e-mail address of the account. Upper and lower case make no difference. Example: "ada@example.com". */
  email: string;
  /** The password of the account. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. After an import, it can be shorter than a new one (`LOGIN_PASSWORD_RULE`). Example: "correct horse battery". */
  password: string;
  /** Where the response puts the refresh token. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn;
};

/** The ID token of a provider, for `loginWithIdToken`. */
export type LoginWithIdTokenInput = {
  /** The e-mail address of the user. Only if the provider names none. Example: "ada@example.com". */
  email?: string | null | undefined;
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Only if the provider names none. Example: "Ada". */
  firstName?: string | null | undefined;
  /** The ID token: at most 12000 characters. Example: "header.payload.signature". */
  idToken: string;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Only if the provider names none. Example: "Lovelace". */
  lastName?: string | null | undefined;
  /** What the application has given to the provider as `nonce`: at most 4096 characters. Example: "n-0S6_WzA2Mj". */
  nonce: string;
  /** The id of the provider, from `loginProviders`. Example: "google". */
  provider: string;
  /** Where the response puts the refresh token. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn;
};

/** The response of a browser, for `loginWithPasskey`. */
export type LoginWithPasskeyInput = {
  /** The response of `navigator.credentials.get`, as JSON: `credential.toJSON()` in a browser. Example: {id: "x1Yc0vqk7uDqT2m8sLr5Aw",rawId: "x1Yc0vqk7uDqT2m8sLr5Aw",type: "public-key",response: {clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiUzJsWOKApiIsIm9yaWdpbiI6Imh0dHBzOi8vaWQuZXhhbXBsZS5jb20ifQ",authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",signature: "MEUCIQDx7qk3bXkG5uW1m9dQvJx2rT8o",userHandle: "AaH6_V1Hez6aUS8Mb32OkA"}}. */
  passkey: object;
  /** Where the response puts the refresh token. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn;
};

/** What `logout` ends. */
export type LogoutInput = {
  /** Whether all API keys of the user are deleted, too. By default, they stay. Example: false. */
  keys?: boolean | null | undefined;
  /** The refresh token of the session, for a client that has no valid access token and no refresh cookie. It is not used up. Example: "UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw". */
  refreshToken?: string | null | undefined;
  /** Which sessions end. Example: OTHERS. */
  sessions?: SessionsToEnd;
};

/** The rate limits. The error RATE_LIMITED names the limit that the request reached. */
export type RateLimit =
  /** The limit is per super admin or service. It counts: Each operation of the administration API. */
  | 'ADMIN'
  /** The limit is per network. It counts: Each sign-in that an application starts. */
  | 'AUTHORIZE_NETWORK'
  /** The limit is per account. It counts: Each change that a signed-in user asks for, also if it is rejected, and each step-up and export. Ending sessions does not count. */
  | 'CHANGE_ACCOUNT'
  /** The limit is per client. It counts: Each failed authentication with this client id. The right secret passes. */
  | 'CLIENT_FAILURES'
  /** The limit is per network. It counts: Each document of a client that is fetched (`CLIENT_METADATA`). One that is in memory counts nothing. */
  | 'CLIENT_METADATA_NETWORK'
  /** The limit is per network. It counts: Each failed authentication of an OAuth client. The right secret passes. */
  | 'CLIENT_NETWORK'
  /** The limit is per installation. It counts: Each wrong code of a mail. Known networks have a count of their own. Links still work when the limit is reached. */
  | 'CODE_GLOBAL'
  /** The limit is per network. It counts: Each wrong code of a mail. Links still work when the limit is reached. */
  | 'CODE_NETWORK'
  /** The limit is per network. It counts: Each wrong code that somebody types at `/device`. The account of the person has the same limit. */
  | 'DEVICE_CODE'
  /** The limit is per network. It counts: Each sign-in that a device starts. */
  | 'DEVICE_NETWORK'
  /** The limit is per network. It counts: Each GraphQL request with `_entities` and a wrong access token. A right one passes. */
  | 'ENTITIES_NETWORK'
  /** The limit is per installation. It counts: Each failed login and each registration. */
  | 'GLOBAL'
  /** The limit is per account. It counts: Each invitation that an owner or an admin of an organization sends. */
  | 'INVITATION_ACCOUNT'
  /** The limit is per organization. It counts: Each invitation of an organization. */
  | 'INVITATION_ORGANIZATION'
  /** The limit is per network. It counts: Each wrong or ended API key with a right checksum, except at `/auth/verify`. The right key passes. */
  | 'KEY_NETWORK'
  /** The limit is per account. It counts: Each failed login. After the count, a back-off begins: each attempt waits longer, 1 s, 2 s, 4 s, up to the seconds of the limit. A success, or 15 minutes without an attempt, resets it. */
  | 'LOGIN_ACCOUNT'
  /** The limit is per account. It counts: Each failed login from an unknown network. After the count, these networks share one attempt in the seconds of the limit. A success from such a network, or 30 days without a failure, resets it. */
  | 'LOGIN_FAILURES'
  /** The limit is per network. It counts: Each failed login. */
  | 'LOGIN_NETWORK'
  /** The limit is per e-mail address and kind of mail. It counts: Each mail that a user or a super admin asks for, also without an account. A registration after the limit sends no mail, and notices are joined. For codes to sign in, each known network of the user has its own count, also of `MAIL_ADDRESS_PAUSE`. */
  | 'MAIL_ADDRESS'
  /** The limit is per e-mail address and kind of mail. It counts: Each mail that a user asks for. A further request succeeds and sends no mail; one for a code to sign in is rejected. */
  | 'MAIL_ADDRESS_PAUSE'
  /** The limit is per installation and kind of mail. It counts: Each mail that a user asks for, also without an account. Known networks neither count nor are limited. */
  | 'MAIL_GLOBAL'
  /** The limit is per network. It counts: Each request that sends a mail. */
  | 'MAIL_NETWORK'
  /** The limit is per account. It counts: Each wrong code or passkey of a second factor, with the back-off of `LOGIN_ACCOUNT`. Only a right second factor, or 15 minutes without an attempt, resets it. Each network from which the user has shown a second factor has a count of its own. */
  | 'MFA_ACCOUNT'
  /** The limit is per account. It counts: As `MFA_ACCOUNT`, but after the count, one attempt passes in the seconds of the limit. Only a right second factor, or 30 days without a failure, resets it. */
  | 'MFA_FAILURES'
  /** The limit is per network. It counts: Each failed sign-in without a password: with a passkey, a provider, a mail, or the token of a started login. What is right passes. */
  | 'PASSWORDLESS_NETWORK'
  /** The limit is per network. It counts: Each start of a sign-in with a provider. */
  | 'PROVIDER_NETWORK'
  /** The limit is per network. It counts: Each wrong refresh token. A right one passes. */
  | 'REFRESH_NETWORK'
  /** The limit is per network. It counts: Each registration with valid fields, also if the e-mail address is taken. */
  | 'REGISTER_NETWORK'
  /** The limit is per network. It counts: Each wrong link of a mail. A right one passes. */
  | 'RESET_NETWORK'
  /** The limit is per network. It counts: Each wrong code and refresh token of a public client. A right one passes. A client with a secret has no limit. */
  | 'TOKEN_NETWORK';

/** The refresh token that `refresh` exchanges. */
export type RefreshInput = {
  /** The last refresh token. Without this field, Gatehouse reads the cookie. Example: "UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw". */
  refreshToken?: string | null | undefined;
  /** Where the response puts the next refresh token: by default, where the current one was. A token from the cookie can only be returned in the cookie. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn | null | undefined;
};

/** Where a response puts the refresh token. */
export type RefreshTokenIn =
  /** In the response body, for an application that can store a secret. */
  | 'BODY'
  /** In an HttpOnly cookie, for a browser application. */
  | 'COOKIE';

/** The person whom `registerByInvitation` creates an account for. */
export type RegisterByInvitationInput = {
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Grace". */
  firstName: string;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Hopper". */
  lastName: string;
  /** The password of the account. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. Spaces count, also at both ends. Example: "correct horse battery". */
  password: string;
  /** The token in the link of the e-mail: 64 characters. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The account that `register` creates. */
export type RegisterInput = {
  /** The e-mail address of the new account, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around it and keeps the rest as entered. Addresses that differ only in upper and lower case are the same. Example: "ada@example.com". */
  email: string;
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Ada". */
  firstName: string;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Lovelace". */
  lastName: string;
  /** The password of the new account. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. Spaces count, also at both ends. Passwords that attackers try first can be rejected. Example: "correct horse battery". */
  password: string;
  /** The phone number of the user, in any format: at most 32 characters, no control characters. It is not checked, and returned exactly as sent. Example: "+44 20 7946 0958". */
  tel?: string | null | undefined;
};

/** The passkey that `removePasskey` removes. */
export type RemovePasskeyInput = {
  /** The id of the passkey: a UUID from the list of second factors. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
};

/** A passkey and its new name, for `renamePasskey`. */
export type RenamePasskeyInput = {
  /** The id of the passkey: a UUID from the list of second factors. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
  /** The new name: 1 to 100 characters, not only white space, and no control characters. Example: "My old phone". */
  name: string;
};

/** The address that `requestEmailLogin` sends an e-mail to. */
export type RequestEmailLoginInput = {
  /** The e-mail address of the account. Upper and lower case make no difference. Example: "ada@example.com". */
  email: string;
  /** The token of a `link` that came with `LINK_REQUIRED`: the mail then also connects the provider. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  linkToken?: string | null | undefined;
};

/** The address that `requestPasswordReset` sends an e-mail to. */
export type RequestPasswordResetInput = {
  /** The e-mail address of the account. Upper and lower case make no difference. Example: "ada@example.com". */
  email: string;
};

/** The proof that the user received the e-mail, and the new password, for `resetPassword`. */
export type ResetPasswordInput = {
  /** The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference. Example: "402913". */
  code?: string | null | undefined;
  /** The e-mail address to which Gatehouse sent the code. Example: "ada@example.com". */
  email?: string | null | undefined;
  /** The new password. More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization. Spaces count, also at both ends. Example: "correct horse battery". */
  password: string;
  /** The token in the link of the e-mail: 64 characters. The client sends either the token, or `email` and `code`. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token?: string | null | undefined;
};

/** The session that `revokeSession` ends. */
export type RevokeSessionInput = {
  /** The id of the session to end: a UUID from the list of sessions. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
};

/** The address that `sendEmailVerification` sends an e-mail to. */
export type SendEmailVerificationInput = {
  /** The e-mail address to verify. Upper and lower case make no difference. Example: "ada@example.com". */
  email: string;
};

/** Why a session has ended. */
export type SessionEnd =
  /** The account was deleted. */
  | 'ACCOUNT_DELETED'
  /** The application of the session was disconnected. */
  | 'APP_DISCONNECTED'
  /** An operator took rights from the OAuth client of the session. */
  | 'CLIENT_CHANGED'
  /** An operator disabled or deleted the OAuth client of the session. */
  | 'CLIENT_DISABLED'
  /** An application sent an authorization code twice. */
  | 'CODE_REUSE'
  /** The user changed the e-mail address. */
  | 'EMAIL_CHANGED'
  /** A super admin changed the e-mail address. */
  | 'EMAIL_CHANGED_BY_OPERATOR'
  /** The user restored the old e-mail address with its link. */
  | 'EMAIL_CHANGE_UNDONE'
  /** The e-mail address was verified for the first time: with a code to sign in, or the password alone had not opened this session. */
  | 'EMAIL_VERIFIED'
  /** An operator ended the session, or all sessions of the account. */
  | 'ENDED_BY_OPERATOR'
  /** The session was not used for too long, or reached the end of its lifetime. */
  | 'EXPIRED'
  /** The second factors of the account were changed. */
  | 'FACTORS_CHANGED'
  /** A provider was disconnected from the account. */
  | 'IDENTITIES_CHANGED'
  /** A super admin stopped acting as the user. */
  | 'IMPERSONATION_ENDED'
  /** The user logged out. */
  | 'LOGOUT'
  /** The user changed the password. */
  | 'PASSWORD_CHANGED'
  /** The user reset the password. */
  | 'PASSWORD_RESET'
  /** A used refresh token was sent again. */
  | 'REFRESH_TOKEN_REUSE'
  /** A backup was restored, and `gatehouse after-restore` ended all sessions. */
  | 'RESTORED'
  /** An OAuth client revoked a token of the session. */
  | 'REVOKED_BY_CLIENT'
  /** The user ended the session from another session. */
  | 'REVOKED_BY_USER'
  /** A further login reached SESSIONS_PER_ACCOUNT. This was the least recently used session. */
  | 'TOO_MANY_SESSIONS'
  /** An operator disabled the account. */
  | 'USER_DISABLED';

/** Which sessions a logout ends. */
export type SessionsToEnd =
  /** All sessions of the user. */
  | 'ALL'
  /** The session of this request. */
  | 'CURRENT'
  /** All other sessions of the user. */
  | 'OTHERS';

/** The member whose roles `setMember` sets, or whom it removes. */
export type SetMemberInput = {
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  organizationId: string | number;
  /** The roles of the member, at most 5: `owner`, `admin`, `member`, or one of `ORGANIZATION_ROLES`. Without any, the member is removed. Example: ["admin"]. */
  roles: Array<string>;
  /** The id of the user: a UUID. Example: "01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90". */
  userId: string | number;
};

/** Whether two-step sign-in is on, for `setTwoStep`. */
export type SetTwoStepInput = {
  /** Whether a login with the password needs a second factor, too. Example: true. */
  enabled: boolean;
};

/** The provider, and where the browser comes back to, for `startProviderLogin`. */
export type StartProviderLoginInput = {
  /** The SHA-256 hash of the code verifier in base64url: 43 characters (RFC 7636, section 4.2, `S256`). Example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM". */
  codeChallenge: string;
  /** The address or name that the provider suggests. Example: "ada@example.com". */
  loginHint?: string | null | undefined;
  /** The id of the provider, from `loginProviders`. Example: "google". */
  provider: string;
  /** Where the browser comes back to: an address in `REDIRECT_URIS`. Example: "https://app.example.com/callback". */
  returnTo: string;
};

/** What the user proves again, for `stepUp`. */
export type StepUpInput = {
  /** A code of the authenticator app (6 digits), or a recovery code. White space makes no difference. The client sends exactly one proof. Example: "402913". */
  code?: string | null | undefined;
  /** The code of the e-mail: 6 digits. Only with the token of its request. Example: "402913". */
  emailCode?: string | null | undefined;
  /** The token that `requestStepUpCode` or `requestEmailLogin` returned to this client. Only if `stepUpOptions` names `email`. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  emailToken?: string | null | undefined;
  /** The response of `navigator.credentials.get`, as JSON. The client sends exactly one proof. Example: {id: "x1Yc0vqk7uDqT2m8sLr5Aw",rawId: "x1Yc0vqk7uDqT2m8sLr5Aw",type: "public-key",response: {clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiUzJsWOKApiIsIm9yaWdpbiI6Imh0dHBzOi8vaWQuZXhhbXBsZS5jb20ifQ",authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",signature: "MEUCIQDx7qk3bXkG5uW1m9dQvJx2rT8o",userHandle: "AaH6_V1Hez6aUS8Mb32OkA"}}. */
  passkey?: object | null | undefined;
  /** The current password, while two-step sign-in is off. The client sends exactly one proof. Example: "correct horse battery". */
  password?: string | null | undefined;
};

/** The token, for `undoEmailChange`. */
export type UndoEmailChangeInput = {
  /** The token in the link of the e-mail to the old address: 64 characters. Example: "nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE". */
  token: string;
};

/** The identity that `unlinkIdentity` removes. */
export type UnlinkIdentityInput = {
  /** The id of the identity: a UUID. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
};

/** What `updateOrganization` changes. */
export type UpdateOrganizationInput = {
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  id: string | number;
  /** The name, for people: 1 to 100 characters, not only white space, and no control characters. Example: "Example & Sons". */
  name: string;
};

/** The fields that `updateProfile` changes. */
export type UpdateProfileInput = {
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Ada". */
  firstName?: string | null | undefined;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "King". */
  lastName?: string | null | undefined;
  /** The language of the e-mails to the user. With null, the language of each request is used. Example: DE. */
  locale?: Locale | null | undefined;
  /** The phone number of the user, in any format: at most 32 characters, no control characters. Null removes the number. A new number is not verified. Example: "+44 20 7946 0958". */
  tel?: string | null | undefined;
};

/** The invitation that `withdrawInvitation` withdraws. */
export type WithdrawInvitationInput = {
  /** The id of the invitation: a UUID. Example: "01a20e51-1b2c-7e4f-8a6b-7c8d9e0f1a2b". */
  invitationId: string | number;
  /** The id of the organization: a UUID. Example: "01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de". */
  organizationId: string | number;
};

export type OrganizationSummaryFieldsFragment = { id: string, slug: string, name: string };

export type ApiKeyFieldsFragment = { id: string, name: string, lastCharacters: string, resource: string | null, scopes: Array<string>, roles: Array<string>, createdTs: string, expiresTs: string, lastUsedTs: string | null, lastUsedIp: string | null, organization: { id: string, slug: string, name: string } | null };

export type PasskeyFieldsFragment = { id: string, credentialId: string, name: string, backedUp: boolean, automatic: boolean, createdTs: string, lastUsedTs: string | null };

export type IdentityFieldsFragment = { id: string, provider: string, email: string | null, createdTs: string, lastUsedTs: string | null };

export type UserFieldsFragment = { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null };

export type InvitationFieldsFragment = { id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string };

export type OrganizationFieldsFragment = { id: string, slug: string, name: string, roles: Array<string>, createdTs: string, invitations: Array<{ id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string }> | null };

export type PageInfoFieldsFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type ProblemFieldsFragment = { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> };

export type ChallengeFieldsFragment = { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number };

export type LinkFieldsFragment = { token: string, provider: string, email: string, mailed: boolean, expiresIn: number };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { apiKeys: Array<{ id: string, name: string, lastCharacters: string, resource: string | null, scopes: Array<string>, roles: Array<string>, createdTs: string, expiresTs: string, lastUsedTs: string | null, lastUsedIp: string | null, organization: { id: string, slug: string, name: string } | null }> | null };

export type ConnectedAppsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConnectedAppsQuery = { connectedApps: Array<{ id: string, name: string, host: string | null, firstParty: boolean, scopes: Array<string>, resources: Array<string>, connectedTs: string, lastUsedTs: string | null }> | null };

export type EmailChangeQueryVariables = Exact<{ [key: string]: never; }>;


export type EmailChangeQuery = { emailChange: { email: string, confirmed: boolean, needsApproval: boolean, approved: boolean, createdTs: string, expiresTs: string } | null };

export type ExportMyDataQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportMyDataQuery = { exportMyData: object | null };

export type FactorsQueryVariables = Exact<{ [key: string]: never; }>;


export type FactorsQuery = { factors: { twoStep: boolean, totp: boolean, recoveryCodes: number, passkeys: Array<{ id: string, credentialId: string, name: string, backedUp: boolean, automatic: boolean, createdTs: string, lastUsedTs: string | null }> } | null };

export type IdentitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type IdentitiesQuery = { identities: Array<{ id: string, provider: string, email: string | null, createdTs: string, lastUsedTs: string | null }> | null };

export type LoginProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type LoginProvidersQuery = { loginProviders: Array<{ id: string, label: string, acceptsIdToken: boolean }> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null };

export type OrganizationQueryVariables = Exact<{
  id: string | number;
}>;


export type OrganizationQuery = { organization: { id: string, slug: string, name: string, roles: Array<string>, createdTs: string, invitations: Array<{ id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string }> | null } | null };

export type OrganizationMembersQueryVariables = Exact<{
  after?: string | null | undefined;
  first?: number | null | undefined;
  id: string | number;
}>;


export type OrganizationMembersQuery = { organizationMembers: { edges: Array<{ cursor: string, node: { userId: string, firstName: string, lastName: string, email: string | null, roles: Array<string>, createdTs: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type OrganizationsQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationsQuery = { organizations: Array<{ roles: Array<string>, createdTs: string, organization: { id: string, slug: string, name: string } }> | null };

export type ProtectedResourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ProtectedResourcesQuery = { protectedResources: Array<{ id: string, name: string, scopes: Array<{ name: string, text: string }> }> };

export type ReadyQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadyQuery = { ready: boolean };

export type SessionsQueryVariables = Exact<{
  after?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type SessionsQuery = { sessions: { edges: Array<{ cursor: string, node: { id: string, current: boolean, createdTs: string, lastUsedTs: string, expiresTs: string, userAgent: string | null, ip: string | null, impersonated: boolean, clientName: string | null } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type AcceptInvitationMutationVariables = Exact<{
  input: AcceptInvitationInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, slug: string, name: string, roles: Array<string>, createdTs: string, invitations: Array<{ id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string }> | null } | null } | null };

export type AddPasskeyMutationVariables = Exact<{
  input: AddPasskeyInput;
}>;


export type AddPasskeyMutation = { addPasskey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, recoveryCodes: Array<string>, passkey: { id: string, credentialId: string, name: string, backedUp: boolean, automatic: boolean, createdTs: string, lastUsedTs: string | null } } | null } | null };

export type AddPasskeyOptionsMutationVariables = Exact<{
  input: AddPasskeyOptionsInput;
}>;


export type AddPasskeyOptionsMutation = { addPasskeyOptions: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { options: object, expiresIn: number } | null } | null };

export type CancelDeletionMutationVariables = Exact<{
  input: CancelDeletionInput;
}>;


export type CancelDeletionMutation = { cancelDeletion: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } };

export type CancelEmailChangeMutationVariables = Exact<{ [key: string]: never; }>;


export type CancelEmailChangeMutation = { cancelEmailChange: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type ChangeEmailMutationVariables = Exact<{
  input: ChangeEmailInput;
}>;


export type ChangeEmailMutation = { changeEmail: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { ended: number } | null } | null };

export type CompleteEmailLoginMutationVariables = Exact<{
  input: CompleteEmailLoginInput;
}>;


export type CompleteEmailLoginMutation = { completeEmailLogin: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type CompleteLoginMutationVariables = Exact<{
  input: CompleteLoginInput;
}>;


export type CompleteLoginMutation = { completeLogin: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type CompleteProviderLoginMutationVariables = Exact<{
  input: CompleteProviderLoginInput;
}>;


export type CompleteProviderLoginMutation = { completeProviderLogin: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type ConfirmEmailMutationVariables = Exact<{
  input: ConfirmEmailInput;
}>;


export type ConfirmEmailMutation = { confirmEmail: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null } };

export type ConfirmEmailChangeMutationVariables = Exact<{
  input: ConfirmEmailChangeInput;
}>;


export type ConfirmEmailChangeMutation = { confirmEmailChange: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } };

export type ConfirmTotpMutationVariables = Exact<{
  input: ConfirmTotpInput;
}>;


export type ConfirmTotpMutation = { confirmTotp: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, recoveryCodes: Array<string> } | null } | null };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { key: string, apiKey: { id: string, name: string, lastCharacters: string, resource: string | null, scopes: Array<string>, roles: Array<string>, createdTs: string, expiresTs: string, lastUsedTs: string | null, lastUsedIp: string | null, organization: { id: string, slug: string, name: string } | null } } | null } | null };

export type CreateOrganizationMutationVariables = Exact<{
  input: CreateOrganizationInput;
}>;


export type CreateOrganizationMutation = { createOrganization: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, slug: string, name: string, roles: Array<string>, createdTs: string, invitations: Array<{ id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string }> | null } | null } | null };

export type CreateOrganizationTokenMutationVariables = Exact<{
  input: CreateOrganizationTokenInput;
}>;


export type CreateOrganizationTokenMutation = { createOrganizationToken: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, expiresIn: number, roles: Array<string> } | null } | null };

export type DeleteAccountMutationVariables = Exact<{
  input: DeleteAccountInput;
}>;


export type DeleteAccountMutation = { deleteAccount: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { erasureTs: string } | null } | null };

export type DeleteApiKeyMutationVariables = Exact<{
  input: DeleteApiKeyInput;
}>;


export type DeleteApiKeyMutation = { deleteApiKey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type DeleteOrganizationMutationVariables = Exact<{
  input: DeleteOrganizationInput;
}>;


export type DeleteOrganizationMutation = { deleteOrganization: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type DisconnectAppMutationVariables = Exact<{
  input: DisconnectAppInput;
}>;


export type DisconnectAppMutation = { disconnectApp: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type EnrollTotpMutationVariables = Exact<{
  input: EnrollTotpInput;
}>;


export type EnrollTotpMutation = { enrollTotp: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { secret: string, uri: string } | null } | null };

export type ExchangeApiKeyMutationVariables = Exact<{
  input: ExchangeApiKeyInput;
}>;


export type ExchangeApiKeyMutation = { exchangeApiKey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, expiresIn: number } | null } };

export type InviteMemberMutationVariables = Exact<{
  input: InviteMemberInput;
}>;


export type InviteMemberMutation = { inviteMember: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string } | null } | null };

export type LinkIdentityMutationVariables = Exact<{
  input: LinkIdentityInput;
}>;


export type LinkIdentityMutation = { linkIdentity: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, provider: string, email: string | null, createdTs: string, lastUsedTs: string | null } | null } | null };

export type LoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type LoginMutation = { login: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type LoginWithIdTokenMutationVariables = Exact<{
  input: LoginWithIdTokenInput;
}>;


export type LoginWithIdTokenMutation = { loginWithIdToken: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type LoginWithPasskeyMutationVariables = Exact<{
  input: LoginWithPasskeyInput;
}>;


export type LoginWithPasskeyMutation = { loginWithPasskey: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null, challenge: { token: string, factors: Array<Factor>, passkeyOptions: object | null, expiresIn: number } | null, link: { token: string, provider: string, email: string, mailed: boolean, expiresIn: number } | null } };

export type LogoutMutationVariables = Exact<{
  input?: LogoutInput | null | undefined;
}>;


export type LogoutMutation = { logout: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { ended: number } | null } | null };

export type PasskeyLoginOptionsMutationVariables = Exact<{ [key: string]: never; }>;


export type PasskeyLoginOptionsMutation = { passkeyLoginOptions: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { options: object, expiresIn: number } | null } };

export type RefreshMutationVariables = Exact<{
  input: RefreshInput;
}>;


export type RefreshMutation = { refresh: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number } | null } };

export type RegenerateRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RegenerateRecoveryCodesMutation = { regenerateRecoveryCodes: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { recoveryCodes: Array<string> } | null } | null };

export type RegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type RegisterMutation = { register: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null } };

export type RegisterByInvitationMutationVariables = Exact<{
  input: RegisterByInvitationInput;
}>;


export type RegisterByInvitationMutation = { registerByInvitation: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null } };

export type RemovePasskeyMutationVariables = Exact<{
  input: RemovePasskeyInput;
}>;


export type RemovePasskeyMutation = { removePasskey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type RemoveTotpMutationVariables = Exact<{ [key: string]: never; }>;


export type RemoveTotpMutation = { removeTotp: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type RenamePasskeyMutationVariables = Exact<{
  input: RenamePasskeyInput;
}>;


export type RenamePasskeyMutation = { renamePasskey: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, credentialId: string, name: string, backedUp: boolean, automatic: boolean, createdTs: string, lastUsedTs: string | null } | null } | null };

export type RequestEmailLoginMutationVariables = Exact<{
  input: RequestEmailLoginInput;
}>;


export type RequestEmailLoginMutation = { requestEmailLogin: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { token: string, expiresIn: number } | null } };

export type RequestPasswordResetMutationVariables = Exact<{
  input: RequestPasswordResetInput;
}>;


export type RequestPasswordResetMutation = { requestPasswordReset: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } };

export type RequestStepUpCodeMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestStepUpCodeMutation = { requestStepUpCode: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { token: string, expiresIn: number } | null } | null };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { resetPassword: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { ended: number } | null } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type SendEmailVerificationMutationVariables = Exact<{
  input: SendEmailVerificationInput;
}>;


export type SendEmailVerificationMutation = { sendEmailVerification: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } };

export type SetMemberMutationVariables = Exact<{
  input: SetMemberInput;
}>;


export type SetMemberMutation = { setMember: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type SetTwoStepMutationVariables = Exact<{
  input: SetTwoStepInput;
}>;


export type SetTwoStepMutation = { setTwoStep: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { recoveryCodes: Array<string> } | null } | null };

export type StartProviderLoginMutationVariables = Exact<{
  input: StartProviderLoginInput;
}>;


export type StartProviderLoginMutation = { startProviderLogin: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { url: string, expiresIn: number } | null } };

export type StepUpMutationVariables = Exact<{
  input: StepUpInput;
}>;


export type StepUpMutation = { stepUp: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number } | null } | null };

export type StepUpOptionsMutationVariables = Exact<{ [key: string]: never; }>;


export type StepUpOptionsMutation = { stepUpOptions: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { password: boolean, email: boolean, factors: Array<Factor>, passkeyOptions: object | null } | null } | null };

export type UndoEmailChangeMutationVariables = Exact<{
  input: UndoEmailChangeInput;
}>;


export type UndoEmailChangeMutation = { undoEmailChange: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } };

export type UnlinkIdentityMutationVariables = Exact<{
  input: UnlinkIdentityInput;
}>;


export type UnlinkIdentityMutation = { unlinkIdentity: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type UpdateOrganizationMutationVariables = Exact<{
  input: UpdateOrganizationInput;
}>;


export type UpdateOrganizationMutation = { updateOrganization: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, slug: string, name: string, roles: Array<string>, createdTs: string, invitations: Array<{ id: string, email: string, roles: Array<string>, createdTs: string, expiresTs: string }> | null } | null } | null };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
}>;


export type UpdateProfileMutation = { updateProfile: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, roles: Array<string>, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null } | null };

export type WithdrawInvitationMutationVariables = Exact<{
  input: WithdrawInvitationInput;
}>;


export type WithdrawInvitationMutation = { withdrawInvitation: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, attemptsLeft: number | null, limit: RateLimit | null, sessionEnd: SessionEnd | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export const OrganizationSummaryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationSummaryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrganizationSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<OrganizationSummaryFieldsFragment, unknown>;
export const ApiKeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"lastCharacters"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationSummaryFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedIp"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationSummaryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrganizationSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<ApiKeyFieldsFragment, unknown>;
export const PasskeyFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Passkey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"backedUp"}},{"kind":"Field","name":{"kind":"Name","value":"automatic"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<PasskeyFieldsFragment, unknown>;
export const IdentityFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IdentityFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Identity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<IdentityFieldsFragment, unknown>;
export const UserFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<UserFieldsFragment, unknown>;
export const InvitationFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}}]} as unknown as DocumentNode<InvitationFieldsFragment, unknown>;
export const OrganizationFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Organization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}}]} as unknown as DocumentNode<OrganizationFieldsFragment, unknown>;
export const PageInfoFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfoFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<PageInfoFieldsFragment, unknown>;
export const ProblemFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ProblemFieldsFragment, unknown>;
export const ChallengeFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<ChallengeFieldsFragment, unknown>;
export const LinkFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<LinkFieldsFragment, unknown>;
export const ApiKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApiKeyFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationSummaryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrganizationSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"lastCharacters"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationSummaryFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedIp"}}]}}]} as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const ConnectedAppsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConnectedApps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectedApps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"firstParty"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"resources"}},{"kind":"Field","name":{"kind":"Name","value":"connectedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]}}]} as unknown as DocumentNode<ConnectedAppsQuery, ConnectedAppsQueryVariables>;
export const EmailChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EmailChange"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emailChange"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"confirmed"}},{"kind":"Field","name":{"kind":"Name","value":"needsApproval"}},{"kind":"Field","name":{"kind":"Name","value":"approved"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}}]}}]} as unknown as DocumentNode<EmailChangeQuery, EmailChangeQueryVariables>;
export const ExportMyDataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportMyData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportMyData"}}]}}]} as unknown as DocumentNode<ExportMyDataQuery, ExportMyDataQueryVariables>;
export const FactorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Factors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"factors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"twoStep"}},{"kind":"Field","name":{"kind":"Name","value":"totp"}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Passkey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"backedUp"}},{"kind":"Field","name":{"kind":"Name","value":"automatic"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<FactorsQuery, FactorsQueryVariables>;
export const IdentitiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Identities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"IdentityFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IdentityFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Identity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<IdentitiesQuery, IdentitiesQueryVariables>;
export const LoginProvidersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LoginProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"loginProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"acceptsIdToken"}}]}}]}}]} as unknown as DocumentNode<LoginProvidersQuery, LoginProvidersQueryVariables>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const OrganizationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Organization"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organization"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Organization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}}]} as unknown as DocumentNode<OrganizationQuery, OrganizationQueryVariables>;
export const OrganizationMembersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OrganizationMembers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organizationMembers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfoFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfoFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<OrganizationMembersQuery, OrganizationMembersQueryVariables>;
export const OrganizationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Organizations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organizations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationSummaryFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationSummaryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrganizationSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<OrganizationsQuery, OrganizationsQueryVariables>;
export const ProtectedResourcesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ProtectedResources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"protectedResources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}}]} as unknown as DocumentNode<ProtectedResourcesQuery, ProtectedResourcesQueryVariables>;
export const ReadyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ready"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ready"}}]}}]} as unknown as DocumentNode<ReadyQuery, ReadyQueryVariables>;
export const SessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"impersonated"}},{"kind":"Field","name":{"kind":"Name","value":"clientName"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfoFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfoFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<SessionsQuery, SessionsQueryVariables>;
export const AcceptInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcceptInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AcceptInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Organization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}}]} as unknown as DocumentNode<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const AddPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddPasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddPasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addPasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passkey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Passkey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"backedUp"}},{"kind":"Field","name":{"kind":"Name","value":"automatic"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<AddPasskeyMutation, AddPasskeyMutationVariables>;
export const AddPasskeyOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddPasskeyOptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddPasskeyOptionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addPasskeyOptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<AddPasskeyOptionsMutation, AddPasskeyOptionsMutationVariables>;
export const CancelDeletionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelDeletion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelDeletionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelDeletion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<CancelDeletionMutation, CancelDeletionMutationVariables>;
export const CancelEmailChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelEmailChange"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelEmailChange"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<CancelEmailChangeMutation, CancelEmailChangeMutationVariables>;
export const ChangeEmailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangeEmailInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ChangeEmailMutation, ChangeEmailMutationVariables>;
export const ChangePasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangePasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changePassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const CompleteEmailLoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CompleteEmailLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompleteEmailLoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeEmailLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<CompleteEmailLoginMutation, CompleteEmailLoginMutationVariables>;
export const CompleteLoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CompleteLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompleteLoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<CompleteLoginMutation, CompleteLoginMutationVariables>;
export const CompleteProviderLoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CompleteProviderLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompleteProviderLoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completeProviderLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<CompleteProviderLoginMutation, CompleteProviderLoginMutationVariables>;
export const ConfirmEmailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmEmailInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<ConfirmEmailMutation, ConfirmEmailMutationVariables>;
export const ConfirmEmailChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmEmailChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmEmailChangeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmEmailChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ConfirmEmailChangeMutation, ConfirmEmailChangeMutationVariables>;
export const ConfirmTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmTotp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const CreateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ApiKeyFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationSummaryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrganizationSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ApiKeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"lastCharacters"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationSummaryFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedIp"}}]}}]} as unknown as DocumentNode<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const CreateOrganizationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateOrganization"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateOrganizationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createOrganization"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Organization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}}]} as unknown as DocumentNode<CreateOrganizationMutation, CreateOrganizationMutationVariables>;
export const CreateOrganizationTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateOrganizationToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateOrganizationTokenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createOrganizationToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<CreateOrganizationTokenMutation, CreateOrganizationTokenMutationVariables>;
export const DeleteAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteAccountInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"erasureTs"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<DeleteAccountMutation, DeleteAccountMutationVariables>;
export const DeleteApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<DeleteApiKeyMutation, DeleteApiKeyMutationVariables>;
export const DeleteOrganizationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteOrganization"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteOrganizationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteOrganization"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<DeleteOrganizationMutation, DeleteOrganizationMutationVariables>;
export const DisconnectAppDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisconnectApp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DisconnectAppInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disconnectApp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<DisconnectAppMutation, DisconnectAppMutationVariables>;
export const EnrollTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnrollTotp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EnrollTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enrollTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"uri"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<EnrollTotpMutation, EnrollTotpMutationVariables>;
export const ExchangeApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExchangeApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExchangeApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exchangeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ExchangeApiKeyMutation, ExchangeApiKeyMutationVariables>;
export const InviteMemberDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"InviteMember"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InviteMemberInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inviteMember"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}}]} as unknown as DocumentNode<InviteMemberMutation, InviteMemberMutationVariables>;
export const LinkIdentityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LinkIdentity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LinkIdentityInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"linkIdentity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"IdentityFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"IdentityFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Identity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<LinkIdentityMutation, LinkIdentityMutationVariables>;
export const LoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const LoginWithIdTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LoginWithIdToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginWithIdTokenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"loginWithIdToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<LoginWithIdTokenMutation, LoginWithIdTokenMutationVariables>;
export const LoginWithPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LoginWithPasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginWithPasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"loginWithPasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"challenge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChallengeFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"link"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LinkFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChallengeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LoginChallenge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LinkFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdentityLink"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailed"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]} as unknown as DocumentNode<LoginWithPasskeyMutation, LoginWithPasskeyMutationVariables>;
export const LogoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Logout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LogoutInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;
export const PasskeyLoginOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PasskeyLoginOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passkeyLoginOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<PasskeyLoginOptionsMutation, PasskeyLoginOptionsMutationVariables>;
export const RefreshDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Refresh"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefreshInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refresh"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RefreshMutation, RefreshMutationVariables>;
export const RegenerateRecoveryCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegenerateRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"regenerateRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RegenerateRecoveryCodesMutation, RegenerateRecoveryCodesMutationVariables>;
export const RegisterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Register"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"register"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<RegisterMutation, RegisterMutationVariables>;
export const RegisterByInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterByInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterByInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerByInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<RegisterByInvitationMutation, RegisterByInvitationMutationVariables>;
export const RemovePasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemovePasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemovePasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removePasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RemovePasskeyMutation, RemovePasskeyMutationVariables>;
export const RemoveTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveTotp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeTotp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RemoveTotpMutation, RemoveTotpMutationVariables>;
export const RenamePasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenamePasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenamePasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renamePasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PasskeyFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PasskeyFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Passkey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"backedUp"}},{"kind":"Field","name":{"kind":"Name","value":"automatic"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}}]}}]} as unknown as DocumentNode<RenamePasskeyMutation, RenamePasskeyMutationVariables>;
export const RequestEmailLoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestEmailLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RequestEmailLoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestEmailLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RequestEmailLoginMutation, RequestEmailLoginMutationVariables>;
export const RequestPasswordResetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestPasswordReset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RequestPasswordResetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestPasswordReset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RequestPasswordResetMutation, RequestPasswordResetMutationVariables>;
export const RequestStepUpCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestStepUpCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestStepUpCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RequestStepUpCodeMutation, RequestStepUpCodeMutationVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const RevokeSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const SendEmailVerificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendEmailVerification"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendEmailVerificationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendEmailVerification"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<SendEmailVerificationMutation, SendEmailVerificationMutationVariables>;
export const SetMemberDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetMember"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetMemberInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setMember"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<SetMemberMutation, SetMemberMutationVariables>;
export const SetTwoStepDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetTwoStep"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetTwoStepInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setTwoStep"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<SetTwoStepMutation, SetTwoStepMutationVariables>;
export const StartProviderLoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartProviderLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StartProviderLoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startProviderLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<StartProviderLoginMutation, StartProviderLoginMutationVariables>;
export const StepUpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StepUp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StepUpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stepUp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<StepUpMutation, StepUpMutationVariables>;
export const StepUpOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StepUpOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stepUpOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"factors"}},{"kind":"Field","name":{"kind":"Name","value":"passkeyOptions"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<StepUpOptionsMutation, StepUpOptionsMutationVariables>;
export const UndoEmailChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoEmailChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UndoEmailChangeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoEmailChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<UndoEmailChangeMutation, UndoEmailChangeMutationVariables>;
export const UnlinkIdentityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnlinkIdentity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnlinkIdentityInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unlinkIdentity"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<UnlinkIdentityMutation, UnlinkIdentityMutationVariables>;
export const UpdateOrganizationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateOrganization"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateOrganizationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateOrganization"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OrganizationFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InvitationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OrganizationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Organization"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InvitationFields"}}]}}]}}]} as unknown as DocumentNode<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;
export const UpdateProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const WithdrawInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WithdrawInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WithdrawInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"withdrawInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"attemptsLeft"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"sessionEnd"}}]}}]} as unknown as DocumentNode<WithdrawInvitationMutation, WithdrawInvitationMutationVariables>;