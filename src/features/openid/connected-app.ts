/** An application into which a user has signed in, or that a user has allowed something. */
export interface ConnectedApp {
  /** The client id. */
  id: string;
  name: string;
  firstParty: boolean;
  /** What the user has allowed, and what the live sessions have. */
  scopes: string[];
  /** The last time that the user has allowed something. For an application that needs no consent, its oldest live session. */
  connectedTs: Date;
  /** The last use of a live session. Null without one. */
  lastUsedTs: Date | null;
}
