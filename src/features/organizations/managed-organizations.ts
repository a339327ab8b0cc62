import type { OrganizationFilter, OrganizationStore } from '../../accounts/memberships/organization.store';
import { organizationsOff } from '../../accounts/memberships/organization-errors';
import type { ManagedOrganization, Member } from '../../accounts/users/organization';
import type { Person } from '../../accounts/users/person.inputs';
import { noSuchUser } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import { notFound } from '../../platform/errors/app-error';
import { type Page, pageIn } from '../../platform/operations/answer';
import type { PagePosition } from '../../platform/request/page-cursor';
import type { RequestContext } from '../../platform/request/request-context';
import { noOrganizationWithId } from './organization-administration.operations';
import type { NewOrganization, OrganizationChanges, OrganizationUpdate } from './organization-changes';
import type { Organizations } from './organizations.settings';

interface ManagedOrganizationsNeeds {
  stores: {
    organizations: Pick<OrganizationStore, 'find' | 'list' | 'listMembers'>;
    users: Pick<UserStore, 'findByEmail'>;
  };
  changes: OrganizationChanges;
  /** ORGANIZATIONS. */
  setting: Organizations;
}

interface PageRequest {
  first: number;
  after: PagePosition | null;
}

/** What operators do with organizations: super admins, services, and commands, whose context is null. */
export class ManagedOrganizations {
  constructor(private readonly needs: ManagedOrganizationsNeeds) {}

  /** The roles that a member can have. Null with ORGANIZATIONS=off. */
  get roles(): readonly string[] | null {
    return this.needs.setting && this.needs.changes.roles;
  }

  /** @throws AppError `FORBIDDEN` with ORGANIZATIONS=off */
  requireOn(): void {
    if (this.needs.setting === null) throw organizationsOff();
  }

  /** Returns the newest organizations first. */
  async list(filter: OrganizationFilter, page: PageRequest): Promise<Page<ManagedOrganization>> {
    return pageIn(await this.needs.stores.organizations.list(filter, page), page.first);
  }

  /** @throws AppError `NOT_FOUND` */
  async get(id: string): Promise<ManagedOrganization> {
    return found(await this.needs.stores.organizations.find(id));
  }

  /** @throws AppError `NOT_FOUND` */
  async getBySlug(slug: string): Promise<ManagedOrganization> {
    const [organization] = (await this.list({ slug, name: null, disabled: null }, { first: 1, after: null })).items;
    return found(organization);
  }

  /** @throws AppError `NOT_FOUND` */
  async members(id: string, page: PageRequest): Promise<Page<Member>> {
    const organization = await this.get(id);
    return pageIn(await this.needs.stores.organizations.listMembers(organization.id, page), page.first);
  }

  /** Without an owner, the organization has no members. @throws AppError as `OrganizationChanges.create` */
  async create(
    { owner, ...organization }: Omit<NewOrganization, 'ownerId'> & { owner: Person | null },
    context: RequestContext | null,
  ): Promise<ManagedOrganization> {
    const ownerId = owner && (await this.idOf(owner));
    const { id } = await this.needs.changes.create({ ...organization, ownerId }, byOperator(context));
    return this.get(id);
  }

  /** Returns whether something has changed. @throws AppError `NOT_FOUND` */
  update(id: string, changes: OrganizationUpdate, context: RequestContext | null): Promise<boolean> {
    return this.needs.changes.update(id, changes, byOperator(context));
  }

  /** @throws AppError `NOT_FOUND` */
  delete(id: string, context: RequestContext): Promise<void> {
    return this.needs.changes.delete(id, byOperator(context));
  }

  /**
   * Adds, changes or removes a member. Returns whether something has changed.
   * @throws AppError as `OrganizationChanges.setMember`
   */
  async setMember(
    organizationId: string,
    { user, roles }: { user: Person; roles: string[] },
    context: RequestContext | null,
  ): Promise<boolean> {
    const change = { organizationId, userId: await this.idOf(user), roles };
    return this.needs.changes.setMember(change, byOperator(context));
  }

  private async idOf(user: Person): Promise<string> {
    if ('id' in user) return user.id;
    const account = await this.needs.stores.users.findByEmail(user.address);
    if (!account) throw notFound(noSuchUser);
    return account.id;
  }
}

const byOperator = (context: RequestContext | null) => ({ memberId: null, context });

function found(organization: ManagedOrganization | null | undefined): ManagedOrganization {
  if (!organization) throw notFound(noOrganizationWithId);
  return organization;
}
