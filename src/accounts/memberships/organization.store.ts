import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { isUniqueViolation } from '../../platform/db/database-error';
import { beginningWith } from '../../platform/db/like';
import type { PagePosition } from '../../platform/request/page-cursor';
import { notifyingOfOrganization } from '../sessions/session';
import type { Authentication } from '../tokens/authentication';
import {
  type ManagedOrganization,
  type Member,
  type Membership,
  mostMembers,
  mostOrganizationsOfUser,
  type Organization,
  type OrganizationClaims,
  type OrganizationRevocation,
  type OrganizationWithClaims,
  ownerRole,
} from '../users/organization';
import type { UserClaims } from '../users/user-claims';
import { voidingLinksOf } from './invitation-links';

interface NewOrganization extends Pick<Organization, 'id' | 'slug' | 'name' | 'createdTs'> {
  /** Null: a super admin, a service or a command creates it. */
  createdById: string | null;
}

export interface OrganizationFilter {
  slug: string | null;
  /** The beginning of the name, in upper or lower case. */
  name: string | null;
  disabled: boolean | null;
}

/** A page of a list that is sorted by a time and an id. */
interface PageRequest {
  first: number;
  after: PagePosition | null;
}

/** Undefined leaves a field as it is. */
export interface OrganizationFields {
  name?: string | undefined;
  claims?: UserClaims | undefined;
  /** Null enables it. */
  disabledTs?: Date | null | undefined;
}

/** What an access token for an organization is made from: the session of the request, and the organization. */
export interface SessionInOrganization extends Authentication {
  authTs: Date;
  expiresTs: Date;
  isDisabled: boolean;
  organization: OrganizationClaims;
}

