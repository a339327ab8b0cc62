import { userEvents } from '../../accounts/users/users.events';
import { asked, auditActions, events, rejected } from '../../platform/audit/action';

export const emailChangeActions = auditActions.define({
  email_change_requested: {
    label: {
      en: 'Asked to change the e-mail',
      de: 'Änderung der E-Mail angefragt',
      fr: 'Changement d’e-mail demandé',
      es: 'Cambio de correo solicitado',
    },
    means: 'A signed-in user asked for another e-mail address.',
    event: asked,
  },
  email_change_cancelled: {
    label: {
      en: 'Cancelled a change of the e-mail',
      de: 'Änderung der E-Mail abgebrochen',
      fr: 'Changement d’e-mail annulé',
      es: 'Cambio de correo cancelado',
    },
    means: 'A user cancelled a change of the e-mail address that waited.',
    event: asked,
  },
  email_change_undone: {
    label: {
      en: 'Change of the e-mail undone',
      de: 'Änderung der E-Mail rückgängig gemacht',
      fr: 'Changement d’e-mail annulé',
      es: 'Cambio de correo deshecho',
    },
    means: 'The old e-mail address was restored with the link that it got.',
    event: events(userEvents['user.email_changed']),
  },
  email_change_rejected: {
    label: {
      en: 'Change of the e-mail rejected',
      de: 'Änderung der E-Mail abgelehnt',
      fr: 'Changement d’e-mail rejeté',
      es: 'Cambio de correo rechazado',
    },
    means: 'A change of the e-mail address, its cancellation or its undoing was rejected.',
    event: rejected,
  },
});
