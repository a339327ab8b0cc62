import { mailTemplates } from '../../platform/email/mail-template';

export const sessionMails = mailTemplates.define({
  new_device: {
    hasLink: true,
    hasCode: false,
    hasLogin: true,
    words: {
      en: {
        title: 'A sign-in from a new device',
        text: (product, _, { time, device, country }) => [
          `Someone signed in to your account at ${product}. The device is new to the account, or many attempts had failed before.`,
          `Time: ${time}.`,
          ...(device ? [`Device: ${device}.`] : []),
          ...(country ? [`Country: ${country}.`] : []),
          'If this wasn’t you, choose a new password with this link: all devices are then signed out. If it was you, you don’t need to do anything.',
        ],
        action: 'This wasn’t me',
      },
      de: {
        title: 'Anmeldung mit einem neuen Gerät',
        text: (product, _, { time, device, country }) => [
          `Jemand hat sich bei Ihrem Konto bei ${product} angemeldet. Das Gerät ist für das Konto neu, oder vorher waren viele Versuche fehlgeschlagen.`,
          `Zeit: ${time}.`,
          ...(device ? [`Gerät: ${device}.`] : []),
          ...(country ? [`Land: ${country}.`] : []),
          'Wenn Sie das nicht waren, wählen Sie mit diesem Link ein neues Passwort: Danach sind alle Geräte abgemeldet. Wenn Sie es waren, müssen Sie nichts tun.',
        ],
        action: 'Das war ich nicht',
      },
      fr: {
        title: 'Connexion depuis un nouvel appareil',
        text: (product, _, { time, device, country }) => [
          `Quelqu’un s’est connecté à votre compte ${product}. L’appareil est nouveau pour ce compte, ou de nombreuses tentatives avaient échoué auparavant.`,
          `Date\u00a0: ${time}.`,
          ...(device ? [`Appareil\u00a0: ${device}.`] : []),
          ...(country ? [`Pays\u00a0: ${country}.`] : []),
          'Si ce n’était pas vous, choisissez un nouveau mot de passe avec ce lien\u00a0: tous les appareils sont alors déconnectés. Si c’était vous, vous n’avez rien à faire.',
        ],
        action: 'Ce n’était pas moi',
      },
      es: {
        title: 'Inicio de sesión en un dispositivo nuevo',
        text: (product, _, { time, device, country }) => [
          `Alguien ha iniciado sesión en su cuenta de ${product}. El dispositivo es nuevo para la cuenta, o antes habían fallado muchos intentos.`,
          `Fecha: ${time}.`,
          ...(device ? [`Dispositivo: ${device}.`] : []),
          ...(country ? [`País: ${country}.`] : []),
          'Si no ha sido usted, elija una nueva contraseña con este enlace: se cerrarán todas las sesiones. Si ha sido usted, no tiene que hacer nada.',
        ],
        action: 'No he sido yo',
      },
    },
  },
});
