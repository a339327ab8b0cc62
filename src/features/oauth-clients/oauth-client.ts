/** A service with a client id and a secret (a confidential client, RFC 6749, section 2.1). */
export interface OAuthClient {
  /** The client id, a UUIDv7. */
  id: string;
  /** A name for operators. */
  name: string;
  createdTs: Date;
  /** The time at which the current secret was created. */
  secretTs: Date;
  /** Until when the previous secret is also accepted. Null if there is none. */
  previousUntilTs: Date | null;
}
