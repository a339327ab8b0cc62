import { auditActions, rejected } from '../../platform/audit/action';

export const authActions = auditActions.define({
  registration_refused: {
    label: {
      en: 'Registration rejected',
      de: 'Registrierung abgelehnt',
      fr: 'Inscription rejetée',
      es: 'Registro rechazado',
    },
    means: 'A registration was rejected.',
    event: rejected,
  },
  login_failed: {
    label: {
      en: 'Login failed',
      de: 'Anmeldung fehlgeschlagen',
      fr: 'Échec de la connexion',
      es: 'Inicio de sesión fallido',
    },
    means: 'A login was rejected.',
    event: rejected,
  },
  second_factor_failed: {
    label: {
      en: 'Second factor failed',
      de: 'Zweiter Faktor fehlgeschlagen',
      fr: 'Échec du second facteur',
      es: 'Segundo factor fallido',
    },
    means: 'The second factor of a login or a step-up was rejected, or the password of a step-up.',
    event: rejected,
  },
  password_listed: {
    label: {
      en: 'Uses a well-known password',
      de: 'Benutzt ein bekanntes Passwort',
      fr: 'A un mot de passe connu',
      es: 'Usa una contraseña conocida',
    },
    means: 'The right password of a login is on a list. Recorded once for each password.',
    event: 'Nothing has changed.',
  },
});