export class OrganizationStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if another organization has the slug. The transaction can then only be rolled back. */
  async insert(organization: NewOrganization): Promise<boolean> {
    return this.db.prisma.organization.create({ data: organization, select: { id: true } }).then(
      () => true,
      (error: unknown) => {
        if (isUniqueViolation(error)) return false;
        throw error;
      },
    );
  }

  async hasSlug(slug: string): Promise<boolean> {
    return (await this.db.prisma.organization.count({ where: { slug } })) > 0;
  }

  /** Counts the organizations that the user has created and that exist. */
  countCreatedBy(createdById: string): Promise<number> {
    return this.db.prisma.organization.count({ where: { createdById } });
  }

  countOf(userId: string): Promise<number> {
    return this.db.prisma.membership.count({ where: { userId } });
  }

  /** Returns the organizations of a user, by their slugs. */
  async listOf(userId: string): Promise<Membership[]> {
    const rows = await this.db.prisma.membership.findMany({
      where: { userId },
      include: { organization: true },
      orderBy: { organization: { slug: 'asc' } },
      take: mostOrganizationsOfUser,
    });
    return rows.map(toMembership);
  }

  /** Returns null if there is no such organization, or the user is not a member. */
  async findOf(userId: string, organizationId: string): Promise<Membership | null> {
    const row = await this.db.prisma.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      include: { organization: true },
    });
    return row && toMembership(row);
  }

  /** As `findOf`, also by the slug, which cannot be taken for an id: it begins with a letter, and an id, a UUIDv7, with a digit. */
  async findNamed(userId: string, idOrSlug: string): Promise<Membership | null> {
    const organization = /^[a-z]/.test(idOrSlug) ? { slug: idOrSlug } : { id: idOrSlug };
    const row = await this.db.prisma.membership.findFirst({
      where: { userId, organization },
      include: { organization: true },
    });
    return row && toMembership(row);
  }

  async find(id: string): Promise<ManagedOrganization | null> {
    const [row] = await this.db.run<ManagedOrganization>(findManaged, [id]);
    return row ?? null;
  }

  async findBySlug(slug: string): Promise<Organization | null> {
    const row = await this.db.prisma.organization.findUnique({ where: { slug } });
    return row && toOrganization(row);
  }

  /** Returns the newest organizations first: those of the page, and one more if there is a next page. */
  list(filter: OrganizationFilter, { first, after }: PageRequest): Promise<ManagedOrganization[]> {
    const { slug, name, disabled } = filter;
    const pattern = name === null ? null : beginningWith(name);
    const [ts, id] = [after?.ts ?? null, after?.id ?? null];
    return this.db.run<ManagedOrganization>(listManaged, [slug, pattern, disabled, ts, id, first + 1]);
  }

  /** Returns the members in the order in which they became members: those of the page, and one more if there is a next page. */
  listMembers(organizationId: string, { first, after }: PageRequest): Promise<Member[]> {
    return this.db.run<Member>(listMembers, [organizationId, after?.ts ?? null, after?.id ?? null, first + 1]);
  }

  async findMember(organizationId: string, userId: string): Promise<Member | null> {
    const row = await this.db.prisma.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      include: { user: { select: { firstName: true, lastName: true, email: true } } },
    });
    if (!row) return null;
    const { roles, createdTs, user } = row;
    const { firstName, lastName, email } = user;
    return { userId, firstName, lastName, email, roles, createdTs };
  }

  /**
   * Locks the organization until the end of the transaction, after the account of the member whose roles it changes: always in this
   * order, so that no two transactions wait for each other. Returns null if there is no such organization.
   */
  async lock(id: string): Promise<OrganizationWithClaims | null> {
    const [row] = await this.db.run<OrganizationWithClaims>(lockOrganization, [id]);
    return row ?? null;
  }

  /** Empty if the user is not a member. */
  async rolesOf(organizationId: string, userId: string): Promise<readonly string[]> {
    const row = await this.db.prisma.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      select: { roles: true },
    });
    return row?.roles ?? [];
  }

  /** Whether the account of this address is a member. */
  async hasMember(organizationId: string, emailCanonical: string): Promise<boolean> {
    return (await this.db.prisma.membership.count({ where: { organizationId, user: { emailCanonical } } })) > 0;
  }

  /** The caller has locked the organization. */
  async hasOther(kind: 'owner' | 'member', organizationId: string, userId: string): Promise<boolean> {
    const where: Prisma.MembershipWhereInput = { organizationId, userId: { not: userId } };
    if (kind === 'owner') where.roles = { has: ownerRole };
    return (await this.db.prisma.membership.findFirst({ where, select: { userId: true } })) !== null;
  }

  /** The caller has locked the organization. Returns false if it has `mostMembers` members. */
  async addMember(member: {
    organizationId: string;
    userId: string;
    roles: string[];
    createdTs: Date;
  }): Promise<boolean> {
    const { organizationId } = member;
    if ((await this.db.prisma.membership.count({ where: { organizationId } })) >= mostMembers) return false;
    await this.db.prisma.membership.create({ data: member });
    return true;
  }

  async setRoles(organizationId: string, userId: string, roles: string[]): Promise<void> {
    await this.db.prisma.membership.updateMany({ where: { organizationId, userId }, data: { roles } });
  }

  async removeMember(organizationId: string, userId: string): Promise<void> {
    await this.db.prisma.membership.deleteMany({ where: { organizationId, userId } });
  }

  /** Returns the slugs of the organizations with other members of which the user is the only owner. */
  async slugsOwnedAlone(userId: string): Promise<string[]> {
    return (await this.db.run<{ slug: string }>(ownedAlone, [userId])).map(({ slug }) => slug);
  }

  /** Removes the organizations whose only member the user is. Notifies every instance. */
  async removeLonely(userId: string, at: Date): Promise<OrganizationRevocation[]> {
    // A statement of its own, so that the next one sees who has become a member meanwhile.
    await this.db.run(lockOwned, [userId]);
    return this.db.run<OrganizationRevocation>(removeLonely, [userId, at]);
  }

  async update(id: string, changes: OrganizationFields): Promise<void> {
    const data: Prisma.OrganizationUpdateManyMutationInput = {};
    if (changes.name !== undefined) data.name = changes.name;
    if (changes.claims !== undefined) data.claims = changes.claims as Prisma.InputJsonObject;
    if (changes.disabledTs !== undefined) data.disabledTs = changes.disabledTs;
    await this.db.prisma.organization.updateMany({ where: { id }, data });
  }

  /** Rejects the access tokens for the organization that exist. Notifies every instance once, also for many members. */
  async rejectTokens(id: string, at: Date): Promise<OrganizationRevocation | null> {
    const [row] = await this.db.run<OrganizationRevocation>(rejectTokens, [id, at]);
    return row ?? null;
  }

  /** Removes an organization with its members and invitations. Notifies every instance once. */
  async remove(id: string, at: Date): Promise<OrganizationRevocation | null> {
    const [row] = await this.db.run<OrganizationRevocation>(removeOrganization, [id, at]);
    return row ?? null;
  }

  /** Null if the session has ended, or its user is not a member. */
  async findSession(sessionId: string, organizationId: string): Promise<SessionInOrganization | null> {
    const [row] = await this.db.run<Omit<SessionInOrganization, 'organization'> & OrganizationClaims>(findSession, [
      sessionId,
      organizationId,
    ]);
    if (!row) return null;
    const { authTs, expiresTs, acr, amr, isDisabled, id, slug, roles, revision, claims } = row;
    return { authTs, expiresTs, acr, amr, isDisabled, organization: { id, slug, roles, revision, claims } };
  }
}

