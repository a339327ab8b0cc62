import { rateLimits } from '../../platform/rate-limits/limit-table';

export const providerLimits = rateLimits.define({
  PROVIDER_NETWORK: {
    count: 60,
    seconds: 900,
    per: 'network',
    of: 'requests',
    what: 'Each start of a sign-in with a provider.',
  },
});
