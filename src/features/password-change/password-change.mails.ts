import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const passwordMails = mailTemplates.define({
  password_was_reset: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'A new password was set',
        text: (product) => [
          `A new password was set for your account at ${product}, using an e-mail to this address. All devices were signed out.`,
        ],
        notMe:
          'If this wasn’t you, someone else can read your e-mails. First change the password of your mailbox. Then ask for a new password on the sign-in page.',
      },
      de: {
        title: 'Ein neues Passwort wurde festgelegt',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurde mit einer E-Mail an diese Adresse ein neues Passwort festgelegt. Alle Geräte wurden abgemeldet.`,
        ],
        notMe:
          'Wenn Sie das nicht waren, kann jemand anderes Ihre E-Mails lesen. Ändern Sie zuerst das Passwort Ihres Postfachs. Fordern Sie dann auf der Anmeldeseite ein neues Passwort an.',
      },
      fr: {
        title: 'Un nouveau mot de passe a été enregistré',
        text: (product) => [
          `Un nouveau mot de passe a été enregistré pour votre compte ${product}, grâce à un e-mail envoyé à cette adresse. Tous les appareils ont été déconnectés.`,
        ],
        notMe:
          'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails. Changez d’abord le mot de passe de votre messagerie. Demandez ensuite un nouveau mot de passe sur la page de connexion.',
      },
      es: {
        title: 'Se ha guardado una nueva contraseña',
        text: (product) => [
          `Se ha guardado una nueva contraseña para su cuenta de ${product}, mediante un correo enviado a esta dirección. Se ha cerrado la sesión en todos los dispositivos.`,
        ],
        notMe:
          'Si no ha sido usted, otra persona puede leer sus correos. Cambie primero la contraseña de su buzón. Después solicite una nueva contraseña en la página de inicio de sesión.',
      },
    },
  },
  password_changed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your password was changed',
        text: (product) => [`The password of your account at ${product} was changed.`],
        notMe: `If this wasn’t you, ${newPassword.en}.`,
      },
      de: {
        title: 'Ihr Passwort wurde geändert',
        text: (product) => [`Das Passwort Ihres Kontos bei ${product} wurde geändert.`],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}.`,
      },
      fr: {
        title: 'Votre mot de passe a été modifié',
        text: (product) => [`Le mot de passe de votre compte ${product} a été modifié.`],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}.`,
      },
      es: {
        title: 'Se ha cambiado su contraseña',
        text: (product) => [`Se ha cambiado la contraseña de su cuenta de ${product}.`],
        notMe: `Si no ha sido usted, ${newPassword.es}.`,
      },
    },
  },
});
