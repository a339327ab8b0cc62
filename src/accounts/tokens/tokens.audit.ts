import { auditActions, installation } from '../../platform/audit/action';

export const keyActions = auditActions.define({
  key_added: {
    label: {
      en: 'Signing key added',
      de: 'Signaturschlüssel hinzugefügt',
      fr: 'Clé de signature ajoutée',
      es: 'Clave de firma añadida',
    },
    means: 'A signing key was added.',
    event: installation,
  },
  key_retired: {
    label: {
      en: 'Signing key revoked',
      de: 'Signaturschlüssel widerrufen',
      fr: 'Clé de signature révoquée',
      es: 'Clave de firma revocada',
    },
    means: 'A signing key was revoked.',
    event: installation,
  },
});
