import { mailTemplates } from '../../platform/email/mail-template';

export const impersonationMails = mailTemplates.define({
  impersonated: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'An administrator used your account',
        text: (product) => [
          `An administrator has opened your account at ${product} and can use it in your place for 15 minutes at most, for example to help you. Meanwhile, the administrator can’t change your password, your e-mail address or your second factors.`,
        ],
        notMe: 'If you didn’t ask for help and don’t know why this happened, contact the operator of this service.',
      },
      de: {
        title: 'Ein Administrator hat Ihr Konto benutzt',
        text: (product) => [
          `Ein Administrator hat Ihr Konto bei ${product} geöffnet und kann es höchstens 15 Minuten lang an Ihrer Stelle benutzen, zum Beispiel um Ihnen zu helfen. Ihr Passwort, Ihre E-Mail-Adresse und Ihre zweiten Faktoren kann er dabei nicht ändern.`,
        ],
        notMe:
          'Wenn Sie nicht um Hilfe gebeten haben und den Grund nicht kennen, wenden Sie sich an den Betreiber dieses Dienstes.',
      },
      fr: {
        title: 'Un administrateur a utilisé votre compte',
        text: (product) => [
          `Un administrateur a ouvert votre compte ${product} et peut l’utiliser à votre place pendant 15 minutes au plus, par exemple pour vous aider. Pendant ce temps, il ne peut modifier ni votre mot de passe, ni votre adresse e-mail, ni vos seconds facteurs.`,
        ],
        notMe:
          'Si vous n’avez pas demandé d’aide et ne connaissez pas la raison, contactez l’exploitant de ce service.',
      },
      es: {
        title: 'Un administrador ha usado su cuenta',
        text: (product) => [
          `Un administrador ha abierto su cuenta de ${product} y puede usarla en su lugar durante 15 minutos como máximo, por ejemplo para ayudarle. Mientras tanto no puede cambiar su contraseña, su dirección de correo electrónico ni sus segundos factores.`,
        ],
        notMe: 'Si no ha pedido ayuda y no conoce el motivo, póngase en contacto con el operador de este servicio.',
      },
    },
  },
});
