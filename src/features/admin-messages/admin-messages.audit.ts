import { auditActions, installation } from '../../platform/audit/action';

export const adminMessageActions = auditActions.define({
  message_retried: {
    label: { en: 'Mail sent again', de: 'E-Mail erneut gesendet', fr: 'E-mail renvoyé', es: 'Correo enviado de nuevo' },
    means: 'A super admin made a mail due again.',
    event: installation,
  },
});
