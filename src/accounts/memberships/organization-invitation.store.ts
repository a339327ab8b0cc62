import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { mostOpenInvitations } from '../users/organization';
import { voidingLinksOf } from './invitation-links';

interface NewInvitation {
  /** A UUIDv7. */
  id: string;
  organizationId: string;
  /** As entered. */
  email: string;
  emailCanonical: string;
  /** 1 to 5 names, sorted. */
  roles: string[];
  invitedById: string;
  createdTs: Date;
  expiresTs: Date;
}

/** An open invitation, as owners and admins see it. */
export type OpenInvitation = Pick<NewInvitation, 'id' | 'email' | 'roles' | 'createdTs' | 'expiresTs'>;

/** An open invitation, as the person sees it who has its link. */
export interface FoundInvitation extends OpenInvitation {
  organization: { id: string; slug: string; name: string; isDisabled: boolean };
  /** Null if the account was erased. */
  invitedBy: { id: string; firstName: string; lastName: string } | null;
}

/** Invitations are open until they are accepted, withdrawn or replaced, or their time is over. */
export class OrganizationInvitationStore {
  constructor(private readonly db: Queryable) {}

  /** The caller has locked the organization, and ended an older invitation of the address. */
  async insert(invitation: NewInvitation): Promise<void> {
    await this.db.prisma.organizationInvitation.create({ data: invitation, select: { id: true } });
  }

  countOpen(organizationId: string, at: Date): Promise<number> {
    return this.db.prisma.organizationInvitation.count({ where: { organizationId, AND: openAt(at) } });
  }

  /** Returns the newest first. */
  listOpen(organizationId: string, at: Date): Promise<OpenInvitation[]> {
    return this.db.prisma.organizationInvitation.findMany({
      where: { organizationId, AND: openAt(at) },
      select: { id: true, email: true, roles: true, createdTs: true, expiresTs: true },
      orderBy: [{ createdTs: 'desc' }, { id: 'desc' }],
      take: mostOpenInvitations,
    });
  }

  async findOpen(id: string, at: Date): Promise<FoundInvitation | null> {
    const row = await this.db.prisma.organizationInvitation.findFirst({
      where: { id, AND: openAt(at) },
      include: { organization: true, invitedBy: { select: { id: true, firstName: true, lastName: true } } },
    });
    if (!row) return null;
    const { email, roles, createdTs, expiresTs, invitedBy } = row;
    const { id: organizationId, slug, name, disabledTs } = row.organization;
    const organization = { id: organizationId, slug, name, isDisabled: disabledTs !== null };
    return { id, email, roles, createdTs, expiresTs, organization, invitedBy };
  }

  /**
   * Ends the invitation with this id, or that of this address, and makes its link invalid. Returns false if there is none that is
   * open. The caller has locked the organization.
   */
  async end(organizationId: string, which: { id: string } | { emailCanonical: string }, at: Date): Promise<boolean> {
    const [id, address] = 'id' in which ? [which.id, null] : [null, which.emailCanonical];
    const ended = await this.db.run<{ isOpen: boolean }>(endInvitation, [organizationId, id, address, at]);
    return ended.some(({ isOpen }) => isOpen);
  }
}

const openAt = (at: Date): Prisma.OrganizationInvitationWhereInput => ({ endedTs: null, expiresTs: { gt: at } });

/** $1 organization, $2 invitation or null, $3 canonical address or null, $4 now. One that is over ends, too: an address has one. */
const endInvitation: Statement = {
  name: 'organization_invitation_end',
  // By hand (race): an invitation ends once, together with its link.
  text: `
    WITH ended AS (
      UPDATE organization_invitations SET ended_ts = $4::timestamptz
      WHERE organization_id = $1::uuid AND ended_ts IS NULL AND (id = $2::uuid OR email_canonical = $3::text)
      RETURNING id, email_canonical, expires_ts
    ), ${voidingLinksOf('ended', '$4')}
    SELECT expires_ts > $4 AS "isOpen" FROM ended`,
};
