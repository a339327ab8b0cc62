import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { ManagedOrganization, Member } from '../../accounts/users/organization';
import { noSuchUser } from '../../accounts/users/user';
import type { Page } from '../../platform/operations/answer';
import type { Operation, RestPath } from '../../platform/operations/define-operation';
import { type AuditSubject, nameAccount, readInput } from '../../platform/operations/run-operation';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { ManagedOrganizations } from './managed-organizations';
import {
  adminCreateOrganization,
  adminDeleteOrganization,
  adminOrganization,
  adminOrganizationMembers,
  adminOrganizations,
  adminSetMember,
  adminUpdateOrganization,
  noOrganizationWithId,
} from './organization-administration.operations';

/**
 * The organizations for super admins, for both APIs. A service can also change the memberships of super admins: they are no right in
 * Gatehouse.
 */
export class OrganizationAdministrationService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly organizations: ManagedOrganizations,
  ) {}

  /** The roles that a member can have. Null with ORGANIZATIONS=off. */
  get roles(): readonly string[] | null {
    return this.organizations.roles;
  }

  /** Returns a page of the organizations, the newest first. */
  adminOrganizations(input: unknown, context: RequestContext): Promise<Page<ManagedOrganization>> {
    return this.read(adminOrganizations, input, context, ({ filter, ...page }) =>
      this.organizations.list(filter, page),
    );
  }

  adminOrganization(input: unknown, context: RequestContext): Promise<ManagedOrganization> {
    return this.read(adminOrganization, input, context, async ({ id }) =>
      this.organizations.get(knownId(id, noOrganizationWithId)),
    );
  }

  adminOrganizationMembers(input: unknown, context: RequestContext): Promise<Page<Member>> {
    return this.read(adminOrganizationMembers, input, context, async ({ id, ...page }) =>
      this.organizations.members(knownId(id, noOrganizationWithId), page),
    );
  }

  adminCreateOrganization(input: unknown, context: RequestContext): Promise<ManagedOrganization> {
    return this.change(adminCreateOrganization, input, context, (organization) =>
      this.organizations.create(organization, context),
    );
  }

  adminUpdateOrganization(input: unknown, context: RequestContext): Promise<ManagedOrganization> {
    return this.change(adminUpdateOrganization, input, context, async ({ id: given, claims, ...others }) => {
      const id = knownId(given, noOrganizationWithId);
      const changes = { ...others, claims: claims === null ? {} : claims };
      const isChanged = await this.organizations.update(id, changes, context);
      if (!isChanged) await this.recordRead(adminUpdateOrganization, id, context);
      return this.organizations.get(id);
    });
  }

  adminDeleteOrganization(input: unknown, context: RequestContext): Promise<void> {
    return this.change(adminDeleteOrganization, input, context, async ({ id }) =>
      this.organizations.delete(knownId(id, noOrganizationWithId), context),
    );
  }

  adminSetMember(input: unknown, context: RequestContext): Promise<void> {
    return this.change(adminSetMember, input, context, async ({ organizationId, userId, roles }, subject) => {
      const [organization, user] = [knownId(organizationId, noOrganizationWithId), { id: knownId(userId, noSuchUser) }];
      nameAccount(subject, user.id);
      const isChanged = await this.organizations.setMember(organization, { user, roles }, context);
      if (!isChanged) await this.recordRead(adminSetMember, organization, context);
    });
  }

  private read<Input, Result>(
    operation: Operation<string, RestPath, Input>,
    input: unknown,
    context: RequestContext,
    work: (input: Input) => Promise<Result>,
  ): Promise<Result> {
    return this.admin.read(operation, context, async () => work(this.inputOf(operation, input, context)));
  }

  private change<Input, Result>(
    operation: Operation<string, RestPath, Input>,
    input: unknown,
    context: RequestContext,
    work: (input: Input, subject: AuditSubject) => Promise<Result>,
  ): Promise<Result> {
    return this.admin.change(operation, context, async (_, subject) => {
      const parsed = this.inputOf(operation, input, context);
      return context.timings.measure('database', () => work(parsed, subject));
    });
  }

  private inputOf<Input>(
    operation: Operation<string, RestPath, Input>,
    input: unknown,
    context: RequestContext,
  ): Input {
    const parsed = readInput(operation, input, context);
    this.organizations.requireOn();
    return parsed;
  }

  private recordRead(operation: Operation, organizationId: string, context: RequestContext): Promise<void> {
    return this.admin.recordRead(operation, context, { details: { organizationId } });
  }
}
