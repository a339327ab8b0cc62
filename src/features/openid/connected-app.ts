/** By which people know the application. Anyone can write any name into a document. */
export const shownNameOf = ({ host, name }: Pick<ConnectedApp, 'host' | 'name'>): string => host ?? name;

/** An application into which a user has signed in, or that a user has allowed something. */
export interface ConnectedApp {
  /** The client id. */
  id: string;
  name: string;
  /** That of the document which describes it. Null: an operator created it. */
  host: string | null;
  firstParty: boolean;
  /** The resources (RFC 8707) that it reaches. */
  resources: string[];
  /** These, and after each of them with a space each scope that it has there: two resources can have scopes of one name. */
  reached: string[];
  /** What the user has allowed, and what the live sessions have. */
  scopes: string[];
  /** The last time that the user has allowed something. For an application that needs no consent, its oldest live session. */
  connectedTs: Date;
  /** The last use of a live session. Null without one. */
  lastUsedTs: Date | null;
}
