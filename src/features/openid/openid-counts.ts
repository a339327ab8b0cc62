import { deviceGrant } from '../../accounts/applications/device-authorization';

/** The grants of the token endpoint (RFC 6749, and RFC 8628 if there are pages). */
export const grants = ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant] as const;
export type Grant = (typeof grants)[number];

/** What the authorization endpoint answers. */
export const authorizationResults = ['code', 'denied', 'error'] as const;
export type AuthorizationResult = (typeof authorizationResults)[number];

/** How the document of a client was found. */
export const documentResults = ['fetched', 'cached', 'rejected'] as const;
export type DocumentResult = (typeof documentResults)[number];

type Counted = Grant | AuthorizationResult | DocumentResult;

/** What is counted for the metrics. It is small, because a server without applications has it, too. */
export class OpenidCounts {
  private readonly counts = new Map<string, number>();

  add(what: Counted): void {
    this.counts.set(what, this.of(what) + 1);
  }

  of(what: Counted): number {
    return this.counts.get(what) ?? 0;
  }
}
