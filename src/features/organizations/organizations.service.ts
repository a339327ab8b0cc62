import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { OrganizationOfMember } from '../../accounts/memberships/membership.answers';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { disabledOrganization } from '../../accounts/memberships/organization-errors';
import {
  type InvitationsNeeds,
  toOrganizationOfMember,
  withoutInvitations,
} from '../../accounts/memberships/organization-of-member';
import type { AccessTokens } from '../../accounts/tokens/access-token';
import { accountRejected } from '../../accounts/tokens/access-token-rejection';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import { type Member, type Membership, mayChange, mayManage } from '../../accounts/users/organization';
import type { User } from '../../accounts/users/user';
import type { Lookup } from '../../platform/db/lookup';
import { AppError, notFound } from '../../platform/errors/app-error';
import { type Page, pageIn } from '../../platform/operations/answer';
import { noSuchOrganization } from '../../platform/operations/error-texts';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { OrganizationChanges } from './organization-changes';
import type { ListedMember, OrganizationToken } from './organizations.answers';
import {
  createOrganization,
  createOrganizationToken,
  deleteOrganization,
  noSuchMember,
  organization,
  organizationMembers,
  organizations,
  setMember,
  updateOrganization,
} from './organizations.operations';
import type { Organizations } from './organizations.settings';

interface OrganizationsServiceNeeds {
  /** Unless ORGANIZATIONS is off. */
  asUser: RunAsUser;
  stores: InvitationsNeeds['stores'] & {
    organizations: Pick<OrganizationStore, 'listOf' | 'findOf' | 'listMembers' | 'findMember' | 'findSession'>;
  };
  lookups: { users: Lookup<User> };
  changes: OrganizationChanges;
  reauthentication: Reauthentication;
  accessTokens: Pick<AccessTokens, 'issue'>;
  tokenClaims: Pick<TokenClaims, 'of'>;
  /** ORGANIZATIONS. */
  setting: Organizations;
  clock: Clock;
}

/** The organizations of the signed-in user. */
export class OrganizationsService {
  constructor(private readonly needs: OrganizationsServiceNeeds) {}

  /** The roles that a member can have. Null with ORGANIZATIONS=off. */
  get roles(): readonly string[] | null {
    return this.needs.setting && this.needs.changes.roles;
  }

  /** Whether users with a verified address create organizations. */
  get usersCreate(): boolean {
    return this.needs.setting === 'users';
  }

  organizations(context: RequestContext): Promise<Membership[]> {
    return this.needs.asUser(organizations, context, null, ({ userId }) =>
      context.timings.measure('database', () => this.needs.stores.organizations.listOf(userId)),
    );
  }

  organization(input: unknown, context: RequestContext): Promise<OrganizationOfMember> {
    return this.needs.asUser(organization, context, input, async ({ userId }, { id }) =>
      toOrganizationOfMember(await this.membershipIn(id, userId, context), this.needs),
    );
  }

  organizationMembers(input: unknown, context: RequestContext): Promise<Page<ListedMember>> {
    return this.needs.asUser(organizationMembers, context, input, async ({ userId }, { id, ...page }) => {
      const own = await this.membershipIn(id, userId, context);
      const found = await context.timings.measure('database', () =>
        this.needs.stores.organizations.listMembers(own.organization.id, page),
      );
      const { items, hasMore } = pageIn(found, page.first);
      return mayManage(own.roles)
        ? { items, hasMore }
        : { items: items.map((member) => ({ ...member, email: null })), hasMore };
    });
  }

  /** What the user is in an organization. */
  membership(id: string, context: RequestContext): Promise<Membership> {
    return this.needs.asUser(organization, context, { id }, ({ userId }, sent) =>
      this.membershipIn(sent.id, userId, context),
    );
  }

