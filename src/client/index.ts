export type { AnswerChallenge } from './challenges.js';
export {
  type Client,
  type ClientOptions,
  createClient,
  type IdTokenInput,
  type LoginInput,
  type RegisterInput,
  type StepUpOptions,
  type StepUpProof,
} from './client.js';
export type { ErrorCode, SessionEnd } from './error-code.js';
export type { Operations } from './operations.js';
export { supportsPasskeys } from './passkeys.js';
export type { MissingFields } from './provider-login.js';
export type { ConnectedApp, Identity, Session } from './records.js';
export {
  type AuthState,
  type BotChallenge,
  type ClientErrorCode,
  type Failure,
  GatehouseError,
  type IdentityLink,
  type LoginChallenge,
  type OwnFields,
  type Passkey,
  type Problem,
  type Result,
  type SignedOut,
  type TokenFetch,
  type TokenOptions,
  type TokenStorage,
  type User,
} from './types.js';
