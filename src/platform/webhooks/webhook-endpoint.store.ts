import { webhookChannel } from '../audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../db/database';
import type { Encrypted } from '../encryption/encryption';
import { type DisabledProblem, endpointsChanged, type WebhookEndpoint } from './webhook';

interface NewWebhookEndpoint {
  /** A UUIDv7. */
  id: string;
  url: string;
  types: readonly string[];
  encryptedSecret: Encrypted;
  createdTs: Date;
}

type WebhookEndpointUpdate = Pick<WebhookEndpoint, 'url' | 'types' | 'disabledTs'>;

export class WebhookEndpointStore {
  constructor(private readonly db: Queryable) {}

  async insert({ id, url, types, encryptedSecret, createdTs }: NewWebhookEndpoint): Promise<WebhookEndpoint> {
    const data = { id, url, types: types.slice(), encryptedSecret, secretTs: createdTs, createdTs };
    const row = await this.db.prisma.webhookEndpoint.create({ data });
    await this.announce();
    return toEndpoint(row);
  }

  /** Returns all endpoints, newest first. */
  async list(): Promise<WebhookEndpoint[]> {
    const rows = await this.db.prisma.webhookEndpoint.findMany({ orderBy: [{ createdTs: 'desc' }, { id: 'desc' }] });
    return rows.map(toEndpoint);
  }

  async find(id: string): Promise<WebhookEndpoint | null> {
    const row = await this.db.prisma.webhookEndpoint.findUnique({ where: { id } });
    return row && toEndpoint(row);
  }

  /** Locks all endpoints until the end of the transaction, before one is created, and returns their number. */
  async lockAll(): Promise<number> {
    await this.db.run(lockEndpoints, []);
    return this.db.prisma.webhookEndpoint.count();
  }

  /** Locks an endpoint until the end of the transaction, before a change. Returns null if there is no such endpoint. */
  async lock(id: string): Promise<WebhookEndpoint | null> {
    await this.db.run(lockEndpoint, [id]);
    return this.find(id);
  }

  /** Forgets why it was disabled, and its failures. Returns null if there is no such endpoint. */
  async update(id: string, { url, types, disabledTs }: WebhookEndpointUpdate): Promise<WebhookEndpoint | null> {
    const data = { url, types: types.slice(), disabledTs, disabledProblem: null, failingSinceTs: null };
    const [row] = await this.db.prisma.webhookEndpoint.updateManyAndReturn({ where: { id }, data });
    await this.announce();
    return row ? toEndpoint(row) : null;
  }

  /** Returns false if there is no such endpoint, or if it is disabled already. */
  async disable(id: string, disabledTs: Date, disabledProblem: DisabledProblem): Promise<boolean> {
    const data = { disabledTs, disabledProblem };
    const { count } = await this.db.prisma.webhookEndpoint.updateMany({ where: { id, disabledTs: null }, data });
    await this.announce();
    return count === 1;
  }

  /** Replaces the secret. The one before signs, too, until `previousUntilTs`, if it is not null. Returns null if there is no such endpoint. */
  async replaceSecret(
    id: string,
    encryptedSecret: Encrypted,
    secretTs: Date,
    previousUntilTs: Date | null,
  ): Promise<WebhookEndpoint | null> {
    const before = await this.db.prisma.webhookEndpoint.findUnique({
      where: { id },
      select: { encryptedSecret: true },
    });
    if (!before) return null;
    const encryptedPrevious = previousUntilTs && before.encryptedSecret;
    const data = { encryptedSecret, secretTs, encryptedPrevious, previousUntilTs };
    return toEndpoint(await this.db.prisma.webhookEndpoint.update({ where: { id }, data }));
  }

  /** Removes the endpoint and its deliveries. Returns false if there is no such endpoint. */
  async remove(id: string): Promise<boolean> {
    const { count } = await this.db.prisma.webhookEndpoint.deleteMany({ where: { id } });
    await this.announce();
    return count === 1;
  }

  async hasEnabled(): Promise<boolean> {
    return (await this.db.run(findEnabled, [])).length === 1;
  }

  private async announce(): Promise<void> {
    await this.db.run(notifyEndpoints, []);
  }
}

const lockEndpoints: Statement = {
  name: 'webhook_endpoints_lock',
  // By hand (Prisma): no lock of a table. Race: two that are created at the same time are counted.
  text: 'LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE',
};

const lockEndpoint: Statement = {
  name: 'webhook_endpoint_lock',
  // By hand (Prisma): no row lock.
  text: 'SELECT id FROM webhook_endpoints WHERE id = $1::uuid FOR NO KEY UPDATE',
};

const findEnabled: Statement = {
  name: 'webhook_endpoints_enabled',
  // By hand (start).
  text: 'SELECT 1 FROM webhook_endpoints WHERE disabled_ts IS NULL LIMIT 1',
};

const notifyEndpoints: Statement = {
  name: 'webhook_endpoints_notify',
  // By hand (Prisma): no NOTIFY.
  text: `SELECT pg_notify('${webhookChannel}', '${endpointsChanged}')::text`,
};

function toEndpoint(row: Prisma.WebhookEndpointModel): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    types: row.types,
    createdTs: row.createdTs,
    disabledTs: row.disabledTs,
    // Only `disable` writes it.
    disabledProblem: row.disabledProblem as DisabledProblem | null,
    failingSinceTs: row.failingSinceTs,
    secretTs: row.secretTs,
    previousUntilTs: row.previousUntilTs,
  };
}
