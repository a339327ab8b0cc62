/** The second factors with which a login can be completed. */
export const challengeFactors = ['totp', 'passkey', 'recovery_code'] as const;
export type ChallengeFactor = (typeof challengeFactors)[number];

/** A login whose first step was right. It becomes a session when the client sends a second factor. */
export interface LoginChallenge {
  /** Names the login in `completeLogin`. */
  token: string;
  /** Empty if the user has no second factor and must get one now. */
  factors: readonly ChallengeFactor[];
  /** The options for `navigator.credentials.get`. Null unless the account has a passkey. */
  passkeyOptions: object | null;
  expiresInS: number;
}

export const factorNames: Readonly<Record<ChallengeFactor, string>> = {
  totp: 'A code of an authenticator app.',
  passkey: 'A passkey.',
  recovery_code: 'A recovery code. It stands for a lost second factor, once.',
};

export const challengeTexts = {
  challenge: 'How the client completes the login. Only with `MFA_REQUIRED`.',
  token: 'Names the login in `completeLogin`. It is valid for 5 minutes.',
  factors:
    'What the user can use. Empty if the user has no second factor and must add one: the client then calls `enrollTotp` with the token.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
  expiresIn: 'How long the token is valid, in seconds.',
} as const;
