/** What a provider says about a person (OpenID Connect Core 1.0, section 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

export const noSuchProvider = 'There is no such provider.';

/** Where an OAuth provider without OpenID Connect answers. */
export interface ProviderEndpoints {
  authorization: string;
  token: string;
  /** Its API about the person. */
  user: string;
  /** The `iss` of its answers (RFC 9207), if it is not the issuer. */
  answersAs?: string;
  /** Null if the person's addresses are not a list of their own. */
  emails: string | null;
}

/** What is known of a provider. A row of data: the code has no class for a provider. */
export interface ProviderPreset {
  label: string;
  protocol: 'openid' | 'oauth';
  issuer: string;
  scopes: string;
  /** How the browser brings the answer, if not in the parameters of the URL. */
  responseMode?: 'form_post';
  /** The claim that says who the person is, if not `sub`. */
  subjectClaim?: 'oid';
  /** The API of a provider without OpenID Connect. */
  api?: 'github' | 'discord' | 'facebook';
  /** The endpoints at the address of the preset, or at another one: one's own GitHub. */
  endpoints?(issuer: string): ProviderEndpoints;
  /** Whether the provider vouches that the address belongs to the person now. */
  vouches(claims: Claims): boolean;
}

/** A text at Apple, Amazon Cognito and PayPal, and else a boolean (OpenID Connect Core 1.0, section 5.1). */
const isVerified = ({ email_verified }: Claims): boolean => email_verified === true || email_verified === 'true';

/** The address, and what vouches for it (OpenID Connect Core 1.0, section 5.1, and Microsoft). */
export const addressClaims: readonly string[] = ['email', 'email_verified', 'xms_edov'];

const facebookVersion = 'v23.0';

export const providerPresets = {
  google: {
    label: 'Google',
    protocol: 'openid',
    issuer: 'https://accounts.google.com',
    scopes: 'openid email profile',
    // Of other addresses, Google knows only that they were verified once ("Verify the Google ID token on your server side").
    vouches: (claims) =>
      isVerified(claims) &&
      (typeof claims.hd === 'string' ||
        (typeof claims.email === 'string' && /@(gmail|googlemail)\.com$/i.test(claims.email))),
  },
  microsoft: {
    label: 'Microsoft',
    protocol: 'openid',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: 'openid email profile',
    // `sub` differs for each application, so it would be lost with the client id.
    subjectClaim: 'oid',
    // Administrators of a tenant write any address into `email` (nOAuth, 2023).
    vouches: ({ xms_edov: isOwnDomain }) => [true, 'true', 1, '1'].includes(isOwnDomain as string),
  },
  apple: {
    label: 'Apple',
    protocol: 'openid',
    issuer: 'https://appleid.apple.com',
    scopes: 'openid email name',
    // Apple demands it with the scopes `email` and `name`.
    responseMode: 'form_post',
    vouches: isVerified,
  },
  gitlab: {
    label: 'GitLab',
    protocol: 'openid',
    issuer: 'https://gitlab.com',
    scopes: 'openid email profile',
    vouches: isVerified,
  },
  github: {
    label: 'GitHub',
    protocol: 'oauth',
    issuer: 'https://github.com',
    scopes: 'read:user user:email',
    api: 'github',
    endpoints(issuer) {
      const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
      return {
        authorization: `${issuer}/login/oauth/authorize`,
        token: `${issuer}/login/oauth/access_token`,
        answersAs: `${issuer}/login/oauth`,
        user: `${api}/user`,
        emails: `${api}/user/emails`,
      };
    },
    vouches: isVerified,
  },
  discord: {
    label: 'Discord',
    protocol: 'oauth',
    issuer: 'https://discord.com',
    scopes: 'identify email',
    api: 'discord',
    endpoints: (issuer) => ({
      authorization: `${issuer}/oauth2/authorize`,
      token: `${issuer}/api/oauth2/token`,
      user: `${issuer}/api/users/@me`,
      emails: null,
    }),
    vouches: isVerified,
  },
  facebook: {
    label: 'Facebook',
    protocol: 'oauth',
    issuer: 'https://www.facebook.com',
    scopes: 'public_profile email',
    api: 'facebook',
    endpoints(issuer) {
      const api = issuer === 'https://www.facebook.com' ? 'https://graph.facebook.com' : issuer;
      return {
        authorization: `${issuer}/${facebookVersion}/dialog/oauth`,
        token: `${api}/${facebookVersion}/oauth/access_token`,
        user: `${api}/${facebookVersion}/me`,
        emails: null,
      };
    },
    // The API does not say whether an address was verified.
    vouches: () => false,
  },
} as const satisfies Record<string, ProviderPreset>;

/** Any other provider, which its metadata describe (OpenID Connect Discovery 1.0). */
export const customPreset = {
  label: '',
  protocol: 'openid',
  issuer: '',
  scopes: 'openid email profile',
  vouches: isVerified,
} as const satisfies ProviderPreset;

export function presetOf(id: string): ProviderPreset {
  const presets: Readonly<Record<string, ProviderPreset>> = providerPresets;
  return Object.hasOwn(presets, id) ? (presets[id] ?? customPreset) : customPreset;
}
