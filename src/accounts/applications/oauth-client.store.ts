import { webhookChannel } from '../../platform/audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import type { ClientSecretHashes } from './client-secret';
import { type ClientFields, type ClientKind, clientsChanged, type IdTokenAlg, type OAuthClient } from './oauth-client';

export interface NewOAuthClient extends ClientFields {
  /** A UUIDv7. */
  id: string;
  kind: ClientKind;
  /** `noHash` for a public client. */
  secretHash: Uint8Array<ArrayBuffer>;
  createdTs: Date;
}

export interface ClientUpdate extends ClientFields {
  disabledTs: Date | null;
}

/** A client with what its secret is compared with. */
export interface AuthenticatingClient {
  client: OAuthClient;
  hashes: ClientSecretHashes;
}

export interface SecretReplacement {
  from: Uint8Array<ArrayBuffer>;
  to: Uint8Array<ArrayBuffer>;
  at: Date;
  /** Until when `from` is also accepted. Null if it is rejected from now on. */
  previousUntilTs: Date | null;
}

/** The client of a document, when a person allows it something. */
export interface DocumentedClient {
  /** A UUIDv7, for a new row. */
  id: string;
  metadataUrl: string;
  /** When the document was read. */
  metadataTs: Date;
  name: string;
  redirectUris: readonly string[];
  scopes: readonly string[];
  secretHash: Uint8Array<ArrayBuffer>;
  at: Date;
}

export class OAuthClientStore {
  constructor(private readonly db: Queryable) {}

  async insert(client: NewOAuthClient): Promise<OAuthClient> {
    const { id, kind, secretHash, createdTs } = client;
    const data = Object.assign(toColumns(client), { id, kind, secretHash, secretTs: createdTs, createdTs });
    const row = await this.db.prisma.oauthClient.create({ data });
    if (client.backchannelLogoutUri !== null) await this.db.run(announceClients, []);
    return toOAuthClient(row);
  }

  /** Returns null if there is no such client. */
  async update(id: string, client: ClientUpdate): Promise<OAuthClient | null> {
    const data = Object.assign(toColumns(client), { disabledTs: client.disabledTs });
    const [row] = await this.db.prisma.oauthClient.updateManyAndReturn({ where: { id }, data });
    if (client.backchannelLogoutUri !== null) await this.db.run(announceClients, []);
    return row ? toOAuthClient(row) : null;
  }

  /** Whether a client learns that sessions of it have ended. */
  async hasLogoutAddress(): Promise<boolean> {
    return (await this.db.run(findLogoutAddress, [])).length === 1;
  }

  /** Returns all clients, newest first. */
  async list(): Promise<OAuthClient[]> {
    const rows = await this.db.prisma.oauthClient.findMany({ orderBy: [{ createdTs: 'desc' }, { id: 'desc' }] });
    return rows.map(toOAuthClient);
  }

  /** Returns the addresses of all applications that cannot keep a secret. */
  async listPublicAddresses(): Promise<string[]> {
    const where = { kind: 'public', disabledTs: null };
    const rows = await this.db.prisma.oauthClient.findMany({ where, select: { redirectUris: true } });
    return rows.flatMap(({ redirectUris }) => redirectUris);
  }

  async findById(id: string): Promise<OAuthClient | null> {
    const row = await this.db.prisma.oauthClient.findUnique({ where: { id } });
    return row && toOAuthClient(row);
  }

  async findByMetadataUrl(metadataUrl: string): Promise<OAuthClient | null> {
    const row = await this.db.prisma.oauthClient.findUnique({ where: { metadataUrl } });
    return row && toOAuthClient(row);
  }

