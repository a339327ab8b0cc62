import { optional, randomSecret, settingsOn } from '../config/setting';

const setting = settingsOn('secret');

export const encryptionSettings = {
  /** Null for a secret that the first start creates in the data folder (only with the embedded database). */
  secret: setting(
    'GATEHOUSE_SECRET',
    optional(randomSecret),
    'Encrypts the keys in the database. All instances need the same value. Required with `DATABASE_URL`.',
    {
      defaultText: 'generated in `DATA_DIR`',
      conflict: ({ DATABASE_URL, GATEHOUSE_SECRET }) =>
        DATABASE_URL && !GATEHOUSE_SECRET
          ? 'is required with DATABASE_URL. Make a secret with: openssl rand -base64 32'
          : null,
    },
  ),
  previousSecret: setting(
    'GATEHOUSE_SECRET_PREVIOUS',
    optional(randomSecret),
    'The previous secret, while it is being replaced: see [Rotate](../operate/rotate.md).',
    {
      conflict: ({ GATEHOUSE_SECRET, GATEHOUSE_SECRET_PREVIOUS }) =>
        GATEHOUSE_SECRET_PREVIOUS && !GATEHOUSE_SECRET
          ? 'is set, but GATEHOUSE_SECRET is not. Set both or neither'
          : null,
    },
  ),
};
