import { z } from 'zod';
import { passwordOrFactor } from '../../accounts/passwords/password.inputs';
import { personName, personNameRule } from '../../accounts/users/user.inputs';
import { hasAtMost, textWith, typedString, typedText } from '../../platform/request/input-parser';

/** The form offers 30 and the longest life, too. */
export const usualDays = 90;
/** How long a key lives by default. `mostDays` is API_KEY_DAYS. */
export const defaultDays = (mostDays: number): number => Math.min(usualDays, mostDays);
/** No document says one. As long as keys can live with the longest `API_KEY_DAYS`. */
const mostDays = 3650;
const daysRule = 'must be a whole number of days';
/** No document says one. The service compares the names with those that exist, which are few. */
const mostNames = 100;

const names = z
  .array(z.string('must be a list of names').meta({ description: 'A name.' }), 'must be a list of names')
  .max(mostNames, `must be at most ${mostNames} names`)
  .refine((all) => new Set(all).size === all.length, 'must not have a name twice')
  .transform((all) => all.toSorted())
  .nullish()
  .transform((all) => all ?? null);

export const createApiKeyInput = z
  .object({
    name: textWith(personName).meta({
      description: `The name of the key, for its user: ${personNameRule}`,
      example: 'Nightly backup',
    }),
    days: z
      .int(daysRule)
      .min(1, daysRule)
      .max(mostDays, daysRule)
      .nullish()
      .meta({
        description: `After how many days the key ends: 1 to \`API_KEY_DAYS\`, by default ${usualDays}, or \`API_KEY_DAYS\` if that is less.`,
        example: usualDays,
      }),
    resource: typedText
      .nullish()
      .transform((id) => id ?? null)
      .meta({
        description:
          'The API of `RESOURCES` for which the key is. Without it, the key is for what takes the tokens of logins.',
        example: null,
      }),
    scopes: names.meta({
      description: 'The scopes of the resource. Without this field, its default scopes.',
      example: [],
    }),
    roles: names.meta({
      description: 'The roles of the key: some that the user has. Without this field, none.',
      example: [],
    }),
    organizationId: typedText
      .nullish()
      .transform((id) => id ?? null)
      .meta({
        format: 'uuid',
        description:
          'The id of an organization of the user, in whose name the program acts. The key ends with the membership. Without this field, none.',
        example: null,
      }),
    currentPassword: passwordOrFactor,
  })
  .meta({ description: 'The key that `createApiKey` creates.' });

export const deleteApiKeyInput = z
  .object({
    id: typedString.meta({
      format: 'uuid',
      description: 'The id of the key: a UUID.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
  })
  .meta({ description: 'The key that `deleteApiKey` deletes.' });

/** No document says one. A key has 54 characters. */
const longestKey = 200;

export const exchangeApiKeyInput = z
  .object({
    key: textWith(
      z
        .string()
        .refine((text) => hasAtMost(longestKey, text), `must have at most ${longestKey} characters`)
        .meta({ maxLength: longestKey }),
    ).meta({ description: 'The API key.', example: 'gate_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3Ab4Cd5Ef6' }),
  })
  .meta({ description: 'The key for which `exchangeApiKey` issues an access token.' });
