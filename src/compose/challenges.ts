import type { Challenges } from '../platform/challenges/challenges';
import type { RateLimits } from '../platform/rate-limits/rate-limits';
import type { Base } from './base';

type Needs = Pick<Base, 'config' | 'stores' | 'derivationKey' | 'clock'> & { rateLimits: RateLimits };

const siteVerifier = () =>
  (require('../platform/challenges/site-verifier') as typeof import('../platform/challenges/site-verifier.js'))
    .SiteVerifier;

/** Loaded only with CHALLENGE. */
export function createChallenges({ config, stores, derivationKey, clock, rateLimits }: Needs): Challenges | null {
  const { challenge: settings, challengeOn: on, publicUrl, corsOrigins } = config;
  if (settings.kind === null) return null;
  const { Challenges } =
    require('../platform/challenges/challenges') as typeof import('../platform/challenges/challenges.js');
  const { verifyUrl, secret } = settings;
  const hostnames = [publicUrl, ...corsOrigins].map((origin) => new URL(origin).hostname);
  const site = verifyUrl !== null && secret !== null ? new (siteVerifier())(verifyUrl, secret, hostnames, clock) : null;
  const { spentChallenges } = stores;
  return new Challenges({ settings, on, site, rateLimits, spentChallenges, derive: derivationKey.derive, clock });
}
