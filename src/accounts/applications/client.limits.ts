import { rateLimits } from '../../platform/rate-limits/limit-table';

export const clientLimits = rateLimits.define({
  CLIENT_NETWORK: {
    count: 100,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each failed authentication of an OAuth client. The right secret passes.',
  },
  CLIENT_FAILURES: {
    count: 100,
    seconds: 900,
    per: 'client',
    of: 'failures',
    what: 'Each failed authentication with this client id. The right secret passes.',
  },
});
