import { z } from 'zod';
import { tokenFields, tokenOptionsOf } from '../../accounts/auth/auth.inputs';
import { passwordOrFactor } from '../../accounts/passwords/password.inputs';
import { personName, personNameRule } from '../../accounts/users/user.inputs';
import { longestEmailAddress } from '../../platform/request/email-address';
import { email } from '../../platform/request/email-address.inputs';
import {
  hasAtMost,
  lineOf,
  optionalTextWith,
  textWith,
  typedString,
  typedText,
} from '../../platform/request/input-parser';

/** No document says one. With the 200 groups that Microsoft puts into a token, it has 11 kB, and a body has 16 kB at most. */
const longestIdToken = 12_000;
/** No document says one. It is as long as that of our own tokens can be. */
const longestNonce = 4096;

const provider = typedString.meta({ description: 'The id of the provider, from `loginProviders`.', example: 'google' });
const code = typedString.meta({
  description:
    'The code with which the browser came back. It is valid once, for 60 seconds, or for 10 minutes if a name or the address is missing.',
  example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
});
const verifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be 43 to 128 letters, digits or one of "-", ".", "_" and "~"')
  .meta({ minLength: 43, maxLength: 128 });
const verifierMeta = {
  description: 'The secret of the challenge: 43 to 128 letters, digits or `-._~` (RFC 7636, section 4.1).',
  example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};
const atMost = (longest: number) =>
  z
    .string()
    .refine((text) => hasAtMost(longest, text), `must have at most ${longest} characters`)
    .meta({ maxLength: longest });
const idTokenMeta = {
  description: `The ID token: at most ${longestIdToken} characters.`,
  example: 'header.payload.signature',
};
const nonceMeta = {
  description: `What the application has given to the provider as \`nonce\`: at most ${longestNonce} characters.`,
  example: 'n-0S6_WzA2Mj',
};

/** What a person enters whom the provider does not name, or whose address. */
const personFields = {
  firstName: optionalTextWith(personName).meta({
    description: `The first name of the user: ${personNameRule} Only if the provider names none.`,
    example: 'Ada',
  }),
  lastName: optionalTextWith(personName).meta({
    description: `The last name of the user: ${personNameRule} Only if the provider names none.`,
    example: 'Lovelace',
  }),
  email: optionalTextWith(email).meta({
    description: 'The e-mail address of the user. Only if the provider names none.',
    example: 'ada@example.com',
  }),
};

type PersonFields = z.output<z.ZodObject<typeof personFields>>;
export type GivenPerson = ReturnType<typeof personIn>;
const personIn = ({ firstName = null, lastName = null, email = null }: PersonFields) => ({
  firstName,
  lastName,
  email,
});

export const startProviderLoginInput = z
  .object({
    provider,
    returnTo: typedString.meta({
      description: 'Where the browser comes back to: an address in `REDIRECT_URIS`.',
      example: 'https://app.example.com/callback',
    }),
    codeChallenge: textWith(
      z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a S256 challenge: 43 characters of base64url')
        .meta({ minLength: 43, maxLength: 43 }),
    ).meta({
      description: 'The SHA-256 hash of the code verifier in base64url: 43 characters (RFC 7636, section 4.2, `S256`).',
      example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    }),
    loginHint: optionalTextWith(lineOf(longestEmailAddress)).meta({
      description: 'The address or name that the provider suggests.',
      example: 'ada@example.com',
    }),
  })
  .meta({ description: 'The provider, and where the browser comes back to, for `startProviderLogin`.' });

export const completeProviderLoginInput = z
  .object({ code, codeVerifier: textWith(verifier).meta(verifierMeta), ...personFields, ...tokenFields })
  .transform(({ code, codeVerifier, firstName, lastName, email, ...tokens }) => ({
    code,
    codeVerifier,
    given: personIn({ firstName, lastName, email }),
    options: tokenOptionsOf(tokens),
  }))
  .meta({ description: 'The code of a login with a provider, and its verifier, for `completeProviderLogin`.' });

export const loginWithIdTokenInput = z
  .object({
    provider,
    idToken: textWith(atMost(longestIdToken)).meta(idTokenMeta),
    nonce: textWith(atMost(longestNonce)).meta(nonceMeta),
    ...personFields,
    ...tokenFields,
  })
  .transform(({ provider, idToken, nonce, firstName, lastName, email, ...tokens }) => ({
    provider,
    idToken,
    nonce,
    given: personIn({ firstName, lastName, email }),
    options: tokenOptionsOf(tokens),
  }))
  .meta({ description: 'The ID token of a provider, for `loginWithIdToken`.' });

/** What shows which account at a provider is connected. */
export type IdentityProof =
  | { token: string }
  | { code: string; codeVerifier: string }
  | { provider: string; idToken: string; nonce: string };

const oneOfThree = 'The client sends the token, a code with its verifier, or an ID token with its provider and nonce.';

export const linkIdentityInput = z
  .object({
    token: typedText.nullish().meta({
      description: `The token of a \`link\`. ${oneOfThree}`,
      example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
    }),
    code: typedText.nullish().meta({
      description: 'The code with which the browser came back.',
      example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
    }),
    codeVerifier: optionalTextWith(verifier).meta(verifierMeta),
    provider: typedText.nullish().meta({ description: 'The provider of the ID token.', example: 'google' }),
    idToken: optionalTextWith(atMost(longestIdToken)).meta(idTokenMeta),
    nonce: optionalTextWith(atMost(longestNonce)).meta(nonceMeta),
    currentPassword: passwordOrFactor,
  })
  .transform(({ currentPassword, ...sent }, ctx) => {
    const { token, code, codeVerifier, provider, idToken, nonce } = sent;
    const of = (proof: IdentityProof) => ({ proof, currentPassword });
    const report = (path: keyof typeof sent, message: string) => {
      ctx.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    const ways = [token, code, idToken].filter((one) => typeof one === 'string');
    if (ways.length > 1) return report('token', 'must not be sent together with `code` or `idToken`');
    if (typeof token === 'string') return of({ token });
    if (typeof code === 'string') {
      return typeof codeVerifier === 'string'
        ? of({ code, codeVerifier })
        : report('codeVerifier', 'is required with `code`');
    }
    if (typeof idToken !== 'string') return report('token', 'is required, unless `code` or `idToken` is sent');
    if (typeof provider !== 'string') return report('provider', 'is required with `idToken`');
    return typeof nonce === 'string' ? of({ provider, idToken, nonce }) : report('nonce', 'is required with `idToken`');
  })
  .meta({ description: 'What shows the account at a provider, and who asks, for `linkIdentity`.' });

export const unlinkIdentityInput = z
  .object({
    id: typedString.meta({
      format: 'uuid',
      description: 'The id of the identity: a UUID.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
  })
  .meta({ description: 'The identity that `unlinkIdentity` removes.' });
