import { createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Authenticator } from '../../accounts/auth/authenticator';
import type { OrganizationOfMember } from '../../accounts/memberships/membership.answers';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { withoutInvitations } from '../../accounts/memberships/organization-of-member';
import type { Principal } from '../../accounts/tokens/access-token';
import { accountRejected } from '../../accounts/tokens/access-token-rejection';
import type { User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { Secret } from '../../platform/config/secret';
import { AppError, invalidField } from '../../platform/errors/app-error';
import { type AuditSubject, nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { isUuid } from '../../platform/runtime/uuid';
import { mostRepresentations, tooManyRepresentations } from './federation.inputs';
import { federationLimits } from './federation.limits';
import { entities, service } from './federation.operations';

/** What the router may read of a user who is not the user of the access token. */
export type PublicUser = Pick<User, 'id' | 'firstName' | 'lastName'>;

type UserEntity = { isOwn: true; user: User; scopes: Scopes } | { isOwn: false; user: PublicUser };

/** Those of the application whose token the request has. Null: a token of the user, or none. */
type Scopes = Principal['scopes'];

interface Found {
  own: Pick<Principal, 'userId' | 'scopes'> | null;
  users: ReadonlyMap<string, User>;
  /** Those of the user of the access token. */
  organizations: ReadonlyMap<string, OrganizationOfMember>;
}

/** Everything that the document of one request asks for. A router can put several `_entities` into one document. */
interface Requested {
  representations: number;
  /** In lower case. */
  ids: Set<string>;
  hasOrganizations: boolean;
  /** Null until the first `_entities` of the document starts the look-up. */
  found: Promise<Found> | null;
}

interface FederationServiceNeeds {
  operation: RunOperation;
  authenticator: Authenticator;
  stores: { users: Pick<UserStore, 'findByIds'>; organizations: Pick<OrganizationStore, 'listOf'> };
  rateLimits: RateLimits;
  settings: { routerSecret: Secret | null; introspection: boolean; hasOrganizations: boolean };
}

/** The operations of a subgraph of Federation 2, for the router of a supergraph. */
export class FederationService {
  private readonly secretDigest: Buffer | null;
  private readonly requested = new WeakMap<RequestContext, Requested>();

  constructor(private readonly needs: FederationServiceNeeds) {
    const { routerSecret } = needs.settings;
    this.secretDigest = routerSecret && digestOf(routerSecret.reveal());
  }

  /** Checks that the request may read the schema of the subgraph. */
  authorizeService(context: RequestContext): Promise<void> {
    return this.needs.operation(service, context, async () => {
      if (!this.needs.settings.introspection && !this.isRouter(context)) throw schemaForbidden();
    });
  }

  /**
   * Returns the user or the organization of each representation, in the order of the representations. It is null if it does not
   * exist, or if the request may not read it.
   */
  entities(input: unknown, context: RequestContext): Promise<(UserEntity | OrganizationOfMember | null)[]> {
    return this.needs.operation(entities, context, async (subject) => {
      const { representations } = readInput(entities, input, context);
      const requested = this.requestedBy(context);
      requested.representations += representations.length;
      for (const { __typename: type, id } of representations) {
        if (type === 'User') requested.ids.add(id.toLowerCase());
        else requested.hasOrganizations = true;
      }
      requested.found ??= this.find(requested, context, subject);
      const { own, users, organizations } = await requested.found;
      return representations.map(({ __typename: type, id }) =>
        type === 'User' ? toEntity(users.get(id.toLowerCase()), own) : (organizations.get(id.toLowerCase()) ?? null),
      );
    });
  }

  private requestedBy(context: RequestContext): Requested {
    const requested = this.requested.get(context) ?? {
      ...{ representations: 0, ids: new Set(), hasOrganizations: false, found: null },
    };
    this.requested.set(context, requested);
    return requested;
  }

  /**
   * Counts a wrong access token, and finds all users of the request with one statement, and the organizations with another. GraphQL starts all queries of a
   * document in one turn, so `requested` is complete after it.
   */
  private find(requested: Requested, context: RequestContext, subject: AuditSubject): Promise<Found> {
    return this.needs.rateLimits.failures(federationLimits.ENTITIES_NETWORK, context, async () => {
      await turn();
      if (requested.representations > mostRepresentations) throw tooMany();
      const own = context.authorization === null ? null : await this.principalOf(context, subject);
      const ownId = own?.userId ?? null;
      const isRouter = this.isRouter(context);
      const readable = [...requested.ids].filter((id) => id === ownId || (isRouter && isUuid(id)));
      const organizations = requested.hasOrganizations ? await this.organizationsOf(own, context) : new Map();
      if (readable.length === 0) return { own, users: new Map(), organizations };
      const found = await context.timings.measure('database', () => this.needs.stores.users.findByIds(readable));
      const users = new Map(found.map((user) => [user.id, user]));
      if (ownId !== null && requested.ids.has(ownId)) rejectUnusable(users.get(ownId));
      return { own, users, organizations };
    });
  }

  /** An application, whose scopes do not give them, gets none. Nobody gets the invitations, which would be a query for each. */
  private async organizationsOf(
    own: Found['own'],
    { timings }: RequestContext,
  ): Promise<ReadonlyMap<string, OrganizationOfMember>> {
    const { stores, settings } = this.needs;
    if (!settings.hasOrganizations || !own || own.scopes !== null) return new Map();
    const memberships = await timings.measure('database', () => stores.organizations.listOf(own.userId));
    return new Map(memberships.map((one) => [one.organization.id, withoutInvitations(one)]));
  }

  /** @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` */
  private async principalOf(context: RequestContext, subject: AuditSubject): Promise<Principal> {
    const principal = await this.needs.authenticator.authenticate(context, entities);
    nameCaller(principal, subject, context);
    return principal;
  }

  /** Compares digests, which have the same length, in constant time. */
  private isRouter({ routerSecret }: RequestContext): boolean {
    if (this.secretDigest === null || routerSecret === null) return false;
    return timingSafeEqual(digestOf(routerSecret), this.secretDigest);
  }
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function toEntity(user: User | undefined, own: Found['own']): UserEntity | null {
  if (!user) return null;
  if (own?.userId === user.id) return { isOwn: true, user, scopes: own.scopes };
  return { isOwn: false, user: { id: user.id, firstName: user.firstName, lastName: user.lastName } };
}

/** Rejects the access token of a user who was disabled or removed, as `me` does. */
function rejectUnusable(user: User | undefined): void {
  if (!user || user.disabled) throw accountRejected(user ?? null);
}

const tooMany = () => invalidField('representations', tooManyRepresentations);

const schemaForbidden = () =>
  new AppError('FORBIDDEN', {
    msg: 'Introspection is not allowed on this server. Only the router can read the schema, with its secret in the header X-Router-Secret.',
  });
