import type { RunAsUser } from '../../accounts/auth/run-as-user';
import { type BeforeRegister, type FirstRights, noRights } from '../../accounts/hooks/before-register';
import type { OrganizationOfMember } from '../../accounts/memberships/membership.answers';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { disabledOrganization, organizationsOff } from '../../accounts/memberships/organization-errors';
import type {
  FoundInvitation,
  OpenInvitation,
  OrganizationInvitationStore,
} from '../../accounts/memberships/organization-invitation.store';
import { toOrganizationOfMember } from '../../accounts/memberships/organization-of-member';
import { organizationPurposes } from '../../accounts/memberships/organizations.purposes';
import type { OwnershipStores } from '../../accounts/ownership/ownership';
import type { NewPasswords } from '../../accounts/passwords/new-passwords';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { RevokedAccount } from '../../accounts/sessions/session.store';
import { provingMail } from '../../accounts/users/mail.limits';
import { type Membership, mayAssign, mayManage, mostOpenInvitations } from '../../accounts/users/organization';
import { organizationActions } from '../../accounts/users/organizations.audit';
import { type RegisterDomains, rejectOtherDomain } from '../../accounts/users/register-domains';
import { rolesOf } from '../../accounts/users/role';
import type { User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { fieldsOfNewUser } from '../../accounts/users/user-field-changes';
import type { UserFields } from '../../accounts/users/user-fields';
import { userActions } from '../../accounts/users/users.audit';
import { userReasons } from '../../accounts/users/users.reasons';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import { noSuchOrganization } from '../../platform/operations/error-texts';
import { type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { type EmailAddress, parseEmailAddress } from '../../platform/request/email-address';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { type OrganizationChanges, onlyByOwners } from './organization-changes';
import { invitationMail } from './organization-invitations.limits';
import {
  acceptInvitation,
  inviteMember,
  noSuchInvitation,
  registerByInvitation,
  withdrawInvitation,
} from './organization-invitations.operations';
import { organizationMails } from './organizations.mails';
import { organizationReasons } from './organizations.reasons';
import type { Organizations } from './organizations.settings';

interface AccountTx extends OwnershipStores {
  users: UserStore;
  userChanges: UserChangesStore;
}

interface InvitationTx extends AccountTx {
  organizations: OrganizationStore;
  organizationInvitations: OrganizationInvitationStore;
}

interface InvitationsServiceNeeds {
  operation: RunOperation;
  /** Unless ORGANIZATIONS is off. */
  asUser: RunAsUser;
  stores: {
    users: Pick<UserStore, 'findRecipient'>;
    organizations: Pick<OrganizationStore, 'findOf'>;
    organizationInvitations: Pick<OrganizationInvitationStore, 'findOpen' | 'listOpen'>;
    transaction: Transact<InvitationTx>;
  };
  changes: OrganizationChanges;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  rateLimits: RateLimits;
  newPasswords: NewPasswords;
  /** Null without `HOOK_BEFORE_REGISTER`. */
  beforeRegister: BeforeRegister | null;
  /** Gives an account to the person who has proved its address: the reset of a password. */
  passwordReset: {
    setPasswordWith(
      tx: AccountTx,
      account: { userId: string; passwordHash: string },
      context: RequestContext,
    ): Promise<{ revoked: RevokedAccount | null }>;
  };
  liveSessions: Pick<LiveSessions, 'rejectTokensOf'>;
  userFields: Pick<UserFields, 'defaults'>;
  registerDomains: RegisterDomains;
  /** ORGANIZATIONS. */
  setting: Organizations;
  clock: Clock;
}

/** What has become of invitations. */
export const invitationResults = ['sent', 'withdrawn', 'accepted', 'rejected'] as const;

const purposes = [organizationPurposes.organization_invitation];

/** An invitation whose link a person has opened, and what is known of the address. */
export interface OpenedInvitation extends Pick<FoundInvitation, 'organization' | 'invitedBy' | 'email'> {
  /** The account with the address, which accepts it if the address is verified. Else the person registers. */
  owner: { userId: string; isVerified: boolean } | null;
}

/** Whom the link is for, and what it is. */
interface ProvenInvitation {
  proven: ProvenToken;
  invitation: FoundInvitation;
  address: EmailAddress;
}

interface NewMember {
  firstName: string;
  lastName: string;
  passwordHash: string;
}

/** Invitations to organizations: a link by mail, with which the owner of the address becomes a member. */
export class OrganizationInvitationsService {
  readonly counts: Record<(typeof invitationResults)[number], number> = {
    sent: 0,
    withdrawn: 0,
    accepted: 0,
    rejected: 0,
  };

  constructor(private readonly needs: InvitationsServiceNeeds) {}

  /** The work is the same whether or not the address has an account. */
  inviteMember(input: unknown, context: RequestContext): Promise<OpenInvitation> {
    return this.needs.asUser(inviteMember, context, input, async ({ userId }, { organizationId, email, roles }) => {
      const id = knownId(organizationId, noSuchOrganization);
      this.needs.changes.checkRoles(roles);
      // Before the limits, so that nobody uses up those of an organization of others.
      const own = await context.timings.measure('database', () => this.needs.stores.organizations.findOf(userId, id));
      if (!own) throw notFound(noSuchOrganization);
      const limit = invitationMail(userId, id, email.canonical);
      const write = () => context.timings.measure('database', () => this.invite({ userId, id, email, roles }, context));
      const invitation = await (mayManage(own.roles) ? this.needs.rateLimits.count(limit, context, write) : write());
      this.counts.sent += 1;
      return invitation;
    });
  }

  private invite(
    { userId, id, email, roles }: { userId: string; id: string; email: EmailAddress; roles: string[] },
    context: RequestContext,
  ): Promise<OpenInvitation> {
    const createdTs = this.needs.clock();
    const { given, canonical } = email;
    return this.needs.stores.transaction(null, async (tx) => {
      const { organization, own } = await this.needs.changes.locked(tx, id, { memberId: userId }, mayManage);
      if (!mayAssign(own ?? [], roles)) throw onlyByOwners();
      if (await tx.organizations.hasMember(id, canonical)) throw isMember();
      await tx.organizationInvitations.end(id, { emailCanonical: canonical }, createdTs);
      if ((await tx.organizationInvitations.countOpen(id, createdTs)) >= mostOpenInvitations)
        throw tooManyInvitations();
      const invitationId = uuidv7(createdTs);
      const token = await this.needs.oneTimeTokens.issue(tx, {
        purpose: organizationPurposes.organization_invitation,
        userId: null,
        address: canonical,
        details: { invitation: invitationId, organization: organization.slug },
      });
      const { expiresTs } = token;
      const invitation = { id: invitationId, email: given, roles, createdTs, expiresTs };
      const row = { ...invitation, organizationId: id, emailCanonical: canonical, invitedById: userId };
      await tx.organizationInvitations.insert(row);
      const locale = (await tx.users.findRecipientById(userId))?.locale ?? context.locale;
      const template = organizationMails.organization_invitation;
      await this.needs.outbox.write(tx, { template, userId: null, to: canonical, locale, token });
      const details = { organizationId: id, invitationId, roles };
      await tx.audit.insert([
        successEvent(organizationActions.member_invited, createdTs, context, { userId, details }),
      ]);
      return invitation;
    });
  }

  withdrawInvitation(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(
      withdrawInvitation,
      context,
      input,
      async ({ userId }, { organizationId, invitationId }) => {
        const id = knownId(organizationId, noSuchOrganization);
        const which = { id: knownId(invitationId, noSuchInvitation) };
        const at = this.needs.clock();
        await context.timings.measure('database', () =>
          this.needs.stores.transaction(null, async (tx) => {
            await this.needs.changes.locked(tx, id, { memberId: userId }, mayManage);
            if (!(await tx.organizationInvitations.end(id, which, at))) throw notFound(noSuchInvitation);
            const details = { organizationId: id, invitationId: which.id };
            await tx.audit.insert([
              successEvent(organizationActions.invitation_withdrawn, at, context, { userId, details }),
            ]);
          }),
        );
        this.counts.withdrawn += 1;
      },
    );
  }

  acceptInvitation(input: unknown, context: RequestContext): Promise<OrganizationOfMember> {
    return this.needs.asUser(acceptInvitation, context, input, ({ userId }, { token }) =>
      this.redeeming(token, context, async (link) => {
        const membership = await context.timings.measure('database', () =>
          this.needs.stores.transaction(userId, async (tx) => {
            await tx.userChanges.lock(userId);
            const user = await tx.users.findRecipientById(userId);
            if (!user?.emailVerified || user.disabled || user.emailCanonical !== link.address.canonical)
              throw new AppError('INVALID_TOKEN', { reason: organizationReasons['invitation of another address'] });
            return this.join(tx, userId, link, context);
          }),
        );
        return toOrganizationOfMember(membership, this.needs);
      }),
    );
  }

  /**
   * Creates the account of the invited address, which the link proves. If it has one that was never verified, gives it to the person
   * with the link, as a reset of the password does.
   */
  registerByInvitation(input: unknown, context: RequestContext): Promise<User> {
    return this.needs.operation(registerByInvitation, context, async (subject) => {
      const { token, password, ...names } = readInput(registerByInvitation, input, context);
      if (this.needs.setting === null) throw organizationsOff();
      return this.redeeming(token, context, async (link) => {
        const { given, canonical } = link.address;
        subject.account = canonical;
        if (link.invitation.organization.isDisabled) throw disabledOrganization();
        const owner = await context.timings.measure('database', () => this.needs.stores.users.findRecipient(canonical));
        if (owner?.emailVerified) throw new AppError('EMAIL_TAKEN', { reason: userReasons['taken address'] });
        if (owner?.disabled) throw new AppError('ACCOUNT_DISABLED');
        const rights = owner ? noRights : await this.firstRights(link.address, names, context);
        const person = { account: canonical, owner: { email: given, ...names } };
        const user = await this.needs.newPasswords.set(password, person, context, (passwordHash) =>
          owner
            ? this.takeOver(owner.userId, { ...names, passwordHash }, link, context)
            : this.create({ ...names, passwordHash }, rights, link, context),
        );
        subject.userId = user.id;
        await this.needs.rateLimits.trustNetwork(canonical, context);
        return user;
      });
    });
  }

  private async firstRights(
    email: EmailAddress,
    names: Pick<NewMember, 'firstName' | 'lastName'>,
    context: RequestContext,
  ): Promise<FirstRights> {
    rejectOtherDomain(email, this.needs.registerDomains);
    const newcomer = { email, ...names, tel: null };
    return (await this.needs.beforeRegister?.decide(newcomer, 'invitation', context)) ?? noRights;
  }

  private async create(
    person: NewMember,
    { roles, claims, fields: ofHook }: FirstRights,
    link: ProvenInvitation,
    context: RequestContext,
  ): Promise<User> {
    const createdTs = this.needs.clock();
    const { given: email, canonical: emailCanonical } = link.address;
    const own = { ...person, roles, claims, fields: fieldsOfNewUser(this.needs.userFields, ofHook) };
    const account = {
      id: uuidv7(createdTs),
      email,
      emailCanonical,
      emailVerified: true,
      isSuperAdmin: false,
      tel: null,
    };
    const newUser = { ...account, ...own, locale: context.locale, createdTs };
    const details = { method: 'invitation', ...rolesOf(newUser) };
    const audit = successEvent(userActions.registered, createdTs, context, { userId: newUser.id, details });
    return this.needs.stores.transaction(null, async (tx) => {
      const user = await tx.users.insert(newUser, audit);
      if (!user) throw new AppError('EMAIL_TAKEN', { reason: userReasons['taken address'] });
      await this.join(tx, user.id, link, context);
      return user;
    });
  }

  private async takeOver(
    userId: string,
    { firstName, lastName, passwordHash }: NewMember,
    link: ProvenInvitation,
    context: RequestContext,
  ): Promise<User> {
    const { user, revoked } = await this.needs.stores.transaction(userId, async (tx) => {
      await tx.userChanges.lock(userId);
      const owner = await tx.users.findRecipientById(userId);
      // The address was verified, or changed, in the meantime.
      if (owner?.emailVerified || owner?.emailCanonical !== link.address.canonical) throw new AppError('EMAIL_TAKEN');
      await this.join(tx, userId, link, context);
      const { revoked } = await this.needs.passwordReset.setPasswordWith(tx, { userId, passwordHash }, context);
      const updated = await tx.userChanges.updateProfile(userId, { firstName, lastName }, this.needs.clock());
      if (!updated) throw new AppError('EMAIL_TAKEN');
      return { user: updated.user, revoked };
    });
    this.needs.liveSessions.rejectTokensOf(revoked);
    return user;
  }

  /** Returns what the page of a link shows. Null if the link is not valid. Changes nothing. */
  async opened(token: string): Promise<OpenedInvitation | null> {
    const found = await this.needs.oneTimeTokens.find(token, purposes);
    const invitation =
      found &&
      (await this.needs.stores.organizationInvitations.findOpen(found.details.invitation ?? '', this.needs.clock()));
    if (!invitation) return null;
    const { organization, invitedBy, email } = invitation;
    const owner = await this.needs.stores.users.findRecipient(found.address ?? '');
    return {
      organization,
      invitedBy,
      email,
      owner: owner && { userId: owner.userId, isVerified: owner.emailVerified },
    };
  }

  private redeeming<Result>(
    token: string,
    context: RequestContext,
    work: (link: ProvenInvitation) => Promise<Result>,
  ): Promise<Result> {
    const redeem = async () => {
      const { proven, invitation } = await context.timings.measure('database', async () => {
        const proven = await this.needs.oneTimeTokens.prove({ token }, purposes);
        const id = proven.token.details.invitation ?? '';
        return { proven, invitation: await this.needs.stores.organizationInvitations.findOpen(id, this.needs.clock()) };
      });
      const address = invitation && parseEmailAddress(invitation.email);
      if (!address) throw endedInvitation();
      const result = await work({ proven, invitation, address });
      this.counts.accepted += 1;
      return result;
    };
    return provingMail(this.needs.rateLimits, { token }, context, redeem).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'INVALID_TOKEN') this.counts.rejected += 1;
      throw error;
    });
  }

  /**
   * Makes a user a member whose account the caller has locked. Of concurrent requests with one link, one succeeds.
   * @throws AppError `INVALID_TOKEN`; `FORBIDDEN` if the organization is disabled; `CONFLICT` if it is full, or the user has too many
   */
  private async join(
    tx: InvitationTx,
    userId: string,
    { proven, invitation: { id, organization, invitedBy } }: ProvenInvitation,
    context: RequestContext,
  ): Promise<Pick<Membership, 'organization' | 'roles'>> {
    const locked = await tx.organizations.lock(organization.id);
    if (!locked) throw endedInvitation();
    if (locked.disabledTs) throw disabledOrganization();
    await this.needs.oneTimeTokens.consume(tx, proven);
    const at = this.needs.clock();
    const invitation = await tx.organizationInvitations.findOpen(id, at);
    if (!invitation) throw endedInvitation();
    await tx.organizationInvitations.end(locked.id, { id }, at);
    const before = await tx.organizations.rolesOf(locked.id, userId);
    // An operator has added the user in the meantime.
    if (before.length > 0) return { organization: locked, roles: before };
    const member = { organizationId: locked.id, userId, roles: invitation.roles, invitationId: id };
    await this.needs.changes.add(tx, member, { memberId: invitedBy?.id ?? null, context });
    return { organization: locked, roles: invitation.roles };
  }
}

const endedInvitation = () => new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['used link'] });
const isMember = () => new AppError('CONFLICT', { msg: 'The address is that of a member.' });
const tooManyInvitations = () =>
  new AppError('CONFLICT', { msg: `An organization can have at most ${mostOpenInvitations} open invitations.` });
