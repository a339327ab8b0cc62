import { mailTemplates } from '../../platform/email/mail-template';

export const telMails = mailTemplates.define({
  sms_alert: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'Look at the text messages',
        text: (product) => [
          `${product} has sent most of the text messages of the day, or sends none to a country for now, because too few codes were confirmed there. This can be an attack that costs money.`,
        ],
        notMe: 'As a super admin you can see the countries in the console, and end the pause of a country.',
      },
      de: {
        title: 'Bitte prüfen Sie die SMS',
        text: (product) => [
          `${product} hat die meisten SMS des Tages verschickt oder verschickt vorerst keine in ein Land, weil dort zu wenige Codes bestätigt wurden. Das kann ein Angriff sein, der Geld kostet.`,
        ],
        notMe: 'Als Super-Admin sehen Sie die Länder in der Konsole und können die Pause eines Landes beenden.',
      },
      fr: {
        title: 'Vérifiez les SMS',
        text: (product) => [
          `${product} a envoyé la plupart des SMS du jour, ou n’en envoie plus vers un pays pour le moment, car trop peu de codes y ont été confirmés. Il peut s’agir d’une attaque qui coûte de l’argent.`,
        ],
        notMe:
          'En tant que super administrateur, vous pouvez voir les pays dans la console et mettre fin à la pause d’un pays.',
      },
      es: {
        title: 'Revise los SMS',
        text: (product) => [
          `${product} ha enviado la mayoría de los SMS del día o, por ahora, no envía ninguno a un país, porque allí se confirmaron muy pocos códigos. Puede ser un ataque que cuesta dinero.`,
        ],
        notMe: 'Como superadministrador puede ver los países en la consola y terminar la pausa de un país.',
      },
    },
  },
});