const toOrganization = ({ id, slug, name, createdTs, disabledTs }: Prisma.OrganizationModel): Organization => ({
  id,
  slug,
  name,
  createdTs,
  disabledTs,
});

const toMembership = ({
  organization,
  roles,
  createdTs,
}: Prisma.MembershipModel & { organization: Prisma.OrganizationModel }): Membership => ({
  organization: toOrganization(organization),
  roles,
  createdTs,
});

const managedColumns = `id, slug, name, claims, created_ts AS "createdTs", disabled_ts AS "disabledTs",
  (SELECT count(*)::int FROM memberships m WHERE m.organization_id = o.id) AS "memberCount"`;

const findManaged: Statement = {
  name: 'organization_find',
  // By hand (Prisma): it counts the members of all organizations.
  text: `SELECT ${managedColumns} FROM organizations o WHERE id = $1::uuid`,
};

/**
 * $1 slug, $2 the pattern of the name, $3 whether disabled, $4 and $5 the time and the id of the organization before the page, or
 * null, $6 the maximum number. Planned each time, so that the plan fits the filters that are set.
 */
const listManaged: Statement = {
  name: 'organizations_list',
  // By hand (Prisma): a page starts after a pair of values, and the beginning of a name has an index on an expression.
  text: `
    SELECT ${managedColumns} FROM organizations o
    WHERE ($1::text IS NULL OR slug = $1) AND ($2::text IS NULL OR lower(name) LIKE lower($2))
      AND ($3::boolean IS NULL OR (disabled_ts IS NOT NULL) = $3)
      AND ($5::uuid IS NULL OR (created_ts, id) < ($4::timestamptz, $5))
    ORDER BY created_ts DESC, id DESC LIMIT $6::int`,
  isPlannedEachTime: true,
};

/** $1 organization, $2 and $3 the time and the id of the member before the page, or null, $4 the maximum number. */
const listMembers: Statement = {
  name: 'memberships_list',
  // By hand (Prisma): a page starts after a pair of values.
  text: `
    SELECT m.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.roles, m.created_ts AS "createdTs"
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = $1::uuid AND ($3::uuid IS NULL OR (m.created_ts, m.user_id) > ($2::timestamptz, $3))
    ORDER BY m.created_ts, m.user_id LIMIT $4::int`,
};

const lockOrganization: Statement = {
  name: 'organization_lock',
  // By hand (race): of two owners who remove each other, one stays.
  text: `
    SELECT id, slug, name, claims, created_ts AS "createdTs", disabled_ts AS "disabledTs"
    FROM organizations WHERE id = $1::uuid FOR NO KEY UPDATE`,
};

/** The organizations that the user $1 owns, locked in one order. */
const owned = `SELECT id, slug FROM organizations
  WHERE id IN (SELECT organization_id FROM memberships WHERE user_id = $1::uuid AND '${ownerRole}' = ANY (roles))
  ORDER BY id FOR NO KEY UPDATE`;

