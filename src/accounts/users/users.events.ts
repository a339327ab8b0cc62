import { type Events, events } from '../../platform/audit/action';
import { accountData, sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const userEvents = webhookEventTypes.define({
  'user.created': {
    means: {
      en: 'An account was created.',
      de: 'Ein Konto wurde angelegt.',
      fr: 'Un compte a été créé.',
      es: 'Se creó una cuenta.',
    },
    example: accountData,
  },
  'user.updated': {
    means: {
      en: 'Data of an account was changed.',
      de: 'Daten eines Kontos wurden geändert.',
      fr: 'Des données d’un compte ont été modifiées.',
      es: 'Se cambiaron datos de una cuenta.',
    },
    example: { ...sessionData, changed: ['firstName', 'tel'] },
  },
  'user.disabled': {
    means: {
      en: 'An account was disabled.',
      de: 'Ein Konto wurde deaktiviert.',
      fr: 'Un compte a été désactivé.',
      es: 'Se desactivó una cuenta.',
    },
    example: accountData,
  },
  'user.enabled': {
    means: {
      en: 'An account was enabled or restored.',
      de: 'Ein Konto wurde aktiviert oder wiederhergestellt.',
      fr: 'Un compte a été activé ou rétabli.',
      es: 'Se activó o se restauró una cuenta.',
    },
    example: accountData,
  },
  'user.email_verified': {
    means: {
      en: 'The e-mail address was verified.',
      de: 'Die E-Mail-Adresse wurde bestätigt.',
      fr: 'L’adresse e-mail a été vérifiée.',
      es: 'Se verificó la dirección de correo.',
    },
    example: accountData,
  },
  'user.email_changed': {
    means: {
      en: 'The e-mail address was changed.',
      de: 'Die E-Mail-Adresse wurde geändert.',
      fr: 'L’adresse e-mail a été changée.',
      es: 'Se cambió la dirección de correo.',
    },
    example: sessionData,
  },
  'identity.linked': {
    means: {
      en: 'An account at a provider was connected.',
      de: 'Ein Konto bei einem Anbieter wurde verbunden.',
      fr: 'Un compte chez un fournisseur a été associé.',
      es: 'Se conectó una cuenta de un proveedor.',
    },
    example: sessionData,
  },
  'identity.unlinked': {
    means: {
      en: 'An account at a provider was disconnected.',
      de: 'Ein Konto bei einem Anbieter wurde getrennt.',
      fr: 'Un compte chez un fournisseur a été détaché.',
      es: 'Se desconectó una cuenta de un proveedor.',
    },
    example: sessionData,
  },
});

/** The event of an action that changes data of an account: `changed` names it, if the line of the audit does not. */
export const updated = (changed?: string): Events => ({
  ...events(userEvents['user.updated']),
  ...(changed !== undefined && { changed }),
});
