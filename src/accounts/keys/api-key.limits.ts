import { rateLimits } from '../../platform/rate-limits/limit-table';

export const apiKeyLimits = rateLimits.define({
  KEY_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each wrong or ended API key with a right checksum, except at `/auth/verify`. The right key passes.',
  },
});
