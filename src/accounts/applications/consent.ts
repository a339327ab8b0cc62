import type { ProtectedResource } from './protected-resource';

/** What a user has allowed a client. */
export interface Consent {
  userId: string;
  clientId: string;
  /** Of Gatehouse, and of the audience that the client has without a resource. */
  scopes: readonly string[];
  /**
   * The resources (RFC 8707) that the user has allowed, and after each of them with a space between them each of its scopes, because
   * two resources can have scopes of one name.
   */
  resources: readonly string[];
  /** The organizations in whose name the client may act. */
  organizations: readonly string[];
  /** The last time that the user has allowed something. */
  grantedTs: Date;
}

/** What a client asks for. */
export interface Access {
  scopes: readonly string[];
  /** Null: as the client says. */
  resource: Pick<ProtectedResource, 'id' | 'scopes'> | null;
  /** The organization in whose name. Null: none. */
  organizationId: string | null;
}

type Allowed = Pick<Consent, 'scopes' | 'resources' | 'organizations'>;

/** Returns what a user allows who allows this. */
export function allowed({ scopes, resource, organizationId }: Access): Allowed {
  const organizations = organizationId === null ? [] : [organizationId];
  if (resource === null) return { scopes, resources: [], organizations };
  const isOfResource = (scope: string) => resource.scopes.has(scope);
  return {
    scopes: scopes.filter((scope) => !isOfResource(scope)),
    resources: [resource.id, ...scopes.filter(isOfResource).map((scope) => `${resource.id} ${scope}`)],
    organizations,
  };
}

/** Whether the user has allowed all of it. */
export function covers(consent: Allowed | null, access: Access): boolean {
  const { scopes, resources, organizations } = allowed(access);
  return (
    scopes.every((scope) => consent?.scopes.includes(scope)) &&
    resources.every((one) => consent?.resources.includes(one)) &&
    organizations.every((one) => consent?.organizations.includes(one))
  );
}
