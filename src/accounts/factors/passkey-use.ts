type Bytes = Uint8Array<ArrayBuffer>;

/** What an accepted response of an authenticator changes. */
export interface PasskeyUse {
  id: string;
  signCount: number;
  backedUp: boolean;
  at: Date;
}

/** The stores of a transaction that uses a passkey. They are in src/passkeys. */
export interface PasskeyUseStores {
  passkeys: {
    /** Returns false if the passkey was removed, or if it is of one device, counts, and has not counted further. */
    use(use: PasskeyUse): Promise<boolean>;
  };
  spentChallenges: {
    /** Returns false if the challenge was used. Of concurrent transactions with one challenge, one commits. */
    insert(hash: Bytes, expiresTs: Date): Promise<boolean>;
  };
}
