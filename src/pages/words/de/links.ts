import type { LinkWords } from '../link-words';

export const links: LinkWords = {
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Bestätigen Sie mit der Schaltfläche, dass diese E-Mail-Adresse Ihnen gehört.',
    action: 'Adresse bestätigen',
    done: 'Ihre E-Mail-Adresse ist bestätigt.',
    already: 'Ihre E-Mail-Adresse ist schon bestätigt.',
    notMe: 'Ich habe mich nicht registriert',
    notMeText:
      'Wenn Sie sich nicht registriert haben, hat jemand anderes Ihre Adresse angegeben. Sie können das Konto entfernen.',
    disowned: 'Das Konto mit Ihrer Adresse wurde entfernt.',
  },
  createAccount: {
    title: 'Konto anlegen',
    text: 'Legen Sie das Passwort Ihres Kontos fest. Es kann das sein, mit dem Sie sich registriert haben.',
    action: 'Konto anlegen',
    done: 'Ihr Konto ist bereit.',
  },
  changeEmail: {
    title: 'Neue E-Mail-Adresse bestätigen',
    text: 'Stimmen Sie mit der Schaltfläche der Änderung Ihrer E-Mail-Adresse zu.',
    action: 'Änderung bestätigen',
    done: 'Ihre E-Mail-Adresse wurde geändert.',
    waiting: 'Bestätigt. Die Adresse ändert sich, sobald auch die E-Mail an Ihre andere Adresse bestätigt ist.',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    text: 'Wählen Sie ein neues Passwort. Danach werden alle Ihre Geräte abgemeldet, außer diesem.',
    action: 'Passwort festlegen',
    done: 'Ihr Passwort ist festgelegt.',
  },
  welcome: {
    title: (product) => `Willkommen bei ${product}`,
    text: 'Sie wurden eingeladen. Wählen Sie ein Passwort, um loszulegen.',
    action: 'Konto einrichten',
    done: 'Ihr Konto ist bereit.',
  },
  secure: {
    title: 'Konto sichern',
    text: 'Hat sich jemand anderes angemeldet? Wählen Sie ein neues Passwort. Alle Geräte werden abgemeldet, und was seit dieser Anmeldung zu Ihrem Konto hinzugefügt wurde, wird entfernt: Passkeys, Authenticator-Apps und verbundene Anbieter.',
    action: 'Konto sichern',
    done: 'Ihr neues Passwort ist festgelegt, und alle Geräte wurden abgemeldet.',
  },
  undoEmailChange: {
    title: 'E-Mail-Adresse wiederherstellen',
    text: 'Verwenden Sie die Schaltfläche, wenn Sie die Adresse nicht geändert haben. Alle Geräte werden abgemeldet, und Sie erhalten eine E-Mail, um ein neues Passwort festzulegen.',
    action: 'Adresse wiederherstellen',
    done: 'Ihre E-Mail-Adresse wurde wiederhergestellt. Wir haben Ihnen eine E-Mail gesendet, mit der Sie ein neues Passwort festlegen.',
  },
  cancelDeletion: {
    title: 'Konto behalten',
    text: 'Ihr Konto wurde gelöscht und wird bald endgültig entfernt. Mit der Schaltfläche behalten Sie es.',
    action: 'Konto behalten',
    done: 'Ihr Konto ist wiederhergestellt.',
  },
  invitation: {
    title: (organization) => `Sie sind zu ${organization} eingeladen`,
    organization: 'Organisation',
    invitedBy: 'Eingeladen von',
    address: 'Eingeladene Adresse',
    join: 'Der Organisation beitreten',
    register: 'Legen Sie Ihr Konto mit dieser Adresse an, um beizutreten.',
    signIn: 'Diese Adresse hat ein Konto. Melden Sie sich an, um beizutreten.',
    otherPerson: (email) => `Sie sind als ${email} angemeldet. Eingeladen wurde aber eine andere Adresse.`,
    done: (organization) => `Willkommen bei ${organization}`,
    joined: 'Sie sind jetzt Mitglied der Organisation.',
    full: 'Die Organisation ist voll, oder Sie sind Mitglied zu vieler Organisationen. Die Einladung gilt weiterhin.',
    disabled: 'Diese Organisation ist gesperrt. Die Einladung gilt wieder, sobald sie entsperrt ist.',
  },
  signIn: {
    title: 'Anmelden',
    text: 'Mit der Schaltfläche melden Sie sich hier an.',
    action: 'Anmelden',
    elsewhere:
      'Dieser Link funktioniert nur in dem Browser, in dem Sie ihn angefordert haben. Geben Sie dort den Code aus der E-Mail ein.',
    openThere: 'Dieser Link funktioniert nur in dem Browser, in dem Sie ihn angefordert haben. Öffnen Sie ihn dort.',
  },
  doneTitle: 'Erledigt',
  again: 'Neue E-Mail senden',
  sentAgain: 'Wir haben eine neue E-Mail an dieselbe Adresse gesendet. Verwenden Sie die neueste.',
  problemTitle: 'Das hat nicht geklappt',
  problems: {
    invalidLink:
      'Dieser Link ist nicht mehr gültig. Er wurde schon verwendet, ist abgelaufen oder durch eine neuere E-Mail ersetzt.',
    conflict: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Es wurde nichts geändert.',
    disabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    unavailable:
      'Der Dienst ist im Moment nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal. Der Link bleibt gültig.',
  },
};
