import { z } from 'zod';
import { hasAtMost, line, textWith, typedString, typedText } from '../../platform/request/input-parser';
import { isUuid } from '../../platform/runtime/uuid';
import { clientKinds, clientKindTexts, idTokenAlgs, idTokenAlgTexts } from './oauth-client';
import { isPlainUri, longestUri, mostUris, redirectUriKindOf } from './redirect-uri';

export const revocationsInput = z.object({
  after: z.string().max(100).nullish().meta({
    description: 'The `cursor` of the last answer. Without it, the first page is returned.',
    example: '1795212271123',
  }),
});

/** No document says one: a super admin enters them, and a token has the scopes and the audience. */
export const mostScopes = 50;
export const longestScope = 100;
const longestAudience = 200;

const clientName = line
  .refine((text) => text.trim() !== '', { error: 'must not be blank', abort: true })
  .refine((text) => hasAtMost(100, text), 'must have at most 100 characters')
  .meta({ minLength: 1, maxLength: 100 });

/** RFC 6749, section 3.3. */
export const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const noneTwice = (items: readonly string[]): boolean => new Set(items).size === items.length;

const uris = z
  .array(
    z
      .string()
      .refine(isPlainUri, {
        error: `must be absolute URIs of at most ${longestUri} visible ASCII characters, without fragment, user info, "*" and "\\"`,
        abort: true,
      })
      .refine((uri) => redirectUriKindOf(uri) !== null, {
        error:
          'must begin with https://, or with http:// and localhost, 127.0.0.1 or [::1], or for an app with a scheme that has a dot, such as com.example.app:',
        abort: true,
      })
      .meta({ maxLength: longestUri }),
  )
  .max(mostUris, `must be at most ${mostUris} URIs`)
  .refine(noneTwice, 'must not have a URI twice');

const scopes = z
  .array(
    z
      .string()
      .regex(scopeForm, 'must be names of visible ASCII characters, without quotes and backslashes')
      .max(longestScope, `must be names of at most ${longestScope} characters`)
      .meta({ maxLength: longestScope }),
  )
  .max(mostScopes, `must be at most ${mostScopes} scopes`)
  .refine(noneTwice, 'must not have a scope twice');

const audience = z
  .string()
  .regex(/^[!-~]+$/, 'must be visible ASCII characters')
  .max(longestAudience, `must have at most ${longestAudience} characters`);

