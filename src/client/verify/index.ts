export type { Identity, Organization } from './access-token.js';
export type { ApiKeyOptions } from './api-keys.js';
export { AuthError, type AuthErrorCode } from './auth-error.js';
export type { RequestHeaders } from './bearer-token.js';
export {
  type MetadataHandler,
  type ProtectedResource,
  type ProtectedResourceOptions,
  protectedResource,
  type ResourceMetadata,
} from './protected-resource.js';
export { type AuthenticatedRequest, requireAuth } from './require-auth.js';
export type { RevocationOptions, RevocationState } from './revocations.js';
export { createVerifier, type Requirements, type Verifier, type VerifierOptions } from './verifier.js';
