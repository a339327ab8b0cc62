import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const mfaMails = mailTemplates.define({
  step_up: {
    hasLink: false,
    hasCode: true,
    words: {
      en: {
        title: 'Your code',
        text: (product) => [
          `Someone who is signed in to your account at ${product} wants to add another way to sign in, or to connect an app. This code proves that it is you.`,
        ],
        code: 'Enter it where you asked for it. Don’t give it to anyone:',
        notMe: `If this wasn’t you, someone else knows your password: ${newPassword.en}.`,
      },
      de: {
        title: 'Ihr Code',
        text: (product) => [
          `Jemand, der in Ihrem Konto bei ${product} angemeldet ist, möchte einen weiteren Weg zur Anmeldung hinzufügen oder eine App verbinden. Dieser Code beweist, dass Sie es sind.`,
        ],
        code: 'Geben Sie ihn dort ein, wo Sie ihn angefordert haben, und sonst nirgends:',
        notMe: `Wenn Sie das nicht waren, kennt jemand Ihr Passwort: ${newPassword.de}.`,
      },
      fr: {
        title: 'Votre code',
        text: (product) => [
          `Quelqu’un qui est connecté à votre compte ${product} souhaite ajouter un autre moyen de connexion ou rattacher une application. Ce code prouve que c’est vous.`,
        ],
        code: 'Saisissez-le là où vous l’avez demandé, et ne le donnez à personne\u00a0:',
        notMe: `Si ce n’était pas vous, quelqu’un connaît votre mot de passe\u00a0: ${newPassword.fr}.`,
      },
      es: {
        title: 'Su código',
        text: (product) => [
          `Alguien que ha iniciado sesión en su cuenta de ${product} quiere añadir otra forma de iniciar sesión o conectar una aplicación. Este código demuestra que es usted.`,
        ],
        code: 'Introdúzcalo donde lo pidió, y no se lo dé a nadie:',
        notMe: `Si no ha sido usted, alguien conoce su contraseña: ${newPassword.es}.`,
      },
    },
  },
});
