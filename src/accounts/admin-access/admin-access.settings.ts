import { flag, integer, networks, oneOf, optional, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('administration');

export const administrationSettings = {
  admin: {
    enabled: setting(
      'ADMIN',
      flag.default(true),
      'Whether the administration API of super admins exists: `/admin/graphql` and `/admin/*`.',
      { defaultText: 'on' },
    ),
    /** Null: from every network. */
    networks: setting(
      'ADMIN_NETWORKS',
      optional(networks),
      'From where super admins can use the administration API and the set-up page, by default everywhere. A backend in `RATE_LIMIT_TRUSTED_NETWORKS` must name its client, and both must be in these networks.',
      { example: '10.20.0.0/16,fd00:20::/48' },
    ),
    /** Null: the default, which depends on NODE_ENV. */
    minAcr: setting(
      'ADMIN_MIN_ACR',
      optional(oneOf(['aal1', 'aal2'])),
      'What a super admin must have proved: `aal2` with a second factor, or `aal1` without.',
      { defaultText: '`aal2` with `NODE_ENV=production`, else `aal1`', example: 'aal2' },
    ),
    maxAgeS: setting(
      'ADMIN_MAX_AGE',
      integer(60, 86_400).default(3600),
      'How many seconds the last proof of a super admin counts. Then a login or `stepUp` is due.',
    ),
  },
};

interface Values {
  enabled: boolean;
  networks: readonly string[] | null;
  minAcr: 'aal1' | 'aal2' | null;
  maxAgeS: number;
}

/** Adds the default level, which depends on NODE_ENV. */
export const adminOf = (values: Values, production: boolean) => ({
  enabled: values.enabled,
  networks: values.networks,
  minAcr: values.minAcr ?? (production ? ('aal2' as const) : ('aal1' as const)),
  maxAgeS: values.maxAgeS,
});

export type AdminSettings = ReturnType<typeof adminOf>;
