/** What a user has allowed a client. */
export interface Consent {
  userId: string;
  clientId: string;
  scopes: readonly string[];
  /** The last time that the user has allowed something. */
  grantedTs: Date;
}

/** Whether the user has allowed all of these scopes. */
export const covers = (consent: Pick<Consent, 'scopes'> | null, scopes: readonly string[]): boolean =>
  scopes.every((scope) => consent?.scopes.includes(scope));
