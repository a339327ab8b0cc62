import { mailTemplates } from '../../platform/email/mail-template';

export const messageMails = mailTemplates.define({
  test: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Test mail',
        text: (product) => [`This is a test mail from ${product}. It reached you, so the mail server works.`],
      },
      de: {
        title: 'Test-E-Mail',
        text: (product) => [
          `Das ist eine Test-E-Mail von ${product}. Sie ist angekommen, also funktioniert der Mailserver.`,
        ],
      },
      fr: {
        title: 'E-mail de test',
        text: (product) => [
          `Ceci est un e-mail de test (${product}). Il vous est parvenu, donc le serveur de messagerie fonctionne.`,
        ],
      },
      es: {
        title: 'Correo de prueba',
        text: (product) => [
          `Este es un correo de prueba de ${product}. Le ha llegado, así que el servidor de correo funciona.`,
        ],
      },
    },
  },
});
