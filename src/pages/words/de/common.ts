import type { Words } from '../en';

export const common: Words['common'] = {
  language: 'Sprache',
  skip: 'Zum Inhalt springen',
  account: 'Ihr Konto',
  console: 'Konsole',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  back: 'Zurück',
  cancel: 'Abbrechen',
  continue: 'Weiter',
  save: 'Speichern',
  footer: { help: 'Hilfe', terms: 'Nutzungsbedingungen', privacy: 'Datenschutz' },
  optional: '(optional)',
  fields: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Aktuelles Passwort',
    firstName: 'Vorname',
    lastName: 'Nachname',
    tel: 'Telefon',
    code: 'Code',
    recoveryCode: 'Backup-Code',
  },
  userFields: { listHint: 'Mit Kommas trennen.' },
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  passwordRules: {
    longEnough: 'Mehr als 8 Zeichen',
    notOwn: 'Nicht nur Ihr Name oder Ihre E-Mail-Adresse',
    notCommon: 'Häufige Passwörter werden nicht angenommen.',
  },
  summary: 'Bitte prüfen Sie die markierten Felder.',
  invalid: {
    email: 'Geben Sie eine E-Mail-Adresse an, zum Beispiel ada@example.com.',
    password: 'Geben Sie ein Passwort ein.',
    currentPassword: 'Geben Sie Ihr aktuelles Passwort an.',
    firstName: 'Geben Sie einen Vornamen mit höchstens 100 Zeichen an.',
    lastName: 'Geben Sie einen Nachnamen mit höchstens 100 Zeichen an.',
    tel: 'Geben Sie höchstens 32 Zeichen an.',
    code: 'Geben Sie den Code an.',
    name: 'Geben Sie einen Namen mit höchstens 100 Zeichen an.',
    other: 'Dieser Wert kann nicht verwendet werden.',
  },
  invalidPassword: {
    too_short: 'Dieses Passwort ist zu kurz. Verwenden Sie mehr als 8 Zeichen.',
    too_long: 'Dieses Passwort ist zu lang. Verwenden Sie höchstens 256 Zeichen.',
    common: 'Dieses Passwort ist zu häufig: Angreifer probieren es zuerst. Wählen Sie ein anderes.',
    own_words:
      'Dieses Passwort besteht aus Ihrem Namen, Ihrer E-Mail-Adresse oder dem Namen dieses Dienstes. Wählen Sie ein anderes.',
    breached: 'Dieses Passwort steht auf einer Liste gestohlener Passwörter. Wählen Sie ein anderes.',
  },
  code: {
    title: 'Sehen Sie in Ihr Postfach',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link.`,
    label: 'Code aus der E-Mail',
    wrong: 'Dieser Code stimmt nicht. Prüfen Sie ihn, und versuchen Sie es noch einmal.',
    over: 'Dieser Code ist nicht mehr gültig. Fordern Sie eine neue E-Mail an.',
    again: 'Noch einmal senden',
    sentAgain: 'Wir haben noch eine E-Mail gesendet. Verwenden Sie die neueste.',
    tooSoon: 'Wir haben gerade erst eine E-Mail gesendet. Sehen Sie auch im Spam-Ordner nach.',
    wait: (seconds) => `Sie können in ${seconds} s eine weitere E-Mail anfordern.`,
  },
  agreement: {
    terms: 'Wenn Sie fortfahren, stimmen Sie den {terms} zu.',
    both: 'Wenn Sie fortfahren, stimmen Sie den {terms} und der {privacy} zu.',
    links: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutzerklärung' },
  },
  appKey: {
    qr: 'QR-Code für eine Authenticator-App',
    open: 'In Ihrer Authenticator-App öffnen',
    key: 'Scannen geht nicht? Geben Sie diesen Schlüssel in der App ein:',
    copy: 'Schlüssel kopieren',
    copied: 'Kopiert',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Prüfen Sie die Adresse. Ein Link aus einer E-Mail muss vollständig sein.',
    home: 'Zur Startseite',
  },
  provider: {
    lastUsed: 'Zuletzt benutzt',
    goOn: (label: string) => `Weiter mit ${label}`,
    going: (label: string) => `Weiter zu ${label} …`,
  },
  otherPerson: {
    title: 'Nur für Super-Admins',
    text: (email) => `Sie sind als ${email} angemeldet. Mit diesem Konto lässt sich die Konsole nicht öffnen.`,
    change: 'Mit einem anderen Konto anmelden',
    stay: 'Zu Ihrem Konto',
  },
  scopes: {
    openid: 'Sie wiedererkennen',
    profile: 'Ihren Namen und Ihre Sprache sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    phone: 'Ihre Telefonnummer sehen',
    roles: 'Ihre Rollen sehen',
    groups: 'Ihre Rollen sehen',
    offline_access: 'Sie angemeldet halten, bis Sie sie trennen',
  },
  backTo: (product) => `Zurück zu ${product}`,
  openAgain: 'Seite erneut öffnen',
  problemTitle: 'Das hat nicht geklappt',
  noMails: 'Dieser Dienst versendet zurzeit keine E-Mails. Bitte wenden Sie sich an den Betreiber.',
  problems: {
    wrongCredentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    wrongPassword: 'Das Passwort ist falsch.',
    wrongCode:
      'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten Code, und versuchen Sie es noch einmal.',
    invalidLink: 'Dieser Link oder Code ist nicht mehr gültig. Bitte fordern Sie einen neuen an.',
    emailTaken: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
    disabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    deleted: 'Dieses Konto wird gelöscht. Mit dem Link in der E-Mail, die Sie erhalten haben, können Sie es behalten.',
    notVerified:
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Wir haben Ihnen eine neue E-Mail mit einem Link gesendet.',
    tooMany: (seconds: number) =>
      seconds > 120
        ? `Es gab zu viele Versuche. Bitte versuchen Sie es in ${Math.ceil(seconds / 60)} Minuten noch einmal.`
        : `Es gab zu viele Versuche. Bitte versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
    providerCancelled:
      'Die Anmeldung beim Anbieter wurde abgebrochen. Sie können es noch einmal versuchen oder einen anderen Weg wählen.',
    providerRejected:
      'Der Anbieter hat nicht bestätigt, wer Sie sind, oder es hat zu lange gedauert. Bitte beginnen Sie noch einmal.',
    conflict:
      'In der Zwischenzeit hat sich etwas geändert, deshalb haben wir nichts geändert. Bitte sehen Sie noch einmal nach.',
    forbidden: 'Dazu haben Sie keine Berechtigung.',
    otherDomain: 'Mit E-Mail-Adressen dieser Domain geht das hier nicht.',
    foreignForm:
      'Das Formular wurde nicht von dieser Seite gesendet. Bitte öffnen Sie die Seite neu, und senden Sie das Formular noch einmal.',
    notFound: 'Diese Seite oder diesen Eintrag gibt es nicht.',
    tooLarge: 'Das Formular enthält zu viel Text.',
    malformed: 'Das Formular konnte nicht gelesen werden. Bitte öffnen Sie die Seite neu.',
    unavailable: 'Der Dienst ist im Moment nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.',
    unexpected:
      'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal. Wenn er wieder auftritt, wenden Sie sich an den Betreiber.',
    request: (id: string) => `Anfrage-ID: ${id}`,
  },
};
