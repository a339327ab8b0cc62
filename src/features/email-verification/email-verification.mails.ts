import { mailTemplates } from '../../platform/email/mail-template';

export const verificationMails = mailTemplates.define({
  verify_email: {
    hasLink: true,
    hasCode: true,
    words: {
      en: {
        title: 'Confirm your e-mail address',
        text: (product) => [
          `This e-mail address was entered for an account at ${product}. Please confirm that it is yours.`,
        ],
        action: 'Confirm my address',
        code: 'Or enter this code where you entered the address:',
        notMe: 'If this wasn’t you, ignore this e-mail. The address stays unconfirmed.',
      },
      de: {
        title: 'E-Mail-Adresse bestätigen',
        text: (product) => [
          `Diese E-Mail-Adresse wurde für ein Konto bei ${product} angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
        ],
        action: 'Adresse bestätigen',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse angegeben haben:',
        notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Die Adresse bleibt dann unbestätigt.',
      },
      fr: {
        title: 'Confirmer votre adresse e-mail',
        text: (product) => [
          `Cette adresse e-mail a été saisie pour un compte ${product}. Confirmez qu’elle est bien la vôtre.`,
        ],
        action: 'Confirmer mon adresse',
        code: 'Ou saisissez ce code là où vous avez indiqué l’adresse\u00a0:',
        notMe: 'Si ce n’était pas vous, ignorez cet e-mail. L’adresse reste alors non confirmée.',
      },
      es: {
        title: 'Confirme su dirección de correo',
        text: (product) => [
          `Esta dirección de correo se ha introducido para una cuenta de ${product}. Confirme que es suya.`,
        ],
        action: 'Confirmar mi dirección',
        code: 'O introduzca este código donde indicó la dirección:',
        notMe: 'Si no ha sido usted, ignore este correo. La dirección queda entonces sin confirmar.',
      },
    },
  },
  account_exists: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'You already have an account',
        text: (product) => [
          `This e-mail address was entered for a new account at ${product}, but it already has one.`,
          'Sign in with your password. If you have forgotten it, ask for a new one on the sign-in page.',
        ],
        notMe: 'If this wasn’t you, you don’t need to do anything. Your account was not changed.',
      },
      de: {
        title: 'Sie haben bereits ein Konto',
        text: (product) => [
          `Diese E-Mail-Adresse wurde für ein neues Konto bei ${product} angegeben, aber sie hat schon eines.`,
          'Melden Sie sich mit Ihrem Passwort an. Wenn Sie es vergessen haben, fordern Sie auf der Anmeldeseite ein neues an.',
        ],
        notMe: 'Wenn Sie das nicht waren, müssen Sie nichts tun. Ihr Konto wurde nicht geändert.',
      },
      fr: {
        title: 'Vous avez déjà un compte',
        text: (product) => [
          `Cette adresse e-mail a été saisie pour un nouveau compte ${product}, mais elle en a déjà un.`,
          'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, demandez-en un nouveau sur la page de connexion.',
        ],
        notMe: 'Si ce n’était pas vous, vous n’avez rien à faire. Votre compte n’a pas été modifié.',
      },
      es: {
        title: 'Ya tiene una cuenta',
        text: (product) => [
          `Esta dirección de correo se ha introducido para una nueva cuenta de ${product}, pero ya tiene una.`,
          'Inicie sesión con su contraseña. Si la ha olvidado, solicite una nueva en la página de inicio de sesión.',
        ],
        notMe: 'Si no ha sido usted, no tiene que hacer nada. No se ha cambiado su cuenta.',
      },
    },
  },
});
