import type { Queryable } from '../../platform/db/database';

/** The devices that accounts know. The statement of a login learns them: `device-statement.ts`. */
export class KnownDeviceStore {
  constructor(private readonly db: Queryable) {}

  async forget(key: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.db.prisma.knownDevice.deleteMany({ where: { key } });
  }
}
