export {
  type Client,
  type ClientOptions,
  createClient,
  type LoginInput,
  type RegisterInput,
  type StepUpOptions,
  type StepUpProof,
} from './client.js';
export type { ErrorCode, SessionEnd } from './error-code.js';
export { supportsPasskeys } from './passkeys.js';
export type { MissingFields } from './provider-login.js';
export {
  type AuthState,
  type ClientErrorCode,
  type Failure,
  GatehouseError,
  type IdentityLink,
  type LoginChallenge,
  type Passkey,
  type Problem,
  type Result,
  type SignedOut,
  type TokenStorage,
  type User,
} from './types.js';