/** No document says one. A REST request has at most 16 kB. */
const longestLogo = 10_000;
const logo = z
  .string()
  .max(longestLogo, `must have at most ${longestLogo} characters`)
  .regex(
    /^data:image\/(?:png|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/,
    'must be a data: URL with a PNG, WebP or SVG picture in base64: pages load nothing from other hosts',
  );

const link = z
  .string()
  .refine((uri) => isPlainUri(uri) && ['site', 'loopback'].includes(String(redirectUriKindOf(uri))), {
    error: 'must be an https:// address',
  });

const listOf = <Rule extends z.ZodType<string[], string[]>>(rule: Rule) =>
  z.array(z.string('must be a list of texts'), 'must be a list of texts').pipe(rule);
const flag = z.boolean('must be true or false');
const oneOf = (names: readonly string[]) => `must be ${names.map((name) => `"${name}"`).join(' or ')}`;

const name = textWith(clientName).meta({
  description: 'The name, which people read: 1 to 100 characters.',
  example: 'Grafana',
});

const fields = {
  redirectUris: listOf(uris)
    .optional()
    .meta({
      description:
        'Where people are sent back to after they have signed in, character by character. `https`, or `http` on the machine of the user, or for an app a scheme with a dot.',
      example: ['https://grafana.example.com/login/generic_oauth'],
    }),
  postLogoutRedirectUris: listOf(uris)
    .optional()
    .meta({
      description: 'Where people can be sent after a logout, likewise.',
      example: ['https://grafana.example.com/'],
    }),
  backchannelLogoutUri: typedText.nullish().meta({
    description:
      'Where the client learns that sessions of it have ended (OpenID Connect Back-Channel Logout 1.0). `https`, and no private address that `WEBHOOK_NETWORKS` does not list.',
    example: 'https://grafana.example.com/backchannel-logout',
  }),
  scopes: listOf(scopes)
    .optional()
    .meta({
      description: 'What the client may ask for. Others are ignored.',
      example: ['openid', 'profile', 'email', 'offline_access'],
    }),
  audience: typedText.pipe(audience).nullish().meta({
    description:
      'The `aud` of its access tokens. Without it, `JWT_AUDIENCE` or, for a third party, the address of `/oauth/userinfo`.',
    example: 'https://grafana.example.com',
  }),
  firstParty: flag.optional().meta({
    description:
      'Whether the client is your own: people need not consent at `https` addresses, and its access tokens are for your services.',
    example: false,
  }),
  pkceRequired: flag.optional().meta({
    description: 'Whether each sign-in needs PKCE (RFC 7636). Only for `web` it can be false.',
    example: true,
  }),
  deviceGrant: flag.optional().meta({
    description:
      'Whether people sign in to it with a code that they type in a browser elsewhere (RFC 8628). Only for your own client of the kind `public`.',
    example: false,
  }),
  idTokenAlg: z
    .enum(idTokenAlgs, oneOf(idTokenAlgs))
    .meta({ enumName: 'OauthIdTokenAlg', values: idTokenAlgTexts, example: 'RS256' })
    .optional()
    .meta({ description: 'The algorithm of its ID tokens.' }),
  logoUri: typedText.pipe(logo).nullish().meta({
    description: 'A picture for the page that asks for consent: a `data:` URL with a PNG, WebP or SVG of at most 7 kB.',
    example: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
  }),
  policyUri: typedText.pipe(link).nullish().meta({
    description: 'Its privacy policy, to which that page links.',
    example: 'https://grafana.example.com/privacy',
  }),
  tosUri: typedText.pipe(link).nullish().meta({
    description: 'Its terms of service, likewise.',
    example: 'https://grafana.example.com/terms',
  }),
};

export const createClientInput = z
  .object({
    name,
    kind: z
      .enum(clientKinds, oneOf(clientKinds))
      .meta({ enumName: 'OauthClientKind', values: clientKindTexts, example: 'web' })
      .meta({ description: 'What the client is. It never changes.' }),
    ...fields,
  })
  .meta({ description: 'The client that `createOauthClient` creates.' });

/** Text that is no id is the id of nothing. */
const id = typedString
  .transform((text) => (isUuid(text) ? text.toLowerCase() : null))
  .meta({ description: 'The client id.', example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' });

export const updateClientInput = z
  .object({
    id,
    name: name.optional(),
    ...fields,
    disabled: flag.optional().meta({
      description: 'Whether the client is disabled: it is rejected like an unknown one.',
      example: true,
    }),
  })
  .meta({ description: 'The client that `updateOauthClient` changes, and the fields to change.' });

export const clientIdInput = z.object({ id }).meta({ title: 'OauthClientIdInput', description: 'A client.' });

export const rotateClientSecretInput = z
  .object({
    id,
    atOnce: flag.nullish().meta({
      description: 'Whether the previous secret is rejected immediately. By default, it works for 24 more hours.',
      example: false,
    }),
  })
  .meta({ description: 'The client whose secret `rotateOauthClientSecret` replaces.' });

/**
 * The hint is ignored: the form of a token shows which kind of token it is. The parameters that authenticate the client are
 * checked before, by `parseClientCredentials`.
 */
export const tokenForm = z
  .object({
    token: typedString.meta({
      description: 'An access token, a refresh token or an API key.',
      example: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
    }),
    tokenTypeHint: z.string().optional().meta({
      description: 'A hint, such as `access_token` or `refresh_token`. It changes nothing.',
      example: 'refresh_token',
    }),
    clientId: z.string().optional().meta({
      description: 'The client id, if the client does not authenticate in the `Authorization` header.',
      example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
    }),
    clientSecret: z.string().meta({ format: 'password' }).optional().meta({
      description: 'The client secret, likewise.',
      example: 'h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o',
    }),
  })
  .meta({ title: 'TokenForm' });
