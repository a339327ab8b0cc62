import type { DeviceType, Passkey, Transport } from '../../accounts/factors/passkey';
import type { PasskeyUse } from '../../accounts/factors/passkey-use';
import type { Prisma, Queryable } from '../../platform/db/database';

type Bytes = Uint8Array<ArrayBuffer>;

/** Of an authenticator that does not say which one it is (WebAuthn, section 6.5.1). */
const unknownAuthenticator = '00000000-0000-0000-0000-000000000000';

export class PasskeyStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if an account has a passkey with this credential id. */
  async insert(passkey: Passkey): Promise<boolean> {
    const { id, credentialId, userId, publicKey, signCount, transports, aaguid, deviceType, backedUp, name } = passkey;
    const { automatic, createdTs, lastUsedTs } = passkey;
    const row = { id, credentialId, userId, publicKey, signCount, aaguid, deviceType, backedUp, name };
    const data = [Object.assign(row, { transports: Array.from(transports), automatic, createdTs, lastUsedTs })];
    // A violated constraint would end the transaction.
    return (await this.db.prisma.passkey.createMany({ data, skipDuplicates: true })).count === 1;
  }

  async findByCredentialId(credentialId: Bytes): Promise<Passkey | null> {
    const row = await this.db.prisma.passkey.findUnique({ where: { credentialId } });
    return row && toPasskey(row);
  }

  /** Returns the passkeys of a user, oldest first. */
  async list(userId: string): Promise<Passkey[]> {
    const rows = await this.db.prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    return rows.map(toPasskey);
  }

  count(userId: string): Promise<number> {
    return this.db.prisma.passkey.count({ where: { userId } });
  }

  /** Returns false if the passkey was removed, or if it is of one device, counts, and has not counted further. */
  async use({ id, signCount, backedUp, at }: PasskeyUse): Promise<boolean> {
    const where = {
      id,
      OR: [{ deviceType: { not: 'singleDevice' } }, { signCount: { lt: signCount } }, { signCount: 0 }],
    };
    const data = { signCount, backedUp, lastUsedTs: at };
    return (await this.db.prisma.passkey.updateMany({ where, data })).count === 1;
  }

  /** Returns null if the user has no such passkey. */
  async rename(userId: string, id: string, name: string): Promise<Passkey | null> {
    const [row] = await this.db.prisma.passkey.updateManyAndReturn({ where: { id, userId }, data: { name } });
    return row ? toPasskey(row) : null;
  }

  /**
   * Removes the passkeys that this one replaces: an authenticator keeps one for each account, and makes a new one in the place
   * of a passkey that it had made by itself (WebAuthn, section 6.3.2, step 7). Many authenticators do not say which they are.
   */
  async removeReplaced({ userId, aaguid }: Pick<Passkey, 'userId' | 'aaguid'>): Promise<void> {
    if (aaguid === unknownAuthenticator) return;
    await this.db.prisma.passkey.deleteMany({ where: { userId, aaguid, automatic: true } });
  }

  /** Returns false if the user has no such passkey. */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.db.prisma.passkey.deleteMany({ where: { id, userId } })).count === 1;
  }
}

function toPasskey(row: Prisma.PasskeyModel): Passkey {
  return {
    id: row.id,
    credentialId: row.credentialId,
    userId: row.userId,
    publicKey: row.publicKey,
    signCount: Number(row.signCount),
    // Only `insert` writes these columns.
    transports: row.transports as Transport[],
    aaguid: row.aaguid,
    deviceType: row.deviceType as DeviceType,
    backedUp: row.backedUp,
    automatic: row.automatic,
    name: row.name,
    createdTs: row.createdTs,
    lastUsedTs: row.lastUsedTs,
  };
}