  /**
   * Adds the client of a document, or updates it with what the document says, unless a later reading of it was saved. Writes nothing if
   * the row says the same and is at most a day older: everyone who signs in to a popular client would wait for its row.
   */
  async saveDocumented(client: DocumentedClient): Promise<{ id: string; isNew: boolean; disabledTs: Date | null }> {
    type Row = { id: string; isNew: boolean; disabledTs: Date | null };
    const [same] = await this.db.run<Row>(findSameDocumented, valuesOf(findSameDocumented, client));
    const row = same ?? (await this.db.run<Row>(saveDocumentedClient, valuesOf(saveDocumentedClient, client)))[0];
    if (!row) throw new Error('the statement returns a row');
    return row;
  }

  /** Returns the names of clients in any order. Clients that do not exist are missing. */
  namesOf(ids: string[]): Promise<Pick<OAuthClient, 'id' | 'name'>[]> {
    return this.db.prisma.oauthClient.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  }

  /** Returns the clients in any order. Clients that do not exist are missing. */
  async findByIdsWithHashes(ids: readonly string[]): Promise<AuthenticatingClient[]> {
    const rows = await this.db.run<Prisma.OauthClientModel>(findByIds, [ids]);
    return rows.map((row) => ({ client: toOAuthClient(row), hashes: toHashes(row) }));
  }

  /** The same by the URLs of their documents. */
  async findByUrlsWithHashes(urls: readonly string[]): Promise<AuthenticatingClient[]> {
    const rows = await this.db.run<Prisma.OauthClientModel>(findByUrls, [urls]);
    return rows.map((row) => ({ client: toOAuthClient(row), hashes: toHashes(row) }));
  }

  /** Locks a client until the end of the transaction, before a change. Returns null if there is no such client. */
  async lock(id: string): Promise<OAuthClient | null> {
    await this.db.run(lockClient, [id]);
    return this.findById(id);
  }