  /**
   * Returns a member whom the user can change or, if it is the user, remove, and what the user is.
   * @throws AppError `NOT_FOUND` for all others, too
   */
  changeableMember(
    organizationId: string,
    memberId: string,
    context: RequestContext,
  ): Promise<{ membership: Membership; member: Member }> {
    return this.needs.asUser(organizationMembers, context, { id: organizationId }, async ({ userId }, { id }) => {
      const membership = await this.membershipIn(id, userId, context);
      const member = await context.timings.measure('database', () =>
        this.needs.stores.organizations.findMember(membership.organization.id, knownId(memberId, noSuchMember)),
      );
      if (!member || !(member.userId === userId || mayChange(membership, member.roles))) throw notFound(noSuchMember);
      return { membership, member };
    });
  }

  createOrganization(input: unknown, context: RequestContext): Promise<OrganizationOfMember> {
    return this.needs.asUser(createOrganization, context, input, async ({ userId }, { name, slug }) => {
      if (!this.usersCreate) throw onlyByOperators();
      const user = await context.timings.measure('database', () => this.needs.lookups.users.findById(userId));
      if (!user || user.disabled) throw accountRejected(user);
      if (!user.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
      const created = await context.timings.measure('database', () =>
        this.needs.changes.create({ name, slug, ownerId: userId }, { memberId: userId, context }),
      );
      return { ...withoutInvitations({ organization: created, roles: ['owner'] }), invitations: [] };
    });
  }

  updateOrganization(input: unknown, context: RequestContext): Promise<OrganizationOfMember> {
    return this.needs.asUser(updateOrganization, context, input, async ({ userId }, { id, name }) => {
      await context.timings.measure('database', () =>
        this.needs.changes.update(knownId(id, noSuchOrganization), { name }, { memberId: userId, context }),
      );
      return toOrganizationOfMember(await this.membershipIn(id, userId, context), this.needs);
    });
  }

  deleteOrganization(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(deleteOrganization, context, input, async (principal, { id, currentPassword }) => {
      // Before the proof, so that an unknown organization needs none.
      await this.membershipIn(id, principal.userId, context);
      await this.needs.reauthentication.confirm(principal, currentPassword, context, () =>
        context.timings.measure('database', () =>
          this.needs.changes.delete(knownId(id, noSuchOrganization), { memberId: principal.userId, context }),
        ),
      );
    });
  }

  setMember(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(
      setMember,
      context,
      input,
      async ({ userId: memberId }, { organizationId, userId, roles }) => {
        const change = {
          organizationId: knownId(organizationId, noSuchOrganization),
          userId: knownId(userId, noSuchMember),
          roles,
        };
        await context.timings.measure('database', () => this.needs.changes.setMember(change, { memberId, context }));
      },
    );
  }

  /** The proof of the token is that of the session, and the rights are those of the access token of the request. */
  createOrganizationToken(input: unknown, context: RequestContext): Promise<OrganizationToken> {
    return this.needs.asUser(createOrganizationToken, context, input, async (principal, { id }) => {
      const { userId, sessionId, revision, actor } = principal;
      const found = await context.timings.measure('database', () =>
        this.needs.stores.organizations.findSession(sessionId, knownId(id, noSuchOrganization)),
      );
      if (!found) throw notFound(noSuchOrganization);
      if (found.isDisabled) throw disabledOrganization();
      const claims = await this.needs.tokenClaims.of(userId, context.timings, found.organization);
      const session = { ...found, roles: principal.roles };
      const subject = { userId, sessionId, revision, actor, organization: found.organization };
      const { jwt, expiresInS } = this.needs.accessTokens.issue(subject, this.needs.clock(), session, claims);
      return { jwt, expiresInS, roles: found.organization.roles };
    });
  }

  /** @throws AppError `NOT_FOUND` if the user is not a member */
  private async membershipIn(id: string, userId: string, { timings }: RequestContext): Promise<Membership> {
    const found = await timings.measure('database', () =>
      this.needs.stores.organizations.findOf(userId, knownId(id, noSuchOrganization)),
    );
    if (!found) throw notFound(noSuchOrganization);
    return found;
  }
}

const onlyByOperators = () => new AppError('FORBIDDEN', { msg: 'Only operators create organizations here.' });
