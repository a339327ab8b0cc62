import { Secret } from '../../platform/config/secret';
import { optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('moving');

/** 64 bytes in base64. */
const signerKey = /^[A-Za-z0-9+/_-]{86}(==)?$/;

export const importedPasswordsSettings = {
  importFirebaseSigner: setting(
    'IMPORT_FIREBASE_SIGNER',
    optional(
      text
        .refine((value) => signerKey.test(value), 'must be base64_signer_key of the project: 64 bytes in base64')
        .transform((value) => new Secret(value)),
    ),
    'The signer key of a Firebase project, for an import, which stores it encrypted in the database.',
  ),
};
