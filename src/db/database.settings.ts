import type { Secret } from '../config/secret';
import { flag, optional, secretUrl, setting, text } from '../config/setting';

export type DatabaseConfig =
  /** PGlite in a folder. */
  { kind: 'embedded'; dataDir: string } | { kind: 'postgresql'; url: Secret };

export const databaseSettings = {
  database: {
    url: setting(
      'DATABASE_URL',
      optional(secretUrl(['postgres:', 'postgresql:'], 'must be a postgresql:// URL')),
      'a PostgreSQL URL; without it, an embedded PostgreSQL (PGlite) in `DATA_DIR`',
      {
        conflict: ({ NODE_ENV, DATABASE_URL, DATA_DIR }) =>
          NODE_ENV === 'production' && !DATABASE_URL && !DATA_DIR
            ? 'is required with NODE_ENV=production; or DATA_DIR, a folder of its own, for the embedded database'
            : null,
      },
    ),
    dataDir: setting(
      'DATA_DIR',
      text.refine((value) => !value.includes('://'), 'must be a folder').default('.data'),
      'the folder of the embedded database and of a generated secret, for one process at a time and one user of the machine; in production it or `DATABASE_URL` must be set',
      { defaultText: '`.data` outside production' },
    ),
  },
  migrateOnStart: setting(
    'MIGRATE_ON_START',
    flag.default(true),
    'whether a start applies pending migrations; with `false` it waits for `npm run migrate`',
  ),
};

export const databaseOf = ({ url, dataDir }: { url: Secret | null; dataDir: string }): DatabaseConfig =>
  url ? { kind: 'postgresql', url } : { kind: 'embedded', dataDir };
