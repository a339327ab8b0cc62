/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The codes of all errors, in `error.code` of a payload and in `extensions.code` of `errors`. The REST API uses the same codes. */
export type ErrorCode =
  /** The password is right, and an operator has disabled the account. With a wrong password the code is INVALID_CREDENTIALS. */
  | 'ACCOUNT_DISABLED'
  /** An account has this e-mail address. Addresses are compared in canonical form: in lower case, and with an ASCII domain. */
  | 'EMAIL_TAKEN'
  /** The caller may not do this. The refresh cookie came from an origin that is not allowed, or was not sent by a script. */
  | 'FORBIDDEN'
  /** An unexpected error, probably a bug. The log contains the cause. The response does not. */
  | 'INTERNAL'
  /** The e-mail address has no account, or the password is wrong. Both cases get the same response, after the same work. */
  | 'INVALID_CREDENTIALS'
  /** The server could not read the request. The body is not one JSON object in UTF-8, or the request is not well-formed HTTP or GraphQL. */
  | 'MALFORMED_REQUEST'
  /** The path exists, and does not accept this method. The `Allow` header lists the methods that it accepts. */
  | 'METHOD_NOT_ALLOWED'
  /** The path does not exist, or the user has no live session with this id. */
  | 'NOT_FOUND'
  /** The body is larger than 16 kB (REST API) or 32 kB (GraphQL API). */
  | 'PAYLOAD_TOO_LARGE'
  /** A rate limit was reached: `limit` names it. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again. */
  | 'RATE_LIMITED'
  /** The service is overloaded, starting or stopping, or its database is unavailable. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again. */
  | 'SERVICE_UNAVAILABLE'
  /** A token is missing, malformed, expired or revoked, or this service did not issue it. The text names the kind of token. For an access token it also says if the token has expired or was revoked. */
  | 'UNAUTHENTICATED'
  /** The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** A field breaks its rule. The error lists each such field with the reason. On the GraphQL API also: the document does not fit the schema, or it exceeds a limit. */
  | 'VALIDATION_FAILED';

/** The credentials of an account, for `login`. */
export type LoginInput = {
  /** The e-mail address of the account. Upper and lower case make no difference. Example: "ada@example.com". */
  email: string;
  /** The password of the account. The length is more than 8 and at most 256 characters. Characters are Unicode code points, counted after NFC normalization. Example: "correct horse battery". */
  password: string;
  /** Where the response puts the refresh token. Example: COOKIE. */
  refreshTokenIn?: RefreshTokenIn;
};

/** The sessions that `logout` ends. */
export type LogoutInput = {
  /** Which sessions of the user the logout ends. Example: OTHERS. */
  sessions?: SessionsToEnd;
};

/** The rate limits. The error RATE_LIMITED names the limit that the request reached. */
export type RateLimit =
  /** The limit is per installation. Each failed login and each registration counts. */
  | 'GLOBAL'
  /** The limit is per account. Each failed login counts. The first attempts, up to the limit, pass without a wait. After that, each attempt waits longer: 1 s, 2 s, 4 s, and so on, at most the seconds of the limit. A success resets the count. 15 minutes without an attempt also reset the count. */
  | 'LOGIN_ACCOUNT'
  /** The limit is per account. Each failed login from a network that the account does not know counts. After the limit is reached, these networks share one attempt in the seconds of the limit. A success from such a network resets the count. 30 days without a failure also reset the count. */
  | 'LOGIN_FAILURES'
  /** The limit is per network. Each failed login counts. */
  | 'LOGIN_NETWORK'
  /** The limit is per network. Each exchange of a refresh token counts. Each logout that the refresh cookie identifies counts, too. */
  | 'REFRESH_NETWORK'
  /** The limit is per network. Each registration with valid fields counts, also if the e-mail address is taken. */
  | 'REGISTER_NETWORK';

/** The refresh token that `refresh` exchanges. */
export type RefreshInput = {
  /** The refresh token of the last login or refresh. Without this field, Gatehouse reads the refresh token from the cookie. Example: "UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw". */
  refreshToken?: string | null | undefined;
  /** Where the response puts the next refresh token. Without this field, the next token is where the current token was. A token that the client sent in the cookie can only be returned in the cookie. Example: BODY. */
  refreshTokenIn?: RefreshTokenIn | null | undefined;
};

