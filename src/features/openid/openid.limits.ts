import { rateLimits } from '../../platform/rate-limits/limit-table';

export const openidLimits = rateLimits.define({
  AUTHORIZE_NETWORK: {
    count: 300,
    seconds: 60,
    per: 'network',
    of: 'requests',
    what: 'Each sign-in that an application starts.',
  },
  CLIENT_METADATA_NETWORK: {
    count: 20,
    seconds: 900,
    per: 'network',
    of: 'requests',
    what: 'Each document of a client that is fetched (`CLIENT_METADATA`). One that is in memory counts nothing.',
  },
  TOKEN_NETWORK: {
    count: 600,
    seconds: 60,
    per: 'network',
    of: 'failures',
    what: 'Each wrong code and refresh token of a public client. A right one passes. A client with a secret has no limit.',
  },
});
