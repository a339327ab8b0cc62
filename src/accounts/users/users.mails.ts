import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

/** Those that several features send. */
export const userMails = mailTemplates.define({
  reset_password: {
    hasLink: true,
    hasCode: true,
    words: {
      en: {
        title: 'Set a new password',
        text: (product) => [`A new password was requested for your account at ${product}.`],
        action: 'Set a new password',
        code: 'Or enter this code where you requested it:',
        notMe: 'If this wasn’t you, ignore this e-mail. Your password stays as it is.',
      },
      de: {
        title: 'Neues Passwort festlegen',
        text: (product) => [`Für Ihr Konto bei ${product} wurde ein neues Passwort angefordert.`],
        action: 'Neues Passwort festlegen',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie es angefordert haben:',
        notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann, wie es ist.',
      },
      fr: {
        title: 'Choisir un nouveau mot de passe',
        text: (product) => [`Un nouveau mot de passe a été demandé pour votre compte ${product}.`],
        action: 'Choisir un mot de passe',
        code: 'Ou saisissez ce code là où vous en avez fait la demande\u00a0:',
        notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste alors inchangé.',
      },
      es: {
        title: 'Elija una nueva contraseña',
        text: (product) => [`Se ha solicitado una nueva contraseña para su cuenta de ${product}.`],
        action: 'Elegir una contraseña',
        code: 'O introduzca este código donde la solicitó:',
        notMe: 'Si no ha sido usted, ignore este correo. Su contraseña no cambia.',
      },
    },
  },
  email_login: {
    hasLink: true,
    hasCode: true,
    words: {
      en: {
        title: 'Sign in',
        text: (product) => [
          `Someone wants to sign in to your account at ${product}. This e-mail only helps in the browser or app where it was asked for.`,
        ],
        action: 'Sign in',
        code: 'Or enter this code where you asked for it. Don’t give it to anyone:',
        notMe: 'If this wasn’t you, ignore this e-mail.',
      },
      de: {
        title: 'Anmelden',
        text: (product) => [
          `Jemand möchte sich in Ihrem Konto bei ${product} anmelden. Diese E-Mail hilft nur dort, wo sie angefordert wurde: im selben Browser oder in derselben App.`,
        ],
        action: 'Anmelden',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben, und sonst nirgends:',
        notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
      },
      fr: {
        title: 'Connexion',
        text: (product) => [
          `Quelqu’un souhaite se connecter à votre compte ${product}. Cet e-mail ne sert que dans le navigateur ou l’application où il a été demandé.`,
        ],
        action: 'Se connecter',
        code: 'Ou saisissez ce code là où vous l’avez demandé, et ne le donnez à personne\u00a0:',
        notMe: 'Si ce n’était pas vous, ignorez cet e-mail.',
      },
      es: {
        title: 'Iniciar sesión',
        text: (product) => [
          `Alguien quiere iniciar sesión en su cuenta de ${product}. Este correo solo sirve en el navegador o la aplicación donde se pidió.`,
        ],
        action: 'Iniciar sesión',
        code: 'O introduzca este código donde lo pidió, y no se lo dé a nadie:',
        notMe: 'Si no ha sido usted, ignore este correo.',
      },
    },
  },
  identity_unlinked: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'A provider was disconnected',
        text: (product) => [
          `An account at another provider was disconnected from your account at ${product}. You can no longer sign in with it.`,
        ],
        notMe: `If this wasn’t you, ${newPassword.en}.`,
      },
      de: {
        title: 'Ein Anbieter wurde getrennt',
        text: (product) => [
          `Ein Konto bei einem anderen Anbieter wurde von Ihrem Konto bei ${product} getrennt. Sie können sich damit nicht mehr anmelden.`,
        ],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}.`,
      },
      fr: {
        title: 'Un fournisseur a été détaché',
        text: (product) => [
          `Un compte chez un autre fournisseur a été détaché de votre compte ${product}. Vous ne pouvez plus vous connecter avec lui.`,
        ],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}.`,
      },
      es: {
        title: 'Se ha desconectado un proveedor',
        text: (product) => [
          `Una cuenta de otro proveedor se ha desconectado de su cuenta de ${product}. Ya no puede iniciar sesión con ella.`,
        ],
        notMe: `Si no ha sido usted, ${newPassword.es}.`,
      },
    },
  },
});
