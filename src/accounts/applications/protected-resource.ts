import { type AppError, invalidField } from '../../platform/errors/app-error';
import type { Label } from '../users/label';
import { openidScopes } from '../users/openid-scopes';
import type { OAuthClient } from './oauth-client';

/** No document says one: they are of the file. Which clients get tokens for a resource. Each includes those before it. */
export const audiences = ['first_party', 'registered', 'any'] as const;
export type OpenTo = (typeof audiences)[number];

/** An API of the operator for which clients ask for tokens (RFC 8707; RFC 9728). */
export interface ProtectedResource {
  /** Its identifier, an absolute URI: the `aud` of the tokens. */
  id: string;
  name: string;
  openTo: OpenTo;
  /** What people read of each scope before they allow it, by the name of the scope. */
  scopes: ReadonlyMap<string, Label>;
  /** What a client gets that asks for no scope. */
  defaultScopes: readonly string[];
  /** The scopes of Gatehouse, for which a client can ask in the same request: those of OpenID Connect and of OPENID_CLAIMS. */
  besides: ReadonlySet<string>;
}

/** RFC 3986, section 3. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(.*)$/is;

/**
 * Two identifiers that differ only in the letter case of scheme and host, or in a slash where the path has nothing else, are one: URL
 * parsers of clients write them so. Nothing else is changed.
 */
export function comparable(id: string): string {
  const [, origin, rest = ''] = parts.exec(id) ?? [];
  return origin === undefined ? id : origin.toLowerCase() + (rest === '/' ? '' : rest);
}

type ClientRights = Pick<OAuthClient, 'firstParty' | 'metadataUrl'>;

const needed = ({ firstParty, metadataUrl }: ClientRights): OpenTo =>
  firstParty ? 'first_party' : metadataUrl === null ? 'registered' : 'any';

/** The resources of RESOURCES. None without the setting: then clients that name one are answered as if they had not. */
export class ProtectedResources {
  private readonly byId: ReadonlyMap<string, ProtectedResource>;

  constructor(readonly all: readonly ProtectedResource[]) {
    this.byId = new Map(all.map((resource) => [comparable(resource.id), resource]));
  }

  get exist(): boolean {
    return this.all.length > 0;
  }

  /** Those of which clients learn that no operator knows. */
  get openToAny(): readonly ProtectedResource[] {
    return this.all.filter(({ openTo }) => openTo === 'any');
  }

  /** Returns the resource that a client names. Null if it is unknown, or not for this client. */
  find(id: string, client: ClientRights): ProtectedResource | null {
    const found = this.byId.get(comparable(id));
    return found && isOpenTo(found, client) ? found : null;
  }

  /** As `find`. @throws AppError `VALIDATION_FAILED` (`invalid_target`) */
  get(id: string, client: ClientRights): ProtectedResource {
    const found = this.find(id, client);
    if (!found) throw invalidTarget(unknownTarget);
    return found;
  }

  /** Returns the resource that a request names. Null without one, and without RESOURCES, where it means nothing. @throws AppError as `get` */
  named(sent: string | undefined, client: ClientRights): ProtectedResource | null {
    return sent === undefined || !this.exist ? null : this.get(sent, client);
  }

  /** The identifiers of the resources of which the client can have tokens. */
  idsFor(client: ClientRights): string[] {
    return this.all.filter((resource) => isOpenTo(resource, client)).map(({ id }) => id);
  }
}

/** What is wrong with a `resource`, for the developer of the client. */
export const unknownTarget = 'is unknown, occurs twice or is not for this client';

/** RFC 8707, section 2. */
export const invalidTarget = (problem: string): AppError => invalidField('resource', problem, 'invalid_target');

const isOpenTo = ({ openTo }: ProtectedResource, client: ClientRights): boolean =>
  audiences.indexOf(openTo) >= audiences.indexOf(needed(client));

/** The names in a list with spaces between them (RFC 6749, section 3.3). */
export const namesIn = (text: string | undefined): string[] => (text ?? '').split(' ').filter((name) => name !== '');

/** What a client asks for and may have. Without `scope`, what the resource gives by default. */
export function openScopes(
  client: Pick<OAuthClient, 'scopes' | 'metadataUrl'>,
  resource: ProtectedResource | null,
  scope: string | undefined,
): string[] {
  const asked = scope === undefined ? (resource?.defaultScopes ?? []) : namesIn(scope);
  const open = scopesFor(client, resource);
  return [...new Set(asked.filter((name) => open.includes(name)))];
}

/**
 * Returns what the client may ask for, with a token for this resource or without one. A client that no operator created may ask for
 * all that people can allow.
 */
export function scopesFor(
  { scopes, metadataUrl }: Pick<OAuthClient, 'scopes' | 'metadataUrl'>,
  resource: ProtectedResource | null,
): readonly string[] {
  if (metadataUrl !== null) return [...Object.keys(openidScopes), ...(resource?.scopes.keys() ?? [])];
  return resource === null
    ? scopes
    : scopes.filter((scope) => resource.besides.has(scope) || resource.scopes.has(scope));
}

/**
 * Returns which of the allowed scopes the access token names. For a resource, those that mean something to it (RFC 9068, section 2.2.3):
 * its own, and `roles`, with which the token has a claim. A first-party client's token opens userinfo, too, so it has all of them.
 */
export function scopesInToken(
  allowed: readonly string[],
  { firstParty }: Pick<OAuthClient, 'firstParty'>,
  resource: ProtectedResource | null,
): readonly string[] {
  if (resource === null || firstParty) return allowed;
  return allowed.filter((scope) => scope === 'roles' || resource.scopes.has(scope));
}
