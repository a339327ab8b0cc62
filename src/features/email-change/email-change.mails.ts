import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const changeMails = mailTemplates.define({
  confirm_email_change: {
    hasLink: true,
    hasCode: true,
    words: {
      en: {
        title: 'Confirm your new e-mail address',
        text: (product) => [
          `This address was entered as the new e-mail address of an account at ${product}. Please confirm that it is yours.`,
        ],
        action: 'Confirm the change',
        code: 'Or enter this code where you changed the address:',
        notMe: 'If this wasn’t you, ignore this e-mail. The account keeps its old address.',
      },
      de: {
        title: 'Neue E-Mail-Adresse bestätigen',
        text: (product) => [
          `Diese Adresse wurde als neue E-Mail-Adresse eines Kontos bei ${product} angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
        ],
        action: 'Änderung bestätigen',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse geändert haben:',
        notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Das Konto behält dann seine alte Adresse.',
      },
      fr: {
        title: 'Confirmer votre nouvelle adresse e-mail',
        text: (product) => [
          `Cette adresse a été saisie comme nouvelle adresse e-mail d’un compte ${product}. Confirmez qu’elle est bien la vôtre.`,
        ],
        action: 'Confirmer le changement',
        code: 'Ou saisissez ce code là où vous avez changé l’adresse\u00a0:',
        notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Le compte garde alors son ancienne adresse.',
      },
      es: {
        title: 'Confirme su nueva dirección de correo',
        text: (product) => [
          `Esta dirección se ha introducido como nueva dirección de correo de una cuenta de ${product}. Confirme que es suya.`,
        ],
        action: 'Confirmar el cambio',
        code: 'O introduzca este código donde cambió la dirección:',
        notMe: 'Si no ha sido usted, ignore este correo. La cuenta conserva entonces su dirección anterior.',
      },
    },
  },
  approve_email_change: {
    hasLink: true,
    hasCode: true,
    words: {
      en: {
        title: 'Confirm the change of your e-mail address',
        text: (product) => [
          `A new e-mail address was entered for your account at ${product}. The address changes only if you agree.`,
        ],
        action: 'Confirm the change',
        code: 'Or enter this code where you changed the address:',
        notMe: `If this wasn’t you, someone else is signed in to your account. Don’t confirm the change, and ${newPassword.en}.`,
      },
      de: {
        title: 'Änderung Ihrer E-Mail-Adresse bestätigen',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurde eine neue E-Mail-Adresse angegeben. Die Adresse ändert sich nur, wenn Sie zustimmen.`,
        ],
        action: 'Änderung bestätigen',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse geändert haben:',
        notMe: `Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Bestätigen Sie die Änderung nicht, und ${newPassword.de}.`,
      },
      fr: {
        title: 'Confirmer le changement de votre adresse e-mail',
        text: (product) => [
          `Une nouvelle adresse e-mail a été saisie pour votre compte ${product}. L’adresse ne change que si vous êtes d’accord.`,
        ],
        action: 'Confirmer le changement',
        code: 'Ou saisissez ce code là où vous avez changé l’adresse\u00a0:',
        notMe: `Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Ne confirmez pas le changement, et ${newPassword.fr}.`,
      },
      es: {
        title: 'Confirme el cambio de su dirección de correo',
        text: (product) => [
          `Se ha introducido una nueva dirección de correo para su cuenta de ${product}. La dirección solo cambia si usted está de acuerdo.`,
        ],
        action: 'Confirmar el cambio',
        code: 'O introduzca este código donde cambió la dirección:',
        notMe: `Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. No confirme el cambio y ${newPassword.es}.`,
      },
    },
  },
  email_changed: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'Your e-mail address was changed',
        text: (product) => [
          `Your account at ${product} now has another e-mail address. This one is no longer used.`,
          'If this wasn’t you, restore this address. All devices are then signed out, and you set a new password.',
        ],
        action: 'Restore my address',
      },
      de: {
        title: 'Ihre E-Mail-Adresse wurde geändert',
        text: (product) => [
          `Ihr Konto bei ${product} hat jetzt eine andere E-Mail-Adresse. Diese hier wird nicht mehr verwendet.`,
          'Wenn Sie das nicht waren, stellen Sie diese Adresse wieder her. Alle Geräte werden dann abgemeldet, und Sie legen ein neues Passwort fest.',
        ],
        action: 'Adresse wiederherstellen',
      },
      fr: {
        title: 'Votre adresse e-mail a été modifiée',
        text: (product) => [
          `Votre compte ${product} a maintenant une autre adresse e-mail. Celle-ci n’est plus utilisée.`,
          'Si ce n’était pas vous, rétablissez cette adresse. Tous les appareils sont alors déconnectés, et vous choisissez un nouveau mot de passe.',
        ],
        action: 'Rétablir mon adresse',
      },
      es: {
        title: 'Se ha cambiado su dirección de correo',
        text: (product) => [
          `Su cuenta de ${product} tiene ahora otra dirección de correo. Esta ya no se usa.`,
          'Si no ha sido usted, recupere esta dirección. Entonces se cierra la sesión en todos los dispositivos, y usted elige una nueva contraseña.',
        ],
        action: 'Recuperar mi dirección',
      },
    },
  },
});