/** $1 user. */
const ownedAlone: Statement = {
  name: 'organizations_owned_alone',
  // By hand (race): with the removal of the other owner.
  text: `
    SELECT o.slug FROM (${owned}) AS o
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id AND m.user_id <> $1)
      AND NOT EXISTS (SELECT 1 FROM memberships m
        WHERE m.organization_id = o.id AND m.user_id <> $1 AND '${ownerRole}' = ANY (m.roles))
    ORDER BY o.slug`,
};

/** The SQL that notes the revocation of the organizations of `revoked`, and notifies every instance of each. */
const revoking = (revoked: string, at: string) => `
    noted AS (
      INSERT INTO organization_revocations (organization_id, revision, revoked_ts) SELECT id, revision, ${at} FROM ${revoked}
      ON CONFLICT (organization_id) DO UPDATE SET revision = excluded.revision, revoked_ts = excluded.revoked_ts
    )`;
/** The SQL that makes the links of the invitations of the organizations of `revoked` invalid: they have no foreign key. */
const voidingLinks = (revoked: string, at: string) => `
    invited AS (SELECT id, email_canonical FROM organization_invitations
      WHERE ended_ts IS NULL AND organization_id IN (SELECT id FROM ${revoked})),
    ${voidingLinksOf('invited', at)}`;
const notified = `${notifyingOfOrganization('id', 'revision')} AS notified`;

/** $1 organization, $2 now. */
const rejectTokens: Statement = {
  name: 'organization_reject_tokens',
  // By hand (Prisma): no NOTIFY, which is sent if and only if the change is committed.
  text: `
    WITH revoked AS (
      UPDATE organizations SET revision = revision + 1 WHERE id = $1::uuid RETURNING id, revision
    ), ${revoking('revoked', '$2::timestamptz')}
    SELECT id AS "organizationId", revision, ${notified} FROM revoked`,
};

/** $1 organization, $2 now. */
const removeOrganization: Statement = {
  name: 'organization_remove',
  // By hand (Prisma): no NOTIFY.
  text: `
    WITH revoked AS (
      DELETE FROM organizations WHERE id = $1::uuid RETURNING id, revision + 1 AS revision
    ), ${revoking('revoked', '$2::timestamptz')}, ${voidingLinks('revoked', '$2')}
    SELECT id AS "organizationId", revision, ${notified} FROM revoked`,
};

/** $1 user, who is an owner of each organization of which the user is the only member. */
const lockOwned: Statement = {
  name: 'organizations_lock_owned',
  // By hand (race): with somebody who accepts an invitation.
  text: owned,
};

/** $1 user, $2 now. */
const removeLonely: Statement = {
  name: 'organizations_remove_lonely',
  // By hand (Prisma): no NOTIFY.
  text: `
    WITH revoked AS (
      DELETE FROM organizations o
      WHERE id IN (SELECT organization_id FROM memberships WHERE user_id = $1::uuid)
        AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id AND m.user_id <> $1)
      RETURNING id, revision + 1 AS revision
    ), ${revoking('revoked', '$2::timestamptz')}, ${voidingLinks('revoked', '$2')}
    SELECT id AS "organizationId", revision, ${notified} FROM revoked`,
};

/** $1 session, $2 organization. */
const findSession: Statement = {
  name: 'organization_of_session',
  // By hand (Prisma): one read of three tables, so that the roles and the revision of the organization are from one time.
  text: `
    SELECT coalesce(s.auth_ts, s.created_ts) AS "authTs", s.expires_ts AS "expiresTs", s.acr, s.amr, o.disabled_ts IS NOT NULL AS "isDisabled",
      o.id, o.slug, o.revision, o.claims, m.roles
    FROM sessions s JOIN memberships m ON m.user_id = s.user_id JOIN organizations o ON o.id = m.organization_id
    WHERE s.id = $1::uuid AND o.id = $2::uuid AND s.revoked_ts IS NULL`,
};
