import { noHash } from '../../accounts/applications/client-secret';
import { isMeantAsUrl } from '../../accounts/applications/client-url';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import type { DocumentedClient, OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import { openidScopes } from '../../accounts/users/openid-scopes';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid, uuidv7 } from '../../platform/runtime/uuid';
import type { ClientDocuments, ReadDocument } from './client-documents';

/** A client that asks: an operator created it, or a document describes it. */
export type AskingClient = { clientId: string | null; document: ReadDocument | null };

interface ClientResolverNeeds {
  oauthClients: Pick<OAuthClientStore, 'findById' | 'findByMetadataUrl'>;
  /** Null without CLIENT_METADATA. */
  documents: Pick<ClientDocuments, 'find'> | null;
  clock: Clock;
}

/** Finds the clients into which people sign in. */
export class ClientResolver {
  constructor(private readonly needs: ClientResolverNeeds) {}

  /**
   * Fetches the document of a client id that is a URL.
   * @throws ClientDocumentError; AppError `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  async ask(clientId: string, context: RequestContext): Promise<AskingClient> {
    const { documents } = this.needs;
    return documents && isMeantAsUrl(clientId)
      ? { clientId: null, document: await documents.find(clientId, context) }
      : { clientId, document: null };
  }

  /** Returns null for an unknown client, a disabled one, and one into which nobody signs in. */
  async find({ clientId, document }: AskingClient): Promise<OAuthClient | null> {
    const client = document ? await this.documented(document) : await this.created(clientId ?? '');
    return client === null || client.disabledTs !== null || client.kind === 'service' ? null : client;
  }

  /** Not the row of a document, whose id its tokens show: it would be asked for without the document, and without the setting. */
  private async created(clientId: string): Promise<OAuthClient | null> {
    const row = isUuid(clientId) ? await this.needs.oauthClients.findById(clientId.toLowerCase()) : null;
    return row?.metadataUrl === null ? row : null;
  }

  /** While the request waits, the setting may have been switched off. */
  private async documented(document: ReadDocument): Promise<OAuthClient | null> {
    if (!this.needs.documents) return null;
    const row = await this.needs.oauthClients.findByMetadataUrl(document.url);
    const client = toClient(toDocumentedClient(document, this.needs.clock()));
    const { id, createdTs, disabledTs, metadataTs } = row ?? { ...client, metadataTs: null };
    return { ...client, id, createdTs, disabledTs, metadataTs };
  }
}

/** Returns what is saved when a person allows the client something. The id is that of a new row. */
export const toDocumentedClient = ({ url, name, redirectUris, readTs }: ReadDocument, at: Date): DocumentedClient => ({
  id: uuidv7(at),
  metadataUrl: url,
  metadataTs: readTs,
  name,
  redirectUris,
  scopes: Object.keys(openidScopes),
  secretHash: noHash,
  at,
});

const toClient = ({ id, metadataUrl, metadataTs, name, redirectUris, scopes, at }: DocumentedClient): OAuthClient => ({
  id,
  name,
  kind: 'public',
  redirectUris,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  scopes,
  audience: null,
  firstParty: false,
  pkceRequired: true,
  deviceGrant: false,
  idTokenAlg: 'RS256',
  logoUri: null,
  policyUri: null,
  tosUri: null,
  createdTs: at,
  disabledTs: null,
  secretTs: null,
  previousUntilTs: null,
  metadataUrl,
  metadataTs,
});
