import { z } from 'zod';
import { keysOf } from '../../platform/runtime/keys-of';
import { figureRanges } from './figures';

const names = keysOf(figureRanges);

export const figuresInput = z.object({
  range: z
    .enum(names, `must be one of: ${names.join(', ')}`)
    .nullish()
    .transform((range) => range ?? '24h')
    .meta({
      description:
        'How far back: `24h` in bars of an hour, `7d` in bars of six hours, `30d` or `90d` in days, all in UTC. By default `24h`.',
      example: '7d',
      values: { '24h': '24 hours.', '7d': '7 days.', '30d': '30 days.', '90d': '90 days.' },
    }),
});
