import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const factorMails = mailTemplates.define({
  factor_removed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'A second factor was removed',
        text: (product) => [
          `An authenticator app or a passkey was removed from your account at ${product}. If it was the last one, two-step sign-in is now off.`,
        ],
        notMe: `If this wasn’t you, ${newPassword.en}. Then add it again.`,
      },
      de: {
        title: 'Ein zweiter Faktor wurde entfernt',
        text: (product) => [
          `Aus Ihrem Konto bei ${product} wurde eine Authenticator-App oder ein Passkey entfernt. War das der letzte zweite Faktor, ist die Anmeldung in zwei Schritten jetzt ausgeschaltet.`,
        ],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}. Fügen Sie die App oder den Passkey dann wieder hinzu.`,
      },
      fr: {
        title: 'Un second facteur a été supprimé',
        text: (product) => [
          `Une application d’authentification ou une clé d’accès a été supprimée de votre compte ${product}. Si c’était la dernière, la connexion en deux étapes est maintenant désactivée.`,
        ],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}. Ajoutez-la ensuite de nouveau.`,
      },
      es: {
        title: 'Se ha eliminado un segundo factor',
        text: (product) => [
          `Se ha eliminado una aplicación de autenticación o una clave de acceso de su cuenta de ${product}. Si era el último segundo factor, el inicio de sesión en dos pasos está ahora desactivado.`,
        ],
        notMe: `Si no ha sido usted, ${newPassword.es}. Después añádala de nuevo.`,
      },
    },
  },
  recovery_codes_few: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Few recovery codes are left',
        text: (product) => [
          `Your account at ${product} has fewer than three recovery codes left. You need them to sign in without your second factor.`,
          'Create new codes while you can still sign in.',
        ],
        notMe: `If you didn’t use the codes yourself, ${newPassword.en}. Then create new codes.`,
      },
      de: {
        title: 'Nur noch wenige Backup-Codes',
        text: (product) => [
          `Ihr Konto bei ${product} hat weniger als drei Backup-Codes übrig. Sie brauchen sie, um sich ohne Ihren zweiten Faktor anzumelden.`,
          'Erstellen Sie neue Codes, solange Sie sich noch anmelden können.',
        ],
        notMe: `Wenn Sie die Codes nicht selbst verwendet haben, ${newPassword.de}. Erstellen Sie dann neue Codes.`,
      },
      fr: {
        title: 'Il reste peu de codes de secours',
        text: (product) => [
          `Il reste moins de trois codes de secours à votre compte ${product}. Ils servent à vous connecter sans votre second facteur.`,
          'Créez de nouveaux codes tant que vous pouvez encore vous connecter.',
        ],
        notMe: `Si vous n’avez pas utilisé les codes vous-même, ${newPassword.fr}. Créez ensuite de nouveaux codes.`,
      },
      es: {
        title: 'Quedan pocos códigos de recuperación',
        text: (product) => [
          `A su cuenta de ${product} le quedan menos de tres códigos de recuperación. Los necesita para iniciar sesión sin su segundo factor.`,
          'Cree nuevos códigos mientras aún pueda iniciar sesión.',
        ],
        notMe: `Si no ha usado los códigos usted, ${newPassword.es}. Después cree nuevos códigos.`,
      },
    },
  },
  recovery_codes_changed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your recovery codes were replaced',
        text: (product) => [
          `New recovery codes were created for your account at ${product}. The old ones no longer work.`,
        ],
        notMe: `If this wasn’t you, ${newPassword.en}. Then create new codes.`,
      },
      de: {
        title: 'Ihre Backup-Codes wurden ersetzt',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurden neue Backup-Codes erstellt. Die alten gelten nicht mehr.`,
        ],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}. Erstellen Sie dann neue Codes.`,
      },
      fr: {
        title: 'Vos codes de secours ont été remplacés',
        text: (product) => [
          `De nouveaux codes de secours ont été créés pour votre compte ${product}. Les anciens ne sont plus valables.`,
        ],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}. Créez ensuite de nouveaux codes.`,
      },
      es: {
        title: 'Se han sustituido sus códigos de recuperación',
        text: (product) => [
          `Se han creado nuevos códigos de recuperación para su cuenta de ${product}. Los anteriores ya no son válidos.`,
        ],
        notMe: `Si no ha sido usted, ${newPassword.es}. Después cree nuevos códigos.`,
      },
    },
  },
  two_step_enabled: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Two-step sign-in is on',
        text: (product) => [
          `Two-step sign-in was switched on for your account at ${product}. From now on, your password also needs a second factor, such as your passkey, a code from your authenticator app or a recovery code.`,
        ],
        notMe: `If this wasn’t you, ${newPassword.en}.`,
      },
      de: {
        title: 'Die Anmeldung in zwei Schritten ist eingeschaltet',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurde die Anmeldung in zwei Schritten eingeschaltet. Zum Passwort gehört ab jetzt auch ein zweiter Faktor: zum Beispiel Ihr Passkey, ein Code Ihrer Authenticator-App oder ein Backup-Code.`,
        ],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}.`,
      },
      fr: {
        title: 'La connexion en deux étapes est activée',
        text: (product) => [
          `La connexion en deux étapes a été activée pour votre compte ${product}. En plus du mot de passe, il faut désormais un second facteur, par exemple votre clé d’accès, un code de votre application d’authentification ou un code de secours.`,
        ],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}.`,
      },
      es: {
        title: 'El inicio de sesión en dos pasos está activado',
        text: (product) => [
          `Se ha activado el inicio de sesión en dos pasos en su cuenta de ${product}. Además de la contraseña, a partir de ahora hace falta un segundo factor, por ejemplo su clave de acceso, un código de su aplicación de autenticación o un código de recuperación.`,
        ],
        notMe: `Si no ha sido usted, ${newPassword.es}.`,
      },
    },
  },
  two_step_disabled: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Two-step sign-in is off',
        text: (product) => [
          `Two-step sign-in was switched off for your account at ${product}. From now on, your password alone is enough to sign in. The recovery codes no longer work.`,
        ],
        notMe: `If this wasn’t you, ${newPassword.en}. Then switch it on again.`,
      },
      de: {
        title: 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurde die Anmeldung in zwei Schritten ausgeschaltet. Ab jetzt genügt Ihr Passwort, um sich anzumelden. Die Backup-Codes gelten nicht mehr.`,
        ],
        notMe: `Wenn Sie das nicht waren, ${newPassword.de}. Schalten Sie sie dann wieder ein.`,
      },
      fr: {
        title: 'La connexion en deux étapes est désactivée',
        text: (product) => [
          `La connexion en deux étapes a été désactivée pour votre compte ${product}. Votre mot de passe suffit désormais pour vous connecter. Les codes de secours ne sont plus valables.`,
        ],
        notMe: `Si ce n’était pas vous, ${newPassword.fr}. Activez-la ensuite de nouveau.`,
      },
      es: {
        title: 'El inicio de sesión en dos pasos está desactivado',
        text: (product) => [
          `Se ha desactivado el inicio de sesión en dos pasos en su cuenta de ${product}. A partir de ahora, su contraseña basta para iniciar sesión. Los códigos de recuperación ya no son válidos.`,
        ],
        notMe: `Si no ha sido usted, ${newPassword.es}. Después actívelo de nuevo.`,
      },
    },
  },
});
