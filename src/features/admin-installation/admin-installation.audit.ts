import { auditActions, installation } from '../../platform/audit/action';

export const installationActions = auditActions.define({
  secret_rotated: {
    label: {
      en: 'Keys re-encrypted',
      de: 'Schlüssel neu verschlüsselt',
      fr: 'Clés chiffrées de nouveau',
      es: 'Claves cifradas de nuevo',
    },
    means: 'The keys in the database were re-encrypted with another secret.',
    event: installation,
  },
});
