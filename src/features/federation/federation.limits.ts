import { rateLimits } from '../../platform/rate-limits/limit-table';

export const federationLimits = rateLimits.define({
  ENTITIES_NETWORK: {
    count: 6000,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each GraphQL request with `_entities` and a wrong access token. A right one passes.',
  },
});
