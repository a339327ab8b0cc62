import { auditActions, installation } from '../audit/action';

export const messageActions = auditActions.define({
  message_failed: {
    label: { en: 'Message failed', de: 'Nachricht fehlgeschlagen', fr: 'Échec d’un message', es: 'Mensaje fallido' },
    means: 'A mail, an SMS, or the logout of an OAuth client, could not be sent, and is not tried again.',
    event: installation,
  },
});
