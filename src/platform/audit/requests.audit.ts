import { auditActions, read, rejected } from './action';

export const requestActions = auditActions.define({
  access_refused: {
    label: { en: 'Access rejected', de: 'Zugriff abgelehnt', fr: 'Accès rejeté', es: 'Acceso rechazado' },
    means: 'An access token was rejected, or did not allow the operation.',
    event: rejected,
  },
  second_factor_required: {
    label: {
      en: 'Password right, second factor asked',
      de: 'Passwort richtig, zweiter Faktor verlangt',
      fr: 'Mot de passe correct, second facteur demandé',
      es: 'Contraseña correcta, segundo factor pedido',
    },
    means: 'The first step of a login was right, and it waits for a second factor.',
    event: rejected,
  },
  limited: {
    label: { en: 'Too many requests', de: 'Zu viele Anfragen', fr: 'Trop de requêtes', es: 'Demasiadas solicitudes' },
    means: 'A request was rejected, because a rate limit was reached, or a challenge was not answered.',
    event: rejected,
  },
  shed: {
    label: {
      en: 'Rejected, too many logins at the same time',
      de: 'Abgelehnt, zu viele gleichzeitige Anmeldungen',
      fr: 'Rejeté, trop de connexions en même temps',
      es: 'Rechazado, demasiados inicios de sesión al mismo tiempo',
    },
    means: 'A request was rejected, because too many were waiting for password hashing.',
    event: rejected,
  },
  admin_read: {
    label: {
      en: 'Read by a super admin',
      de: 'Von einem Superadministrator gelesen',
      fr: 'Lu par un super-administrateur',
      es: 'Leído por un superadministrador',
    },
    means:
      'A super admin read data. Also recorded for a change that changed nothing, and for a bulk request, because their answers have data.',
    event: read,
  },
  admin_rejected: {
    label: {
      en: 'Operation of a super admin rejected',
      de: 'Vorgang eines Superadministrators abgelehnt',
      fr: 'Opération d’un super-administrateur rejetée',
      es: 'Operación de un superadministrador rechazada',
    },
    means: 'An operation of the administration API was rejected.',
    event: rejected,
  },
});
