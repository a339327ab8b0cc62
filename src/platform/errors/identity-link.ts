/** How a person connects the provider account of a login that was not completed. */
export interface IdentityLink {
  token: string;
  /** The id of the provider. */
  provider: string;
  email: string;
  mailed: boolean;
  expiresInS: number;
}

export const linkTexts = {
  link: 'How the user connects the account at the provider. Only with `LINK_REQUIRED`, and with `EMAIL_NOT_VERIFIED` after a login with a provider.',
  token:
    'For `linkIdentity` and `requestEmailLogin` or, if an e-mail was sent, for `completeEmailLogin`. It is only good for the account of the address.',
  provider: 'The id of the provider.',
  email: 'The address that the provider named, or that the user entered.',
  mailed: 'Whether an e-mail with a code and a link was sent to the address.',
  expiresIn: 'How long the token is valid, in seconds.',
} as const;
