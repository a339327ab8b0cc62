import { mailTemplates } from '../../platform/email/mail-template';
import { newPassword } from '../../platform/email/new-password';

export const authMails = mailTemplates.define({
  password_listed: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Choose another password',
        text: (product) => [
          `The password you used to sign in to ${product} is one that attackers try first. It is common, it consists of your name or address, or it was stolen from another website.`,
          'Please change it, also on other websites where you use it.',
        ],
        notMe: `If you didn’t sign in, ${newPassword.en}.`,
      },
      de: {
        title: 'Anderes Passwort wählen',
        text: (product) => [
          `Das Passwort, mit dem Sie sich bei ${product} angemeldet haben, probieren Angreifer als Erstes. Es ist häufig, es besteht aus Ihrem Namen oder Ihrer Adresse, oder es wurde auf einer anderen Website gestohlen.`,
          'Bitte ändern Sie es, auch auf anderen Websites, auf denen Sie es verwenden.',
        ],
        notMe: `Wenn Sie sich nicht angemeldet haben, ${newPassword.de}.`,
      },
      fr: {
        title: 'Choisir un autre mot de passe',
        text: (product) => [
          `Les pirates essaient en premier le mot de passe avec lequel vous vous êtes connecté à votre compte ${product}. Il est courant, il se compose de votre nom ou de votre adresse, ou il a été volé sur un autre site.`,
          'Changez-le, y compris sur les autres sites où vous l’utilisez.',
        ],
        notMe: `Si vous ne vous êtes pas connecté, ${newPassword.fr}.`,
      },
      es: {
        title: 'Elija otra contraseña',
        text: (product) => [
          `La contraseña con la que ha iniciado sesión en su cuenta de ${product} es de las primeras que prueban los atacantes. Es común, consta de su nombre o su dirección, o se robó en otro sitio web.`,
          'Cámbiela, también en otros sitios web donde la use.',
        ],
        notMe: `Si no ha iniciado sesión, ${newPassword.es}.`,
      },
    },
  },
});
