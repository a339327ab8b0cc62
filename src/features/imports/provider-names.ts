import { providerPresets } from '../../accounts/providers/provider-table';
import type { ProviderConfig } from '../../accounts/providers/providers.settings';

const microsoftHost = /^https:\/\/login\.(partner\.)?microsoftonline\.(com|us|cn)\//;
/** Each tenant of Microsoft is an issuer of its own. The id of the tenant is a UUID. */
const tenantIssuer =
  /^https:\/\/login\.(partner\.)?microsoftonline\.(com|us|cn)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/;
const longestId = 31;

/** Which provider has which issuer: the providers of this installation, then those that Gatehouse knows. */
export class ProviderNames {
  private readonly issuers: ReadonlyMap<string, string>;
  private readonly ids: ReadonlyMap<string, string>;

  constructor(configured: readonly Pick<ProviderConfig, 'id' | 'issuer'>[]) {
    const known = Object.entries(providerPresets).map(([id, { issuer }]) => ({ id, issuer }));
    // The later entry of a map counts.
    const all = [...known, ...configured];
    this.issuers = new Map(all.map(({ id, issuer }) => [id, issuer]));
    this.ids = new Map(all.map(({ id, issuer }) => [issuer, id]));
  }

  /** Null for an unknown provider, and for one with several issuers: Microsoft, if it is not limited to one tenant. */
  issuerOf(id: string): string | null {
    const issuer = this.issuers.get(id) ?? null;
    return issuer === null || this.isShared(issuer) ? null : issuer;
  }

  /** Whether the issuer stands for several tenants of Microsoft, so that no identity has it. */
  isShared(issuer: string): boolean {
    return microsoftHost.test(issuer) && !tenantIssuer.test(issuer);
  }

  /** Null if no provider has this issuer. */
  idOf(issuer: string): string | null {
    return this.ids.get(issuer) ?? (tenantIssuer.test(issuer) ? 'microsoft' : null);
  }

  /** The id of the provider that has this issuer, or else its host name in the form of an id. */
  nameOf(issuer: string): string {
    const host = new URL(issuer).hostname.replaceAll(/[^a-z0-9]+/g, '_');
    return this.idOf(issuer) ?? (/^[a-z]/.test(host) ? host : `host_${host}`).slice(0, longestId);
  }
}