/** Where a response puts the refresh token. */
export type RefreshTokenIn =
  /** The refresh token is in the response body. An application that can store a secret uses this value, for example a mobile application or a server. */
  | 'BODY'
  /** The refresh token is in an HttpOnly cookie, which no script can read. A browser application uses this value. */
  | 'COOKIE';

/** The account that `register` creates. */
export type RegisterInput = {
  /** The e-mail address of the new account, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around the address and keeps the rest as entered. An address that differs only in upper and lower case is the same address. Example: "ada@example.com". */
  email: string;
  /** The first name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Ada". */
  firstName: string;
  /** The last name of the user: 1 to 100 characters, not only white space, and no control characters. Example: "Lovelace". */
  lastName: string;
  /** The password of the new account. The length is more than 8 and at most 256 characters. Characters are Unicode code points, counted after NFC normalization. Spaces count, also at the start and at the end. Example: "correct horse battery". */
  password: string;
  /** The mobile number of the user, in any format: at most 32 characters, no control characters. Gatehouse does not check the number and returns it exactly as sent. Null, or no value, means that the user has no number. Example: "+44 20 7946 0958". */
  tel?: string | null | undefined;
};

/** The session that `revokeSession` ends. */
export type RevokeSessionInput = {
  /** The id of the session to end: a UUID from the list of sessions. Example: "01a1fafd-5d48-74fb-874f-7e0ccacee987". */
  id: string | number;
};

/** Which sessions a logout ends. */
export type SessionsToEnd =
  /** All sessions of the user end. */
  | 'ALL'
  /** Only the session of this request ends. */
  | 'CURRENT'
  /** All sessions of the user end, except the session of this request. */
  | 'OTHERS';

export type UserFieldsFragment = { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null };

export type ProblemFieldsFragment = { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> };

export type RegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type RegisterMutation = { register: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> } | null, result: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null } };

export type LoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type LoginMutation = { login: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number, user: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } } | null } };

export type ReadyQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadyQuery = { ready: boolean };

export type RefreshMutationVariables = Exact<{
  input: RefreshInput;
}>;


export type RefreshMutation = { refresh: { success: boolean, msg: string, genAt: string, error: { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> } | null, result: { jwt: string, genTs: number, refreshToken: string | null, expiresIn: number } | null } };

export type LogoutMutationVariables = Exact<{
  input?: LogoutInput | null | undefined;
}>;


export type LogoutMutation = { logout: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> } | null, result: { ended: number } | null } | null };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { success: boolean, msg: string, error: { code: ErrorCode, retryAfter: number | null, limit: RateLimit | null, fields: Array<{ field: string, msg: string }> } | null } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, firstName: string, lastName: string, email: string, isSuperAdmin: boolean, disabled: boolean, emailVerified: boolean, telVerified: boolean, tel: string | null, company: string | null, companyIdNumber: string | null, companyIdUrl: string | null, createdTs: string, updatedTs: string | null, lastLoginTs: string | null } | null };

export type SessionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SessionsQuery = { sessions: { edges: Array<{ cursor: string, node: { id: string, current: boolean, createdTs: string, lastUsedTs: string, expiresTs: string, userAgent: string | null, ip: string | null } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export const UserFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<UserFieldsFragment, unknown>;
export const ProblemFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]} as unknown as DocumentNode<ProblemFieldsFragment, unknown>;
export const RegisterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Register"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"register"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<RegisterMutation, RegisterMutationVariables>;
export const LoginDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const ReadyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ready"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ready"}}]}}]} as unknown as DocumentNode<ReadyQuery, ReadyQueryVariables>;
export const RefreshDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Refresh"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefreshInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refresh"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jwt"}},{"kind":"Field","name":{"kind":"Name","value":"genTs"}},{"kind":"Field","name":{"kind":"Name","value":"refreshToken"}},{"kind":"Field","name":{"kind":"Name","value":"expiresIn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"genAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]} as unknown as DocumentNode<RefreshMutation, RefreshMutationVariables>;
export const LogoutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Logout"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LogoutInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]} as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;
export const RevokeSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProblemFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProblemFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"msg"}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfter"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]} as unknown as DocumentNode<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"telVerified"}},{"kind":"Field","name":{"kind":"Name","value":"tel"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdNumber"}},{"kind":"Field","name":{"kind":"Name","value":"companyIdUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"updatedTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastLoginTs"}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const SessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"createdTs"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedTs"}},{"kind":"Field","name":{"kind":"Name","value":"expiresTs"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<SessionsQuery, SessionsQueryVariables>;