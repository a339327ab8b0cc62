import { z } from 'zod';
import { redisUrlProblem } from '../config/redis-url';
import { Secret } from '../config/secret';
import { flag, networks, optional, settingsOn, text } from '../config/setting';
import { keysOf } from '../runtime/keys-of';
import type { Limit, RateLimit } from './limit-table';

const setting = settingsOn('limits');

/** `100/900` means 100 events in 900 seconds. `off` becomes null. */
const limit = z
  .string()
  .regex(
    /^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/,
    'must be a number of events and a number of seconds, such as 100/900, or off',
  )
  .transform((value): Limit | null => {
    const [count, seconds] = value.split('/').map(Number);
    return count && seconds ? { count, seconds } : null;
  });

/** The URL can contain passwords, so it is a `Secret`. */
const redisUrl = text
  .superRefine((url, context) => {
    const problem = redisUrlProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .transform((url) => new Secret(url));

export const rateLimitsSettings = {
  /** Null if the limits are counted in the database. */
  redisUrl: setting(
    'REDIS_URL',
    optional(redisUrl),
    'The Redis or Valkey server, or its sentinels, that counts the limits instead of the database. See [High availability](../operate/high-availability.md).',
    { example: 'redis://localhost:6379' },
  ),
  trustedNetworks: setting(
    'RATE_LIMIT_TRUSTED_NETWORKS',
    networks.default([]),
    'The networks of your [backends](../integrate/backend.md), whose header `X-Gatehouse-Client-IP` names the address of the user for the limits per network. Without it, none applies.',
    { example: '10.20.0.0/16,fd00:20::/48' },
  ),
  rateLimits: {
    enabled: setting('RATE_LIMITS', flag.default(true), 'Whether rate limits apply. `off` is for benchmarks.', {
      defaultText: 'on',
    }),
  },
};

/** The setting of each limit. */
export function limitSettingsOf<Name extends string>(limits: Readonly<Record<Name, RateLimit>>) {
  const settingOf = ({ name, count, seconds, per }: RateLimit) =>
    setting(
      `RATE_LIMIT_${name}`,
      limit.default({ count, seconds }),
      `The two numbers of the limit \`${name}\`, per ${per}: see [rate limits](limits.md#rate-limits).`,
      { defaultText: `${count}/${seconds}` },
    );
  const settings = keysOf(limits).map((name) => [name, settingOf(limits[name])]);
  return { limits: Object.fromEntries(settings) as Record<Name, ReturnType<typeof settingOf>> };
}

/** Returns the limit of each name. Null for a limit that is off. */
export const rateLimitsOf = <Name extends string>(
  { enabled }: { enabled: boolean },
  limits: Readonly<Record<Name, Limit | null>>,
): Readonly<Record<Name, Limit | null>> =>
  enabled ? limits : (Object.fromEntries(keysOf(limits).map((name) => [name, null])) as Record<Name, null>);
