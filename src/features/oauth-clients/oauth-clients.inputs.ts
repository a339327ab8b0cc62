import { z } from 'zod';
import { hasAtMost, line, textWith, typedString } from '../../platform/request/input-parser';

const clientName = line
  .refine((text) => text.trim() !== '', { error: 'must not be blank', abort: true })
  .refine((text) => hasAtMost(100, text), 'must have at most 100 characters');

export const revocationsInput = z.object({
  after: z.string().max(100).nullish().meta({
    description: 'The `cursor` of the last answer. Without it, the first page is returned.',
    example: '1795212271123',
  }),
});

export const createClientInput = z.object({ name: textWith(clientName) });

/**
 * The hint is ignored: the form of a token shows which kind of token it is. The parameters that authenticate the client are
 * checked before, by `parseClientCredentials`.
 */
export const tokenForm = z
  .object({
    token: typedString.meta({
      description: 'An access token or a refresh token.',
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