  /**
   * Returns the client if it is enabled. It stays as it is until the end of the transaction, so that no session is opened with
   * rights that were taken from the client, after its sessions have ended.
   */
  async holdEnabled(id: string): Promise<OAuthClient | null> {
    const isEnabled = (await this.db.run(holdEnabledClient, [id])).length === 1;
    return isEnabled ? this.findById(id) : null;
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

const columns = `id, name, kind, redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris",
    backchannel_logout_uri AS "backchannelLogoutUri", scopes,
    audience, first_party AS "firstParty", pkce_required AS "pkceRequired", device_grant AS "deviceGrant", id_token_alg AS "idTokenAlg", logo_uri AS "logoUri",
    policy_uri AS "policyUri", tos_uri AS "tosUri", disabled_ts AS "disabledTs", secret_hash AS "secretHash",
    secret_ts AS "secretTs", previous_secret_hash AS "previousSecretHash", previous_until_ts AS "previousUntilTs",
    created_ts AS "createdTs", metadata_url AS "metadataUrl", metadata_ts AS "metadataTs"`;

const findByIds: Statement = {
  name: 'oauth_clients_by_ids',
  // By hand (hot): each request of a client.
  text: `SELECT ${columns} FROM oauth_clients WHERE id = ANY($1::uuid[])`,
};

const findByUrls: Statement = {
  name: 'oauth_clients_by_urls',
  // By hand (hot): likewise.
  text: `SELECT ${columns} FROM oauth_clients WHERE metadata_url = ANY($1::text[])`,
};

const findSameDocumented = withNames<Pick<DocumentedClient, 'metadataUrl' | 'name' | 'redirectUris' | 'metadataTs'>>({
  name: 'oauth_client_find_same_documented',
  // By hand (Prisma): no lock, and no comparison of lists. The clean-up waits for whoever needs the row.
  text: `SELECT id, false AS "isNew", disabled_ts AS "disabledTs" FROM oauth_clients
    WHERE metadata_url = :metadataUrl AND name = :name AND redirect_uris = :redirectUris::text[]
      AND metadata_ts >= :metadataTs::timestamptz - interval '1 day'
    FOR KEY SHARE`,
});

const saveDocumentedClient = withNames<DocumentedClient>({
  name: 'oauth_client_save_documented',
  // By hand (race): people allow the same new client at the same time, and instances have read its document at different times.
  text: `
    INSERT INTO oauth_clients AS before (id, kind, name, redirect_uris, scopes, first_party, pkce_required, secret_hash, secret_ts,
      created_ts, metadata_url, metadata_ts)
    VALUES (:id::uuid, 'public', :name, :redirectUris::text[], :scopes::text[], false, true, :secretHash::bytea, :at::timestamptz,
      :at, :metadataUrl, :metadataTs::timestamptz)
    ON CONFLICT (metadata_url) DO UPDATE SET
      name = CASE WHEN excluded.metadata_ts >= before.metadata_ts THEN excluded.name ELSE before.name END,
      redirect_uris = CASE WHEN excluded.metadata_ts >= before.metadata_ts THEN excluded.redirect_uris ELSE before.redirect_uris END,
      metadata_ts = greatest(excluded.metadata_ts, before.metadata_ts)
    RETURNING id, xmax = 0 AS "isNew", disabled_ts AS "disabledTs"`,
});

const lockClient: Statement = {
  name: 'oauth_client_lock',
  // By hand (Prisma): no row lock.
  text: 'SELECT id FROM oauth_clients WHERE id = $1::uuid FOR NO KEY UPDATE',
};

const holdEnabledClient: Statement = {
  name: 'oauth_client_hold_enabled',
  // By hand (Prisma): no row lock.
  text: 'SELECT id FROM oauth_clients WHERE id = $1::uuid AND disabled_ts IS NULL FOR SHARE',
};

const findLogoutAddress: Statement = {
  name: 'oauth_clients_logout_address',
  // By hand (start).
  text: 'SELECT 1 FROM oauth_clients WHERE backchannel_logout_uri IS NOT NULL LIMIT 1',
};

const announceClients: Statement = {
  name: 'oauth_clients_announce',
  // By hand (Prisma): no NOTIFY.
  text: `SELECT pg_notify('${webhookChannel}', '${clientsChanged}')::text`,
};

function toColumns(client: ClientFields) {
  return {
    name: client.name,
    redirectUris: client.redirectUris.slice(),
    postLogoutRedirectUris: client.postLogoutRedirectUris.slice(),
    backchannelLogoutUri: client.backchannelLogoutUri,
    scopes: client.scopes.slice(),
    audience: client.audience,
    firstParty: client.firstParty,
    pkceRequired: client.pkceRequired,
    deviceGrant: client.deviceGrant,
    idTokenAlg: client.idTokenAlg,
    logoUri: client.logoUri,
    policyUri: client.policyUri,
    tosUri: client.tosUri,
  };
}

function toOAuthClient(row: Prisma.OauthClientModel): OAuthClient {
  return {
    id: row.id,
    name: row.name,
    // Only `insert` and `update` write these columns.
    kind: row.kind as ClientKind,
    redirectUris: row.redirectUris,
    postLogoutRedirectUris: row.postLogoutRedirectUris,
    backchannelLogoutUri: row.backchannelLogoutUri,
    scopes: row.scopes,
    audience: row.audience,
    firstParty: row.firstParty,
    pkceRequired: row.pkceRequired,
    deviceGrant: row.deviceGrant,
    idTokenAlg: row.idTokenAlg as IdTokenAlg,
    logoUri: row.logoUri,
    policyUri: row.policyUri,
    tosUri: row.tosUri,
    createdTs: row.createdTs,
    disabledTs: row.disabledTs,
    secretTs: row.kind === 'public' ? null : row.secretTs,
    previousUntilTs: row.previousUntilTs,
    metadataUrl: row.metadataUrl,
    metadataTs: row.metadataTs,
  };
}

function toHashes(row: Prisma.OauthClientModel): ClientSecretHashes {
  return {
    secretHash: row.secretHash,
    previousSecretHash: row.previousSecretHash,
    previousUntilTs: row.previousUntilTs,
  };
}
