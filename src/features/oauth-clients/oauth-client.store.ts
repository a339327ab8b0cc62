import type { Prisma, Queryable } from '../../platform/db/database';
import type { ClientSecretHashes } from './client-secret';
import type { OAuthClient } from './oauth-client';

export interface NewOAuthClient {
  /** A UUIDv7. */
  id: string;
  name: string;
  secretHash: Uint8Array<ArrayBuffer>;
  createdTs: Date;
}

export interface SecretReplacement {
  from: Uint8Array<ArrayBuffer>;
  to: Uint8Array<ArrayBuffer>;
  at: Date;
  /** Until when `from` is also accepted. Null if it is rejected from now on. */
  previousUntilTs: Date | null;
}

export class OAuthClientStore {
  constructor(private readonly db: Queryable) {}

  async insert({ id, name, secretHash, createdTs }: NewOAuthClient): Promise<OAuthClient> {
    const data = { id, name, secretHash, secretTs: createdTs, createdTs };
    return toOAuthClient(await this.db.prisma.oauthClient.create({ data }));
  }

  /** Returns all clients, newest first. */
  async list(): Promise<OAuthClient[]> {
    const rows = await this.db.prisma.oauthClient.findMany({ orderBy: [{ createdTs: 'desc' }, { id: 'desc' }] });
    return rows.map(toOAuthClient);
  }

  async findById(id: string): Promise<OAuthClient | null> {
    const row = await this.db.prisma.oauthClient.findUnique({ where: { id } });
    return row && toOAuthClient(row);
  }

  /** Returns a client with the hashes of its secrets. */
  async findCredentials(id: string): Promise<{ client: OAuthClient; hashes: ClientSecretHashes } | null> {
    const row = await this.db.prisma.oauthClient.findUnique({ where: { id } });
    return row && { client: toOAuthClient(row), hashes: toHashes(row) };
  }

  /** Returns null if there is no such client, or if its secret is no longer `from`. */
  async replaceSecret(id: string, { from, to, at, previousUntilTs }: SecretReplacement): Promise<OAuthClient | null> {
    const previousSecretHash = previousUntilTs === null ? null : from;
    const data = { secretHash: to, secretTs: at, previousSecretHash, previousUntilTs };
    const [row] = await this.db.prisma.oauthClient.updateManyAndReturn({ where: { id, secretHash: from }, data });
    return row ? toOAuthClient(row) : null;
  }

  /** Returns false if there is no such client. */
  async remove(id: string): Promise<boolean> {
    return (await this.db.prisma.oauthClient.deleteMany({ where: { id } })).count === 1;
  }
}

function toOAuthClient(row: Prisma.OauthClientModel): OAuthClient {
  return {
    id: row.id,
    name: row.name,
    createdTs: row.createdTs,
    secretTs: row.secretTs,
    previousUntilTs: row.previousUntilTs,
  };
}

function toHashes(row: Prisma.OauthClientModel): ClientSecretHashes {
  return {
    secretHash: row.secretHash,
    previousSecretHash: row.previousSecretHash,
    previousUntilTs: row.previousUntilTs,
  };
}
