import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const deletionMails = mailTemplates.define({
  deletion_scheduled: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'Your account will be erased',
        text: (product) => [
          `Your account at ${product} was deleted, and all devices were signed out. You can keep the account until the link expires. Then it is erased.`,
        ],
        action: 'Keep my account',
        notMe: `If you didn’t delete the account, keep it. Then ${newPassword.en}.`,
      },
      de: {
        title: 'Ihr Konto wird endgültig entfernt',
        text: (product) => [
          `Ihr Konto bei ${product} wurde gelöscht, und alle Geräte wurden abgemeldet. Sie können das Konto behalten, solange der Link gültig ist. Danach wird es endgültig entfernt.`,
        ],
        action: 'Konto behalten',
        notMe: `Wenn Sie das Konto nicht gelöscht haben, behalten Sie es. Danach ${newPassword.de}.`,
      },
      fr: {
        title: 'Votre compte sera effacé',
        text: (product) => [
          `Votre compte ${product} a été supprimé, et tous les appareils ont été déconnectés. Vous pouvez garder le compte tant que le lien est valable. Ensuite, il est effacé.`,
        ],
        action: 'Garder mon compte',
        notMe: `Si vous n’avez pas supprimé le compte, gardez-le. Ensuite, ${newPassword.fr}.`,
      },
      es: {
        title: 'Su cuenta se borrará',
        text: (product) => [
          `Su cuenta de ${product} se ha eliminado y se ha cerrado la sesión en todos los dispositivos. Puede conservar la cuenta mientras el enlace sea válido. Después se borra.`,
        ],
        action: 'Conservar mi cuenta',
        notMe: `Si no ha eliminado la cuenta, consérvela. Después, ${newPassword.es}.`,
      },
    },
  },
});
