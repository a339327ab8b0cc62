import type { Queryable, Statement } from '../../platform/db/database';
import type { OrganizationRevocation } from '../users/organization';

/** Which organizations were disabled or deleted, for as long as an access token for one can be valid. */
export class OrganizationRevocationStore {
  constructor(private readonly db: Queryable) {}

  listSince(since: Date): Promise<OrganizationRevocation[]> {
    return this.db.run<OrganizationRevocation>(listRevocations, [since]);
  }

  /** Returns the lowest revision of access tokens that are accepted. */
  async revisionOf(organizationId: string): Promise<number> {
    const row = await this.db.prisma.organizationRevocation.findUnique({ where: { organizationId } });
    return row?.revision ?? 0;
  }
}

/** $1 the earliest time. */
const listRevocations: Statement = {
  name: 'organization_revocations_list',
  // By hand (start).
  text: `SELECT organization_id AS "organizationId", revision FROM organization_revocations WHERE revoked_ts >= $1::timestamptz`,
};
