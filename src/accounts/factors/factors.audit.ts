import { auditActions, events, preference, rejected } from '../../platform/audit/action';
import { factorEvents } from './factors.events';

export const factorActions = auditActions.define({
  factor_added: {
    label: {
      en: 'Second factor added',
      de: 'Zweiten Faktor hinzugefügt',
      fr: 'Second facteur ajouté',
      es: 'Segundo factor añadido',
    },
    means: 'A user added a second factor.',
    event: events(factorEvents['factor.added']),
  },
  factor_removed: {
    label: {
      en: 'Second factor removed',
      de: 'Zweiten Faktor entfernt',
      fr: 'Second facteur retiré',
      es: 'Segundo factor quitado',
    },
    means: 'A user removed a second factor.',
    event: events(factorEvents['factor.removed']),
  },
  factor_change_rejected: {
    label: {
      en: 'Change of a second factor rejected',
      de: 'Änderung eines zweiten Faktors abgelehnt',
      fr: 'Changement d’un second facteur rejeté',
      es: 'Cambio de un segundo factor rechazado',
    },
    means: 'A change of second factors was rejected.',
    event: rejected,
  },
  factors_reset: {
    label: {
      en: 'All second factors removed',
      de: 'Alle zweiten Faktoren entfernt',
      fr: 'Tous les seconds facteurs retirés',
      es: 'Todos los segundos factores quitados',
    },
    means: 'Second factors were removed: by an operator, with the first proof of the address, or by undoing a change.',
    event: events(factorEvents['factor.removed']),
  },
  recovery_codes_changed: {
    label: {
      en: 'Recovery codes replaced',
      de: 'Backup-Codes ersetzt',
      fr: 'Codes de secours remplacés',
      es: 'Códigos de recuperación reemplazados',
    },
    means: 'A user replaced the recovery codes.',
    event: preference,
  },
  two_step_enabled: {
    label: {
      en: 'Two-step sign-in switched on',
      de: 'Anmeldung in zwei Schritten eingeschaltet',
      fr: 'Connexion en deux étapes activée',
      es: 'Inicio de sesión en dos pasos activado',
    },
    means: 'Two-step sign-in was switched on: by a user, or with a new second factor.',
    event: preference,
  },
  two_step_disabled: {
    label: {
      en: 'Two-step sign-in switched off',
      de: 'Anmeldung in zwei Schritten ausgeschaltet',
      fr: 'Connexion en deux étapes désactivée',
      es: 'Inicio de sesión en dos pasos desactivado',
    },
    means: 'A user switched two-step sign-in off, or removed the last second factor.',
    event: preference,
  },
});
