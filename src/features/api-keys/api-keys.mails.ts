import { mailTemplates } from '../../platform/email/mail-template';

export const apiKeyMails = mailTemplates.define({
  api_key_expires: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'An API key will end soon',
        text: (product) => [
          `An API key of your account at ${product} ends within seven days. A program that uses it will then be rejected. Create a new key, give it to the program, and delete the old one.`,
        ],
      },
      de: {
        title: 'Ein API-Schlüssel läuft bald ab',
        text: (product) => [
          `Ein API-Schlüssel Ihres Kontos bei ${product} läuft innerhalb von sieben Tagen ab. Ein Programm, das ihn benutzt, wird dann abgewiesen. Erstellen Sie einen neuen, geben Sie ihn dem Programm, und löschen Sie den alten.`,
        ],
      },
      fr: {
        title: 'Une clé d’API expire bientôt',
        text: (product) => [
          `Une clé d’API de votre compte ${product} expire dans les sept jours. Un programme qui s’en sert sera alors refusé. Créez une nouvelle clé, donnez-la au programme et supprimez l’ancienne.`,
        ],
      },
      es: {
        title: 'Una clave de API caduca pronto',
        text: (product) => [
          `Una clave de API de su cuenta de ${product} caduca en los próximos siete días. Un programa que la use será rechazado. Cree una nueva, désela al programa y elimine la anterior.`,
        ],
      },
    },
  },
});
