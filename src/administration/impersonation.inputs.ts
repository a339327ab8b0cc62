import { z } from 'zod';
import { hasAtMost, line, parserOf, typedString } from '../request/input-parser';
import { isBlank } from '../users/user.inputs';

const longestReason = 500;

export const impersonateInput = z.object({
  userId: typedString.meta({ format: 'uuid' }),
  reason: line
    .refine((text) => !isBlank(text), { error: 'must not be blank', abort: true })
    .refine((text) => hasAtMost(longestReason, text), `must have at most ${longestReason} characters`)
    .meta({ minLength: 1, maxLength: longestReason }),
});

export type ImpersonateField = keyof z.input<typeof impersonateInput>;

export const parseImpersonateInput = parserOf(impersonateInput);
