import { deviceGrant } from '../../accounts/applications/device-authorization';
import type { Counts } from '../../platform/observability/counts';

/** The grants of the token endpoint (RFC 6749, and RFC 8628 if there are pages). */
export const grants = ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant] as const;
export type Grant = (typeof grants)[number];

/** What the authorization endpoint answers. */
export const authorizationResults = ['code', 'denied', 'error'] as const;
export type AuthorizationResult = (typeof authorizationResults)[number];

/** How the document of a client was found. */
export const documentResults = ['fetched', 'cached', 'rejected'] as const;
export type DocumentResult = (typeof documentResults)[number];

/** What is counted of OpenID Connect. */
export type OpenidCounts = Counts<Grant | AuthorizationResult | DocumentResult>;
