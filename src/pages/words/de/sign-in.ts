import type { Words } from '../en';

export const signIn: Words['signIn'] = {
  continueTo: (host) => `Danach geht es weiter zu ${host}`,
  login: {
    title: 'Anmelden',
    heading: (product) => `Bei ${product} anmelden`,
    action: 'Anmelden',
    forgot: 'Passwort vergessen?',
    registerQuestion: 'Noch kein Konto?',
    register: 'Konto anlegen',
    or: 'oder',
    passkey: 'Mit einem Passkey anmelden',
    mail: 'Mit einem Code per E-Mail anmelden',
    passkeyProblem:
      'Der Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    signedInTitle: 'Sie sind angemeldet',
    signedIn: 'Sie können diese Seite schließen.',
    sentAgain:
      'Die App hat Sie noch einmal hierher geschickt, obwohl Sie angemeldet sind. Wenn das wieder geschieht, wenden Sie sich an den Betreiber der App.',
    backTo: (host: string) => `Zurück zu ${host}`,
    startAgain: 'Das hat nicht geklappt oder zu lange gedauert. Bitte melden Sie sich noch einmal an.',
    signedOut: 'Sie sind abgemeldet.',
    passwordSet: 'Ihr Passwort wurde festgelegt. Melden Sie sich mit dem neuen Passwort an.',
    deleted: 'Ihr Konto wird gelöscht. Wir haben Ihnen eine E-Mail gesendet.',
    notSaved:
      'Ihre letzte Eingabe wurde nicht gespeichert. Bitte melden Sie sich an, und geben Sie sie dann noch einmal ein.',
    noCookies:
      'Ihr Browser blockiert Cookies, deshalb können Sie nicht angemeldet werden. Erlauben Sie Cookies für diese Seite, und melden Sie sich dann noch einmal an.',
    unknownReturn:
      'Die App, aus der Sie kommen, ist hier nicht bekannt. Deshalb können wir Sie nicht dorthin zurückschicken.',
  },
  /** Why the session of this browser is over. */
  ended: {
    logout: 'Sie wurden abgemeldet, weil Sie sich in einem anderen Fenster oder einer anderen App abgemeldet haben.',
    otherDevice: 'Sie wurden von einem Ihrer anderen Geräte aus abgemeldet.',
    copied:
      'Sie wurden zu Ihrer Sicherheit abgemeldet: Jemand könnte Ihre Anmeldung kopiert haben. Wenn das wieder geschieht, ändern Sie Ihr Passwort.',
    disabled:
      'Sie wurden abgemeldet, weil Ihr Konto gesperrt ist. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    deleted:
      'Sie wurden abgemeldet, weil Ihr Konto gelöscht wird. Wenn Sie es behalten möchten, benutzen Sie den Link in der E-Mail, die wir Ihnen geschickt haben.',
    operator: 'Der Betreiber dieses Dienstes hat Sie abgemeldet.',
    emailChanged: 'Sie wurden abgemeldet, weil Ihre E-Mail-Adresse geändert wurde. Melden Sie sich mit der neuen an.',
    emailChangedByOperator:
      'Sie wurden abgemeldet, weil der Betreiber dieses Dienstes Ihre E-Mail-Adresse geändert hat. Melden Sie sich mit der neuen an.',
    emailRestored:
      'Sie wurden abgemeldet, weil Ihre alte E-Mail-Adresse wiederhergestellt wurde. Wir haben eine E-Mail dorthin geschickt, mit der Sie ein neues Passwort festlegen.',
    emailConfirmed: 'Sie wurden abgemeldet, weil Ihre E-Mail-Adresse zum ersten Mal bestätigt wurde.',
    passwordChanged: 'Sie wurden abgemeldet, weil Ihr Passwort geändert wurde. Melden Sie sich mit dem neuen an.',
    providerDisconnected: 'Sie wurden abgemeldet, weil ein Anbieter von Ihrem Konto getrennt wurde.',
    factorsChanged: 'Sie wurden abgemeldet, weil die zweiten Faktoren Ihres Kontos geändert wurden.',
    tooMany: 'Sie wurden abgemeldet, weil Sie sich auf zu vielen anderen Geräten angemeldet haben.',
    expired: 'Sie wurden abgemeldet, weil Ihre Anmeldung zu lange zurückliegt.',
    other: 'Sie wurden abgemeldet. Bitte melden Sie sich wieder an.',
  },
  authorize: {
    title: 'Diese Anmeldung hat nicht geklappt',
    wrong:
      'Die Anwendung hat eine Anfrage gesendet, die hier nicht gültig ist. Gehen Sie zur Anwendung zurück und versuchen Sie es noch einmal. Wenn es wieder passiert, wenden Sie sich an die Betreiber der Anwendung.',
    over: 'Diese Anmeldung wurde schon abgeschlossen oder hat zu lange gedauert. Gehen Sie zur Anwendung zurück und melden Sie sich noch einmal an.',
    goesOn: 'Zurück zur Anwendung',
    action: 'Weiter',
  },
  consent: {
    policy: (name) => `Datenschutzerklärung von ${name}`,
    terms: (name) => `Nutzungsbedingungen von ${name}`,
    title: (app) => `Weiter zu ${app}?`,
    signedIn: (email) => `Sie sind als ${email} angemeldet.`,
    other: 'Anderes Konto verwenden',
    calls: 'Name, den sich die Anwendung gibt:',
    within: (resource, host) => `In ${resource} (${host}):`,
    actsFor: (app) => `${app} handelt mit Ihren Rollen für die Organisation:`,
    lets: (app) => `Damit kann ${app}:`,
    goesTo: (host) => `Danach kommen Sie zu ${host}.`,
    onDevice: (app) =>
      `${app} läuft auf diesem Gerät, wo auch andere Programme diesen Namen verwenden können. Fahren Sie nur fort, wenn Sie diese Anmeldung dort gerade selbst begonnen haben.`,
    undo: 'Sie können die App jederzeit in Ihrem Konto trennen.',
    allow: 'Zulassen',
    deny: 'Nicht zulassen',
  },
  /** A program on a device without a browser (RFC 8628). */
  device: {
    title: 'Auf einem Gerät anmelden',
    text: 'Geben Sie den Code ein, den das Gerät zeigt. Er gilt zehn Minuten.',
    code: 'Code des Geräts',
    wrong: 'Mit diesem Code wartet kein Gerät. Prüfen Sie ihn, oder beginnen Sie auf dem Gerät neu.',
    question: (app) => `Auf einem Gerät bei ${app} anmelden?`,
    started: 'Begonnen',
    address: 'Netzadresse',
    program: 'Programm',
    warning:
      'Lassen Sie es nur zu, wenn Sie es gerade auf einem Gerät vor sich selbst begonnen haben. Niemand sonst darf Ihnen einen solchen Code schicken.',
    other: 'Anderen Code eingeben',
    done: {
      allowed: {
        title: 'Sie sind auf dem Gerät angemeldet',
        text: 'Kehren Sie zu Ihrem Gerät zurück. Sie können diese Seite schließen.',
      },
      denied: { title: 'Nicht zugelassen', text: 'Das Gerät bekommt nichts. Sie können diese Seite schließen.' },
    },
  },
  register: {
    title: 'Konto anlegen',
    heading: (product) => `Konto bei ${product} anlegen`,
    action: 'Konto anlegen',
    loginQuestion: 'Haben Sie schon ein Konto?',
    login: 'Anmelden',
    closedTitle: 'Die Registrierung ist geschlossen',
    closed: 'Nur der Betreiber dieses Dienstes kann Konten anlegen.',
  },
  setup: {
    title: 'Ersten Superadministrator anlegen',
    text: 'Sie haben den Link geöffnet, den dieser Dienst beim Start ausgegeben hat. Dieses Konto verwaltet den Dienst.',
    action: 'Superadministrator anlegen',
    over: 'Es gibt schon einen Superadministrator. Der Link gilt nur einmal.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Geben Sie Ihre E-Mail-Adresse an. Gibt es dazu ein Konto, senden wir Ihnen eine E-Mail, mit der Sie ein neues Passwort festlegen.',
    action: 'E-Mail senden',
  },
  email: {
    title: 'Mit einem Code anmelden',
    text: 'Geben Sie Ihre E-Mail-Adresse ein. Wenn es dazu ein Konto gibt, senden wir Ihnen einen Code.',
    action: 'Code senden',
    passwordRemoved:
      'Ihre E-Mail-Adresse ist jetzt bestätigt. Vorher hätte jeder Ihr Passwort festlegen können. Deshalb wurde es entfernt. Auf der Anmeldeseite können Sie ein neues anfordern.',
  },
  code: {
    resetSent: (email) =>
      `Wenn es zu ${email} ein Konto gibt, haben wir eine E-Mail dorthin gesendet. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link.`,
    unverified: (email) =>
      `Ihre E-Mail-Adresse ist noch nicht bestätigt. Wir haben eine E-Mail an ${email} gesendet. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link.`,
    other: 'Andere Adresse verwenden',
    confirmedTitle: 'Adresse bestätigt',
    confirmed: 'Ihre E-Mail-Adresse ist bestätigt. Sie können sich jetzt anmelden.',
  },
  provider: {
    missing: { title: 'Fast fertig', text: 'Bitte ergänzen Sie, was noch fehlt.' },
    connect: {
      title: (label: string) => `${label} verbinden`,
      text: (label: string, email: string) =>
        `${email} hat hier schon ein Konto. Um sich künftig mit ${label} dort anzumelden, zeigen Sie bitte, dass es Ihr Konto ist.`,
      signIn: 'Stattdessen anders anmelden',
    },
  },
  deleted: {
    title: 'Dieses Konto wird gelöscht',
    text: (email) => `Um es zu behalten, öffnen Sie den Link in der E-Mail an ${email}.`,
  },
  secondFactor: {
    title: 'Zweiter Schritt',
    text: 'Geben Sie den Code Ihrer Authenticator-App ein.',
    recoveryText: 'Geben Sie einen Ihrer Backup-Codes ein.',
    useRecovery: 'Stattdessen einen Backup-Code verwenden',
    passkeyText: 'Verwenden Sie Ihren Passkey, oder geben Sie einen Ihrer Backup-Codes ein.',
    passkeyOnlyText: 'Verwenden Sie Ihren Passkey.',
    action: 'Weiter',
    passkey: 'Passkey verwenden',
    restart: 'Von vorn beginnen',
  },
  enroll: {
    title: 'Zweiten Faktor hinzufügen',
    text: 'Dieser Dienst verlangt einen zweiten Faktor. Scannen Sie den QR-Code mit einer Authenticator-App, und geben Sie den Code ein, den sie anzeigt.',
    action: 'Weiter',
  },
  stepUp: {
    title: 'Bestätigen Sie, dass Sie es sind',
    text: 'Der nächste Schritt ändert etwas Wichtiges. Bitte weisen Sie noch einmal nach, wer Sie sind.',
    action: 'Bestätigen',
    willSend: 'Wir senden einen Code an die E-Mail-Adresse Ihres Kontos.',
    sent: (email) => `Wir haben eine E-Mail an ${email} gesendet. Geben Sie hier den Code daraus ein.`,
    passkey: 'Passkey verwenden',
    lost: 'Sie haben Ihren Passkey oder Ihr Telefon verloren?',
    lostText:
      'Legen Sie mit einer E-Mail ein neues Passwort fest, und melden Sie sich innerhalb von 15 Minuten damit an. Dann können Sie Ihr Konto auch ohne sie ändern.',
    none: 'Sie können hier nicht noch einmal nachweisen, wer Sie sind. Bitte melden Sie sich ab und wieder an.',
  },
  factorNeeded: {
    title: 'Sie brauchen einen zweiten Faktor',
    text: 'Die Seite, die Sie öffnen möchten, verlangt einen zweiten Faktor. Ihr Konto hat keinen.',
  },
  logout: {
    title: 'Abmelden',
    text: 'Sie melden sich auf diesem Gerät ab.',
    asked: (app) => `${app} möchte Sie auf diesem Gerät abmelden.`,
    done: 'Sie sind abgemeldet',
    action: 'Abmelden',
  },
};
