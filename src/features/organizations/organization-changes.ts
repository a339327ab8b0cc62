import { isDeepStrictEqual } from 'node:util';
import type { OrganizationFields, OrganizationStore } from '../../accounts/memberships/organization.store';
import { disabledOrganization } from '../../accounts/memberships/organization-errors';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Revocations } from '../../accounts/sessions/revocations';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { accountRejected } from '../../accounts/tokens/access-token-rejection';
import { organizationClaims } from '../../accounts/tokens/claims-template';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import {
  isOwner,
  mayAssign,
  mayManage,
  mostCreatedByUser,
  mostMembers,
  mostOrganizationsOfUser,
  type Organization,
  type OrganizationRevocation,
  type OrganizationWithClaims,
} from '../../accounts/users/organization';
import { organizationActions } from '../../accounts/users/organizations.audit';
import { noSuchUser } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { noSuchOrganization } from '../../platform/operations/error-texts';
import { defaultLocale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { noOrganizationWithId } from './organization-administration.operations';
import { organizationMails } from './organizations.mails';
import { noSuchMember } from './organizations.operations';
import { slugOf, withSuffix } from './slug';

interface TransactionStores {
  organizations: OrganizationStore;
  users: Pick<UserStore, 'findRecipientById'>;
  userChanges: Pick<UserChangesStore, 'lock'>;
  messages: Pick<MessageStore, 'insert'>;
  sessions: SessionStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface OrganizationChangesNeeds {
  stores: { transaction: Transact<TransactionStores> };
  liveSessions: Pick<LiveSessions, 'outdateTokensWith'>;
  revocations: Pick<Revocations, 'add'>;
  outbox: Pick<Outbox, 'notify'>;
  tokenClaims: Pick<TokenClaims, 'load'>;
  /** All roles of the installation. */
  roles: readonly string[];
  clock: Clock;
}

/** Who changes an organization: a member of it, or an operator, who may do everything. */
interface By {
  /** Null: an operator. */
  memberId: string | null;
  /** Null for a command. */
  context: RequestContext | null;
}

export interface NewOrganization {
  name: string;
  slug?: string | null | undefined;
  /** The first member. Null: none. */
  ownerId: string | null;
}

interface MemberChange {
  organizationId: string;
  userId: string;
  /** Sorted. Empty: the member is removed. */
  roles: string[];
}

interface NewMember extends MemberChange {
  /** The invitation that the member has accepted. */
  invitationId?: string | undefined;
}
export type OrganizationUpdate = Pick<OrganizationFields, 'name' | 'claims'> & { disabled?: boolean | undefined };

/** Changes organizations and their members, each in one transaction with its events. */
export class OrganizationChanges {
  constructor(private readonly needs: OrganizationChangesNeeds) {}

  get roles(): readonly string[] {
    return this.needs.roles;
  }

  /**
   * Creates an organization, whose owner its creator is, or the user whom an operator names.
   * @throws AppError `VALIDATION_FAILED` if the slug is taken; `CONFLICT` if a person has too many; `NOT_FOUND`
   */
  async create({ name, slug: wanted, ownerId }: NewOrganization, { memberId, context }: By): Promise<Organization> {
    const createdTs = this.needs.clock();
    const id = uuidv7(createdTs);
    return this.needs.stores.transaction(ownerId, async (tx) => {
      if (ownerId !== null) await this.requireRoom(tx, ownerId, memberId);
      const derived = slugOf(name);
      const slug = wanted ?? ((await tx.organizations.hasSlug(derived)) ? withSuffix(derived) : derived);
      const organization = { id, slug, name, createdTs };
      if (!(await tx.organizations.insert({ ...organization, createdById: memberId }))) throw slugTaken();
      await this.record(tx, organizationActions.organization_created, context, { details: { organizationId: id } });
      if (ownerId !== null) {
        const member = { organizationId: id, userId: ownerId, roles: ['owner'] };
        await tx.organizations.addMember({ ...member, createdTs });
        await this.recordMember(tx, organizationActions.member_added, member, { memberId, context });
      }
      return { ...organization, disabledTs: null };
    });
  }

  /** Locks the account, so that the numbers are right also for concurrent requests. */
  private async requireRoom(
    { userChanges, organizations }: TransactionStores,
    userId: string,
    createdById: string | null,
  ): Promise<void> {
    const account = await userChanges.lock(userId);
    if (!account && createdById === null) throw notFound(noSuchUser);
    if (!account || account.disabled) throw createdById === null ? accountIsDisabled() : accountRejected(account);
    if ((await organizations.countOf(userId)) >= mostOrganizationsOfUser) throw tooManyOrganizations();
    if (createdById !== null && (await organizations.countCreatedBy(createdById)) >= mostCreatedByUser)
      throw new AppError('CONFLICT', { msg: `A user can create at most ${mostCreatedByUser} organizations.` });
  }

  /**
   * Changes the given fields of an organization. Its access tokens are rejected if it is disabled, or if they have other claims then.
   * Returns whether something has changed.
   * @throws AppError `NOT_FOUND`, `FORBIDDEN`
   */
  async update(id: string, { name, claims, disabled }: OrganizationUpdate, by: By): Promise<boolean> {
    const at = this.needs.clock();
    const { fields, revocation } = await this.needs.stores.transaction(null, async (tx) => {
      const { organization: before } = await this.locked(tx, id, by, mayManage);
      const fields = [
        ...(name === undefined || name === before.name ? [] : ['name']),
        // A clone, because an object of GraphQL has no prototype.
        ...(claims === undefined || isDeepStrictEqual(structuredClone(claims), before.claims) ? [] : ['claims']),
        ...(disabled === undefined || disabled === (before.disabledTs !== null) ? [] : ['disabled']),
      ];
      if (fields.length === 0) return { fields, revocation: null };
      const disabledTs = fields.includes('disabled') ? (disabled ? at : null) : undefined;
      await tx.organizations.update(id, { name, claims, disabledTs });
      const isShown = fields.includes('claims') && this.needs.tokenClaims.load()?.uses.has(organizationClaims);
      const revocation = disabledTs || isShown ? await tx.organizations.rejectTokens(id, at) : null;
      const details = { organizationId: id, fields };
      await this.record(tx, organizationActions.organization_updated, by.context, { details });
      return { fields, revocation };
    });
    this.announce(revocation);
    return fields.length > 0;
  }

  /** Removes an organization with all that belongs to it. @throws AppError `NOT_FOUND`, `FORBIDDEN` */
  async delete(id: string, by: By): Promise<void> {
    const revocation = await this.needs.stores.transaction(null, async (tx) => {
      await this.locked(tx, id, by, isOwner);
      const removed = await tx.organizations.remove(id, this.needs.clock());
      await this.record(tx, organizationActions.organization_deleted, by.context, { details: { organizationId: id } });
      return removed;
    });
    this.announce(revocation);
  }

  /**
   * Sets the roles of a member, or removes the member. Only an operator adds one so. Returns whether something has changed.
   * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN`, `CONFLICT`
   */
  async setMember(change: MemberChange, by: By): Promise<boolean> {
    const { organizationId, userId, roles } = change;
    this.checkRoles(roles);
    const settled = await this.needs.stores.transaction(userId, async (tx) => {
      const account = await tx.userChanges.lock(userId);
      const isSelf = userId === by.memberId;
      const isLeaving = isSelf && roles.length === 0;
      const { own } = await this.locked(tx, organizationId, by, isLeaving ? () => true : mayManage, isLeaving);
      const before = await tx.organizations.rolesOf(organizationId, userId);
      if (before.length === 0) {
        if (by.memberId !== null) throw notFound(noSuchMember);
        if (!account) throw notFound(noSuchUser);
        if (account.deletionDueTs) throw accountIsDisabled();
      }
      if (own && !(mayAssign(own, before) && mayAssign(own, roles))) throw onlyByOwners();
      if (isOwner(before) && !isOwner(roles)) await this.requireOwner(tx, change, by);
      if (before.join() === roles.join()) return null;
      return this.write(tx, change, before, by);
    });
    settled?.announce();
    return settled !== null;
  }

  /** Another owner must stay. Only an operator leaves an organization without members. @throws AppError `CONFLICT` */
  private async requireOwner(
    { organizations }: TransactionStores,
    { organizationId, userId, roles }: MemberChange,
    { memberId }: By,
  ): Promise<void> {
    const hasOther = (kind: 'owner' | 'member') => organizations.hasOther(kind, organizationId, userId);
    if (await hasOther('owner')) return;
    if (memberId !== null || roles.length > 0 || (await hasOther('member'))) throw lastOwner();
  }

  private async write(
    tx: TransactionStores,
    change: MemberChange,
    before: readonly string[],
    by: By,
  ): Promise<{ announce(): void }> {
    const { organizationId, userId, roles } = change;
    if (before.length === 0) {
      await this.add(tx, change, by);
      // No access token of the user names the organization.
      return { announce: () => {} };
    }
    if (roles.length === 0) await tx.organizations.removeMember(organizationId, userId);
    else await tx.organizations.setRoles(organizationId, userId, roles);
    const { member_removed, member_changed } = organizationActions;
    await this.recordMember(tx, roles.length === 0 ? member_removed : member_changed, change, by);
    if (roles.length === 0 && userId !== by.memberId)
      await this.needs.outbox.notify(tx, organizationMails.member_removed, userId, by.context?.locale ?? defaultLocale);
    return this.needs.liveSessions.outdateTokensWith(tx, userId);
  }

  /** Adds a member whose account, and then the organization, the caller has locked. @throws AppError `CONFLICT` */
  async add(
    tx: Pick<TransactionStores, 'organizations' | 'audit'>,
    { invitationId, ...member }: NewMember,
    by: By,
  ): Promise<void> {
    if ((await tx.organizations.countOf(member.userId)) >= mostOrganizationsOfUser) throw tooManyOrganizations();
    if (!(await tx.organizations.addMember({ ...member, createdTs: this.needs.clock() }))) {
      throw new AppError('CONFLICT', { msg: `An organization can have at most ${mostMembers} members.` });
    }
    await this.recordMember(tx, organizationActions.member_added, { ...member, invitationId }, by);
  }

  /** @throws AppError `VALIDATION_FAILED` if the installation has no such role */
  checkRoles(roles: readonly string[]): void {
    if (!roles.every((role) => this.needs.roles.includes(role)))
      throw invalidField('roles', `must be of ${this.needs.roles.join(', ')}`);
  }

  /**
   * Locks the organization, and decides whether the member may change it. Returns the roles of the member, which are null for an
   * operator.
   * @throws AppError `NOT_FOUND` also for somebody who is not a member; `FORBIDDEN`
   */
  async locked(
    tx: Pick<TransactionStores, 'organizations'>,
    id: string,
    { memberId }: Pick<By, 'memberId'>,
    may: (roles: readonly string[]) => boolean,
    alsoDisabled = false,
  ): Promise<{ organization: OrganizationWithClaims; own: readonly string[] | null }> {
    const organization = await tx.organizations.lock(id);
    const own = organization && memberId !== null ? await tx.organizations.rolesOf(id, memberId) : null;
    if (!organization || own?.length === 0)
      throw notFound(memberId === null ? noOrganizationWithId : noSuchOrganization);
    if (own && !may(own)) throw new AppError('FORBIDDEN', { msg: 'Your roles in the organization do not allow this.' });
    if (own && organization.disabledTs && !alsoDisabled) throw disabledOrganization();
    return { organization, own };
  }

  private announce(revocation: OrganizationRevocation | null): void {
    if (revocation) this.needs.revocations.add(revocation);
  }

  private recordMember(
    tx: Pick<TransactionStores, 'audit'>,
    action: AuditAction,
    { organizationId, userId, roles, invitationId }: NewMember,
    { memberId, context }: By,
  ): Promise<void> {
    const byUserId = memberId !== null && memberId !== userId ? { byUserId: memberId } : {};
    const invitation = invitationId === undefined ? {} : { invitationId };
    const details = { organizationId, ...invitation, ...(roles.length > 0 && { roles }), ...byUserId };
    return this.record(tx, action, context, { userId, details });
  }

  private record(
    { audit }: Pick<TransactionStores, 'audit'>,
    action: AuditAction,
    context: RequestContext | null,
    about: { userId?: string; details: AuditDetails },
  ): Promise<void> {
    return audit.insert([successEvent(action, this.needs.clock(), context, about)]);
  }
}

export const onlyByOwners = () =>
  new AppError('FORBIDDEN', { msg: 'Only an owner can make, change or remove an owner.' });
const lastOwner = () =>
  new AppError('CONFLICT', { msg: 'The organization needs an owner. Make another member an owner before.' });
const tooManyOrganizations = () =>
  new AppError('CONFLICT', { msg: `A user can be a member of at most ${mostOrganizationsOfUser} organizations.` });
const accountIsDisabled = () => new AppError('CONFLICT', { msg: 'The account is disabled or deleted.' });
const slugTaken = () => invalidField('slug', 'must not be that of another organization');
