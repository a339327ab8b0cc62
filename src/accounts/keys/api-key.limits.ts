import { rateLimits } from '../../platform/rate-limits/limit-table';

export const apiKeyLimits = rateLimits.define({
  KEY_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each wrong or ended API key whose checksum is right, except at `/auth/verify`. A right one is never rejected.',
  },
});
