import { mailTemplates } from '../../platform/email/mail-template';

export const emailLoginMails = mailTemplates.define({
  password_removed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your password was removed',
        text: (product) => [
          `You signed in to ${product} with a code by e-mail. This was the first proof that the address is yours. Anyone could have set the password before, so it was removed, and all other devices were signed out.`,
          'If you want a password, ask for a new one on the sign-in page.',
        ],
        notMe:
          'If this wasn’t you, someone else can read your e-mails. First change the password of your mailbox. Then ask for a new password on the sign-in page.',
      },
      de: {
        title: 'Ihr Passwort wurde entfernt',
        text: (product) => [
          `Sie haben sich bei ${product} mit einem Code aus einer E-Mail angemeldet. Das war der erste Nachweis, dass die Adresse Ihnen gehört. Vorher hätte jeder das Passwort festlegen können. Deshalb wurde es entfernt, und alle anderen Geräte wurden abgemeldet.`,
          'Wenn Sie ein Passwort möchten, fordern Sie auf der Anmeldeseite ein neues an.',
        ],
        notMe:
          'Wenn Sie das nicht waren, kann jemand anderes Ihre E-Mails lesen. Ändern Sie zuerst das Passwort Ihres Postfachs. Fordern Sie dann auf der Anmeldeseite ein neues Passwort an.',
      },
      fr: {
        title: 'Votre mot de passe a été supprimé',
        text: (product) => [
          `Vous vous êtes connecté à ${product} avec un code reçu par e-mail. C’était la première preuve que cette adresse est la vôtre. N’importe qui avait pu choisir le mot de passe auparavant\u00a0: il a donc été supprimé, et tous les autres appareils ont été déconnectés.`,
          'Si vous souhaitez un mot de passe, demandez-en un nouveau sur la page de connexion.',
        ],
        notMe:
          'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails. Changez d’abord le mot de passe de votre messagerie. Demandez ensuite un nouveau mot de passe sur la page de connexion.',
      },
      es: {
        title: 'Se ha eliminado su contraseña',
        text: (product) => [
          `Ha iniciado sesión en ${product} con un código recibido por correo. Era la primera prueba de que la dirección es suya. Antes, cualquiera podría haber elegido la contraseña, así que se ha eliminado y se ha cerrado la sesión en todos los demás dispositivos.`,
          'Si desea una contraseña, solicite una nueva en la página de inicio de sesión.',
        ],
        notMe:
          'Si no ha sido usted, otra persona puede leer sus correos. Cambie primero la contraseña de su buzón. Después solicite una nueva contraseña en la página de inicio de sesión.',
      },
    },
  },
});
