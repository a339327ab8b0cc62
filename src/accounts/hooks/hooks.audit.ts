import { auditActions, rejected } from '../../platform/audit/action';

export const hookActions = auditActions.define({
  hook_failed: {
    label: {
      en: 'Registration hook failed',
      de: 'Hook der Registrierung fehlgeschlagen',
      fr: 'Échec du hook d’inscription',
      es: 'Falló el hook de registro',
    },
    means: 'The hook (`HOOK_BEFORE_REGISTER`) gave no usable answer, so a registration was rejected.',
    event: rejected,
  },
});
