import { auditActions, events, rejected } from '../../platform/audit/action';
import { passwordEvents } from './password-change.events';

export const passwordActions = auditActions.define({
  password_reset: {
    label: {
      en: 'Password set with a link',
      de: 'Passwort mit einem Link gesetzt',
      fr: 'Mot de passe défini avec un lien',
      es: 'Contraseña definida con un enlace',
    },
    means: 'A user set a new password with a link or a code.',
    event: events(passwordEvents['user.password_changed']),
  },
  password_reset_rejected: {
    label: {
      en: 'Password not set: wrong link',
      de: 'Passwort nicht gesetzt: falscher Link',
      fr: 'Mot de passe non défini : lien incorrect',
      es: 'Contraseña no definida: enlace incorrecto',
    },
    means: 'A reset of the password was rejected.',
    event: rejected,
  },
  password_changed: {
    label: { en: 'Password changed', de: 'Passwort geändert', fr: 'Mot de passe changé', es: 'Contraseña cambiada' },
    means: 'A signed-in user changed the password.',
    event: events(passwordEvents['user.password_changed']),
  },
  password_change_rejected: {
    label: {
      en: 'Change of the password rejected',
      de: 'Änderung des Passworts abgelehnt',
      fr: 'Changement du mot de passe rejeté',
      es: 'Cambio de contraseña rechazado',
    },
    means: 'A change of the password was rejected.',
    event: rejected,
  },
});
