import { z } from 'zod';
import { hasAtMost, line, parserOf, typedString } from '../request/input-parser';

const createClientInput = z.object({ name: typedString }).pipe(
  z.object({
    name: line
      .refine((text) => text.trim() !== '', { error: 'must not be blank', abort: true })
      .refine((text) => hasAtMost(100, text), 'must have at most 100 characters'),
  }),
);

/** The hint is ignored: the form of a token shows which kind of token it is. */
const tokenInput = z.object({ token: typedString, tokenTypeHint: z.string().optional() });

/** With the parameters that authenticate the client, which `parseClientCredentials` checks. */
export const tokenForm = tokenInput.extend({
  clientId: z.string().optional(),
  clientSecret: z.string().meta({ format: 'password' }).optional(),
});

export type TokenFormField = keyof z.input<typeof tokenForm>;

export const parseCreateClientInput = parserOf(createClientInput);
export const parseTokenInput = parserOf(tokenInput);
