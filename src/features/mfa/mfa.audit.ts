import { auditActions } from '../../platform/audit/action';

export const mfaActions = auditActions.define({
  stepped_up: {
    label: {
      en: 'Proved again who they are',
      de: 'Erneut ausgewiesen',
      fr: 'Identité prouvée de nouveau',
      es: 'Identidad probada de nuevo',
    },
    means: 'A signed-in user proved again who they are.',
    event: 'The session is the same.',
  },
});
