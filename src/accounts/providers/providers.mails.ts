import { mailTemplates } from '../../platform/email/mail-template';

export const providerMails = mailTemplates.define({
  connect_provider: {
    hasLink: true,
    hasCode: true,
    hasProvider: true,
    words: {
      en: {
        title: 'Sign in and connect',
        text: (product, provider) => [
          `Someone signed in to ${product} with ${provider}, and ${provider} named this address. If it was you, prove that the address is yours: then ${provider} is connected with your account. This e-mail only helps in the browser or app where you signed in.`,
        ],
        action: 'Sign in and connect',
        code: 'Or enter this code where you signed in. Don’t give it to anyone:',
        notMe: 'If this wasn’t you, ignore this e-mail. Nothing is connected.',
      },
      de: {
        title: 'Anmelden und verbinden',
        text: (product, provider) => [
          `Jemand hat sich bei ${product} mit ${provider} angemeldet, und ${provider} hat diese Adresse genannt. Wenn Sie es waren, weisen Sie nach, dass die Adresse Ihnen gehört: Dann wird ${provider} mit Ihrem Konto verbunden. Diese E-Mail hilft nur in dem Browser oder der App, wo Sie sich angemeldet haben.`,
        ],
        action: 'Anmelden und verbinden',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie sich angemeldet haben. Geben Sie ihn niemandem weiter:',
        notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Nichts wird verbunden.',
      },
      fr: {
        title: 'Connexion et rattachement',
        text: (product, provider) => [
          `Quelqu’un s’est connecté à ${product} avec ${provider}, et ${provider} a indiqué cette adresse. Si c’était vous, prouvez que l’adresse est la vôtre\u00a0: ${provider} est alors rattaché à votre compte. Cet e-mail n’est utile que dans le navigateur ou l’application où vous vous êtes connecté.`,
        ],
        action: 'Se connecter et rattacher',
        code: 'Ou saisissez ce code là où vous vous êtes connecté. Ne le donnez à personne\u00a0:',
        notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Rien n’est rattaché.',
      },
      es: {
        title: 'Inicie sesión y conecte',
        text: (product, provider) => [
          `Alguien ha iniciado sesión en ${product} con ${provider}, y ${provider} ha indicado esta dirección. Si ha sido usted, demuestre que la dirección es suya: entonces ${provider} se conecta con su cuenta. Este correo solo sirve en el navegador o la aplicación donde inició sesión.`,
        ],
        action: 'Iniciar sesión y conectar',
        code: 'O introduzca este código donde inició sesión. No se lo dé a nadie:',
        notMe: 'Si no ha sido usted, ignore este correo. No se conecta nada.',
      },
    },
  },
});
