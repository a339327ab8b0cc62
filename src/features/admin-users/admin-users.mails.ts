import { mailTemplates } from '../../platform/email/mail-template';

export const adminUserMails = mailTemplates.define({
  email_changed_by_operator: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your e-mail address was changed',
        text: (product) => [
          `An operator has changed the e-mail address of your account at ${product}. This address is no longer used. All devices were signed out.`,
        ],
        notMe: 'If you didn’t ask for this, contact the operator of this service immediately.',
      },
      de: {
        title: 'Ihre E-Mail-Adresse wurde geändert',
        text: (product) => [
          `Ein Betreiber hat die E-Mail-Adresse Ihres Kontos bei ${product} geändert. Diese Adresse wird nicht mehr verwendet. Alle Geräte wurden abgemeldet.`,
        ],
        notMe: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an den Betreiber dieses Dienstes.',
      },
      fr: {
        title: 'Votre adresse e-mail a été modifiée',
        text: (product) => [
          `Un exploitant a modifié l’adresse e-mail de votre compte ${product}. Cette adresse n’est plus utilisée. Tous les appareils ont été déconnectés.`,
        ],
        notMe: 'Si vous ne l’avez pas demandé, contactez immédiatement l’exploitant de ce service.',
      },
      es: {
        title: 'Se ha cambiado su dirección de correo',
        text: (product) => [
          `Un operador ha cambiado la dirección de correo de su cuenta de ${product}. Esta dirección ya no se usa. Se ha cerrado la sesión en todos los dispositivos.`,
        ],
        notMe: 'Si no lo ha pedido, póngase en contacto de inmediato con el operador de este servicio.',
      },
    },
  },
  invite: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'You’re invited',
        text: (product) => [`An account at ${product} was created for you. Set a password to use it.`],
        action: 'Set a password',
        notMe: 'If you didn’t expect this, ignore this e-mail. Without a password, the account can’t be used.',
      },
      de: {
        title: 'Sie sind eingeladen',
        text: (product) => [
          `Für Sie wurde ein Konto bei ${product} angelegt. Legen Sie ein Passwort fest, um es zu verwenden.`,
        ],
        action: 'Passwort festlegen',
        notMe:
          'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail. Ohne Passwort kann das Konto nicht verwendet werden.',
      },
      fr: {
        title: 'Vous avez une invitation',
        text: (product) => [
          `Un compte ${product} a été créé pour vous. Choisissez un mot de passe pour pouvoir l’utiliser.`,
        ],
        action: 'Choisir un mot de passe',
        notMe:
          'Si vous ne vous y attendiez pas, ignorez cet e-mail. Sans mot de passe, le compte ne peut pas être utilisé.',
      },
      es: {
        title: 'Tiene una invitación',
        text: (product) => [`Se ha creado una cuenta de ${product} para usted. Elija una contraseña para usarla.`],
        action: 'Elegir una contraseña',
        notMe: 'Si no esperaba este correo, no tiene que hacer nada. Sin contraseña no se puede usar la cuenta.',
      },
    },
  },
  factors_reset: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your second factors were removed',
        text: (product) => [
          `An operator has removed all second factors and recovery codes from your account at ${product}. All devices were signed out.`,
          'Sign in with your password, and add a second factor again.',
        ],
        notMe: 'If you didn’t ask for this, contact the operator of this service immediately.',
      },
      de: {
        title: 'Ihre zweiten Faktoren wurden entfernt',
        text: (product) => [
          `Ein Betreiber hat alle zweiten Faktoren und Backup-Codes aus Ihrem Konto bei ${product} entfernt. Alle Geräte wurden abgemeldet.`,
          'Melden Sie sich mit Ihrem Passwort an, und fügen Sie wieder einen zweiten Faktor hinzu.',
        ],
        notMe: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an den Betreiber dieses Dienstes.',
      },
      fr: {
        title: 'Vos seconds facteurs ont été supprimés',
        text: (product) => [
          `Un exploitant a supprimé tous les seconds facteurs et codes de secours de votre compte ${product}. Tous les appareils ont été déconnectés.`,
          'Connectez-vous avec votre mot de passe, et ajoutez de nouveau un second facteur.',
        ],
        notMe: 'Si vous ne l’avez pas demandé, contactez immédiatement l’exploitant de ce service.',
      },
      es: {
        title: 'Se han eliminado sus segundos factores',
        text: (product) => [
          `Un operador ha eliminado todos los segundos factores y códigos de recuperación de su cuenta de ${product}. Se ha cerrado la sesión en todos los dispositivos.`,
          'Inicie sesión con su contraseña y añada de nuevo un segundo factor.',
        ],
        notMe: 'Si no lo ha pedido, póngase en contacto de inmediato con el operador de este servicio.',
      },
    },
  },
  account_disabled: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Your account was disabled',
        text: (product) => [
          `An operator has disabled your account at ${product}. All devices were signed out, and you can’t sign in until an operator enables it again.`,
        ],
        notMe: 'If you think this is a mistake, contact the operator of this service.',
      },
      de: {
        title: 'Ihr Konto wurde gesperrt',
        text: (product) => [
          `Ein Betreiber hat Ihr Konto bei ${product} gesperrt. Alle Geräte wurden abgemeldet, und Sie können sich erst wieder anmelden, wenn ein Betreiber das Konto entsperrt.`,
        ],
        notMe: 'Wenn Sie das für einen Irrtum halten, wenden Sie sich an den Betreiber dieses Dienstes.',
      },
      fr: {
        title: 'Votre compte a été désactivé',
        text: (product) => [
          `Un exploitant a désactivé votre compte ${product}. Tous les appareils ont été déconnectés, et vous ne pourrez vous connecter de nouveau que lorsqu’un exploitant aura réactivé le compte.`,
        ],
        notMe: 'Si vous pensez qu’il s’agit d’une erreur, contactez l’exploitant de ce service.',
      },
      es: {
        title: 'Su cuenta se ha desactivado',
        text: (product) => [
          `Un operador ha desactivado su cuenta de ${product}. Se ha cerrado la sesión en todos los dispositivos, y no podrá iniciar sesión hasta que un operador vuelva a activar la cuenta.`,
        ],
        notMe: 'Si no está de acuerdo, póngase en contacto con el operador de este servicio.',
      },
    },
  },
});
