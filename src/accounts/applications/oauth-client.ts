import { keysOf } from '../../platform/runtime/keys-of';
import type { KeyAlg } from '../tokens/signing-key';

/** What a client can be (RFC 6749, section 2.1). */
export const clientKindTexts = {
  service: 'Nobody signs in to it. It checks and revokes tokens, or gets tokens of its own.',
  web: 'People sign in to it, and its server keeps a secret.',
  public: 'People sign in to it, and it cannot keep a secret: a program in a browser, on a phone or on a desktop.',
} as const;
export type ClientKind = keyof typeof clientKindTexts;
export const clientKinds = keysOf(clientKindTexts);

/** The algorithms of ID tokens. Every client must know `RS256` (OpenID Connect Core 1.0, section 15.1). */
export const idTokenAlgTexts = {
  RS256: 'RSA, which every client knows.',
  ES256: 'ECDSA, which is faster.',
} as const satisfies Record<KeyAlg, string>;
export type IdTokenAlg = KeyAlg;
export const idTokenAlgs = keysOf(idTokenAlgTexts);

/** The payload of a notification in the channel of webhooks: a client has an address for logouts. */
export const clientsChanged = 'clients';

/** What an operator decides about a client, and can change. */
export interface ClientFields {
  /** For operators, and for people whose consent the client needs. */
  name: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** Where the client learns that sessions of it have ended. Null: nowhere. */
  backchannelLogoutUri: string | null;
  /** What the client may ask for. */
  scopes: readonly string[];
  /** The `aud` of its access tokens. Null: the default (`audienceOf`). */
  audience: string | null;
  /** Whether the client belongs to the operator, so that people need not consent. */
  firstParty: boolean;
  pkceRequired: boolean;
  /** Whether people sign in to it with a code that they type on another device (RFC 8628). */
  deviceGrant: boolean;
  idTokenAlg: IdTokenAlg;
  /** A `data:` URL with a picture, which the page that asks for consent shows. */
  logoUri: string | null;
  policyUri: string | null;
  tosUri: string | null;
}

/** The host that answers for what a document says of a client. Null: an operator created it. */
export const hostOfDocument = ({ metadataUrl }: Pick<OAuthClient, 'metadataUrl'>): string | null =>
  metadataUrl === null ? null : new URL(metadataUrl).host;

/** By which people know the client. Anyone can write any name into a document, so it is the host of the document. */
export const shownNameOf = (client: Pick<OAuthClient, 'name' | 'metadataUrl'>): string =>
  hostOfDocument(client) ?? client.name;

/** Whether the client is a service of the operator, which may learn of the tokens and sessions of everyone. */
export const isOwnService = ({ kind, firstParty }: Pick<OAuthClient, 'kind' | 'firstParty'>): boolean =>
  firstParty && kind === 'service';

/** A client of OAuth (RFC 6749, section 2). */
export interface OAuthClient extends ClientFields {
  /** The client id, a UUIDv7. */
  id: string;
  /** Never changes, because a secret, a flow and sessions belong to a kind. */
  kind: ClientKind;
  createdTs: Date;
  /** A disabled client is rejected like an unknown one. */
  disabledTs: Date | null;
  /** The time at which the current secret was created. Null for a public client, which has none. */
  secretTs: Date | null;
  /** Until when the previous secret is also accepted. Null if there is none. */
  previousUntilTs: Date | null;
  /** The URL of the document that describes the client. Null: an operator created it. */
  metadataUrl: string | null;
  /** When the document was last read. Null likewise, and before a person has allowed the client something: it has no row then. */
  metadataTs: Date | null;
}
