import type { Translated } from '../request/locale';

/** What to do if someone else knows the password, in several mails. */
export const newPassword: Translated = {
  en: 'ask for a new password on the sign-in page immediately',
  de: 'fordern Sie sofort auf der Anmeldeseite ein neues Passwort an',
  fr: 'demandez immédiatement un nouveau mot de passe sur la page de connexion',
  es: 'solicite de inmediato una nueva contraseña en la página de inicio de sesión',
};
