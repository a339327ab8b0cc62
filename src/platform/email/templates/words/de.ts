import type { MailWords } from '../mail-words';

const newPassword = 'fordern Sie sofort auf der Anmeldeseite ein neues Passwort an';

export const de: MailWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `Der Link ist ${duration} gültig.`,
  codeIsValid: (duration) => `Der Code ist ${duration} gültig.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `Der Link ist ${ofLink} gültig, der Code ${ofCode}.`,
  verify_email: {
    title: 'E-Mail-Adresse bestätigen',
    text: (product) => [
      `Diese E-Mail-Adresse wurde für ein Konto bei ${product} angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
    ],
    action: 'Adresse bestätigen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse angegeben haben:',
    notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Die Adresse bleibt dann unbestätigt.',
  },
  account_exists: {
    title: 'Sie haben bereits ein Konto',
    text: (product) => [
      `Diese E-Mail-Adresse wurde für ein neues Konto bei ${product} angegeben, aber sie hat schon eines.`,
      'Melden Sie sich mit Ihrem Passwort an. Wenn Sie es vergessen haben, fordern Sie auf der Anmeldeseite ein neues an.',
    ],
    notMe: 'Wenn Sie das nicht waren, müssen Sie nichts tun. Ihr Konto wurde nicht geändert.',
  },
  reset_password: {
    title: 'Neues Passwort festlegen',
    text: (product) => [`Für Ihr Konto bei ${product} wurde ein neues Passwort angefordert.`],
    action: 'Neues Passwort festlegen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie es angefordert haben:',
    notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann, wie es ist.',
  },
  email_login: {
    title: 'Anmelden',
    text: (product) => [
      `Jemand möchte sich in Ihrem Konto bei ${product} anmelden. Diese E-Mail hilft nur dort, wo sie angefordert wurde: im selben Browser oder in derselben App.`,
    ],
    action: 'Anmelden',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben, und sonst nirgends:',
    notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
  },
  step_up: {
    title: 'Ihr Code',
    text: (product) => [
      `Jemand, der in Ihrem Konto bei ${product} angemeldet ist, möchte einen weiteren Weg zur Anmeldung hinzufügen oder eine App verbinden. Dieser Code beweist, dass Sie es sind.`,
    ],
    code: 'Geben Sie ihn dort ein, wo Sie ihn angefordert haben, und sonst nirgends:',
    notMe: `Wenn Sie das nicht waren, kennt jemand Ihr Passwort: ${newPassword}.`,
  },
  connect_provider: {
    title: 'Anmelden und verbinden',
    text: (product, provider) => [
      `Jemand hat sich bei ${product} mit ${provider} angemeldet, und ${provider} hat diese Adresse genannt. Wenn Sie es waren, weisen Sie nach, dass die Adresse Ihnen gehört: Dann wird ${provider} mit Ihrem Konto verbunden. Diese E-Mail hilft nur in dem Browser oder der App, wo Sie sich angemeldet haben.`,
    ],
    action: 'Anmelden und verbinden',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie sich angemeldet haben. Geben Sie ihn niemandem weiter:',
    notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Nichts wird verbunden.',
  },
  password_was_reset: {
    title: 'Ein neues Passwort wurde festgelegt',
    text: (product) => [
      `Für Ihr Konto bei ${product} wurde mit einer E-Mail an diese Adresse ein neues Passwort festgelegt. Alle Geräte wurden abgemeldet.`,
    ],
    notMe:
      'Wenn Sie das nicht waren, kann jemand anderes Ihre E-Mails lesen. Ändern Sie zuerst das Passwort Ihres Postfachs. Fordern Sie dann auf der Anmeldeseite ein neues Passwort an.',
  },
  password_removed: {
    title: 'Ihr Passwort wurde entfernt',
    text: (product) => [
      `Sie haben sich bei ${product} mit einem Code aus einer E-Mail angemeldet. Das war der erste Nachweis, dass die Adresse Ihnen gehört. Vorher hätte jeder das Passwort festlegen können. Deshalb wurde es entfernt, und alle anderen Geräte wurden abgemeldet.`,
      'Wenn Sie ein Passwort möchten, fordern Sie auf der Anmeldeseite ein neues an.',
    ],
    notMe:
      'Wenn Sie das nicht waren, kann jemand anderes Ihre E-Mails lesen. Ändern Sie zuerst das Passwort Ihres Postfachs. Fordern Sie dann auf der Anmeldeseite ein neues Passwort an.',
  },
  password_changed: {
    title: 'Ihr Passwort wurde geändert',
    text: (product) => [`Das Passwort Ihres Kontos bei ${product} wurde geändert.`],
    notMe: `Wenn Sie das nicht waren, ${newPassword}.`,
  },
  confirm_email_change: {
    title: 'Neue E-Mail-Adresse bestätigen',
    text: (product) => [
      `Diese Adresse wurde als neue E-Mail-Adresse eines Kontos bei ${product} angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
    ],
    action: 'Änderung bestätigen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse geändert haben:',
    notMe: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Das Konto behält dann seine alte Adresse.',
  },
  approve_email_change: {
    title: 'Änderung Ihrer E-Mail-Adresse bestätigen',
    text: (product) => [
      `Für Ihr Konto bei ${product} wurde eine neue E-Mail-Adresse angegeben. Die Adresse ändert sich nur, wenn Sie zustimmen.`,
    ],
    action: 'Änderung bestätigen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie die Adresse geändert haben:',
    notMe: `Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto angemeldet. Bestätigen Sie die Änderung nicht, und ${newPassword}.`,
  },
  email_changed: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    text: (product) => [
      `Ihr Konto bei ${product} hat jetzt eine andere E-Mail-Adresse. Diese hier wird nicht mehr verwendet.`,
      'Wenn Sie das nicht waren, stellen Sie diese Adresse wieder her. Alle Geräte werden dann abgemeldet, und Sie legen ein neues Passwort fest.',
    ],
    action: 'Adresse wiederherstellen',
  },
  email_changed_by_operator: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    text: (product) => [
      `Ein Betreiber hat die E-Mail-Adresse Ihres Kontos bei ${product} geändert. Diese Adresse wird nicht mehr verwendet. Alle Geräte wurden abgemeldet.`,
    ],
    notMe: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an den Betreiber dieses Dienstes.',
  },
  invite: {
    title: 'Sie sind eingeladen',
    text: (product) => [
      `Für Sie wurde ein Konto bei ${product} angelegt. Legen Sie ein Passwort fest, um es zu verwenden.`,
    ],
    action: 'Passwort festlegen',
    notMe:
      'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail. Ohne Passwort kann das Konto nicht verwendet werden.',
  },
  deletion_scheduled: {
    title: 'Ihr Konto wird endgültig entfernt',
    text: (product) => [
      `Ihr Konto bei ${product} wurde gelöscht, und alle Geräte wurden abgemeldet. Sie können das Konto behalten, solange der Link gültig ist. Danach wird es endgültig entfernt.`,
    ],
    action: 'Konto behalten',
    notMe: `Wenn Sie das Konto nicht gelöscht haben, behalten Sie es. Danach ${newPassword}.`,
  },
  password_listed: {
    title: 'Anderes Passwort wählen',
    text: (product) => [
      `Das Passwort, mit dem Sie sich bei ${product} angemeldet haben, probieren Angreifer als Erstes. Es ist häufig, es besteht aus Ihrem Namen oder Ihrer Adresse, oder es wurde auf einer anderen Website gestohlen.`,
      'Bitte ändern Sie es, auch auf anderen Websites, auf denen Sie es verwenden.',
    ],
    notMe: `Wenn Sie sich nicht angemeldet haben, ${newPassword}.`,
  },
  authenticator_added: {
    title: 'Eine Authenticator-App wurde hinzugefügt',
    text: (product) => [
      `Zu Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Die Anmeldung in zwei Schritten ist eingeschaltet: Zum Passwort gehört jetzt auch ein Code der App oder ein anderer zweiter Faktor.`,
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Legen Sie mit diesem Link ein neues fest: Die Authenticator-App wird dann entfernt, und alle Geräte werden abgemeldet.',
    ],
    action: 'App entfernen und Passwort festlegen',
  },
  passkey_added: {
    title: 'Ein Passkey wurde hinzugefügt',
    text: (product) => [
      `Zu Ihrem Konto bei ${product} wurde ein Passkey hinzugefügt. Sie können sich damit anmelden.`,
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Legen Sie mit diesem Link ein neues fest: Der Passkey wird dann entfernt, und alle Geräte werden abgemeldet.',
    ],
    action: 'Passkey entfernen und Passwort festlegen',
  },
  new_device: {
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
  identity_linked: {
    title: 'Ein Anbieter wurde verbunden',
    text: (product) => [
      `Ein Konto bei einem anderen Anbieter wurde mit Ihrem Konto bei ${product} verbunden. Sie können sich damit anmelden. Die Seite über die Sicherheit zeigt, welches es ist.`,
      'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet. Legen Sie mit diesem Link ein neues Passwort fest: Der Anbieter wird dann getrennt, und alle Geräte werden abgemeldet.',
    ],
    action: 'Anbieter trennen und Passwort festlegen',
  },
  app_connected: {
    title: 'Eine App wurde verbunden',
    text: (product) => [
      `Eine App darf jetzt Ihr Konto bei ${product} verwenden. Die Seite über Apps zeigt, welche es ist und was sie kann.`,
      'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet. Legen Sie mit diesem Link ein neues Passwort fest: Die App wird dann getrennt, und alle Geräte werden abgemeldet.',
    ],
    action: 'App trennen und Passwort festlegen',
  },
  identity_unlinked: {
    title: 'Ein Anbieter wurde getrennt',
    text: (product) => [
      `Ein Konto bei einem anderen Anbieter wurde von Ihrem Konto bei ${product} getrennt. Sie können sich damit nicht mehr anmelden.`,
    ],
    notMe: `Wenn Sie das nicht waren, ${newPassword}.`,
  },
  factor_removed: {
    title: 'Ein zweiter Faktor wurde entfernt',
    text: (product) => [
      `Aus Ihrem Konto bei ${product} wurde eine Authenticator-App oder ein Passkey entfernt. War das der letzte zweite Faktor, ist die Anmeldung in zwei Schritten jetzt ausgeschaltet.`,
    ],
    notMe: `Wenn Sie das nicht waren, ${newPassword}. Fügen Sie die App oder den Passkey dann wieder hinzu.`,
  },
  recovery_codes_few: {
    title: 'Nur noch wenige Backup-Codes',
    text: (product) => [
      `Ihr Konto bei ${product} hat weniger als drei Backup-Codes übrig. Sie brauchen sie, um sich ohne Ihren zweiten Faktor anzumelden.`,
      'Erstellen Sie neue Codes, solange Sie sich noch anmelden können.',
    ],
    notMe: `Wenn Sie die Codes nicht selbst verwendet haben, ${newPassword}. Erstellen Sie dann neue Codes.`,
  },
  recovery_codes_changed: {
    title: 'Ihre Backup-Codes wurden ersetzt',
    text: (product) => [`Für Ihr Konto bei ${product} wurden neue Backup-Codes erstellt. Die alten gelten nicht mehr.`],
    notMe: `Wenn Sie das nicht waren, ${newPassword}. Erstellen Sie dann neue Codes.`,
  },
  two_step_enabled: {
    title: 'Die Anmeldung in zwei Schritten ist eingeschaltet',
    text: (product) => [
      `Für Ihr Konto bei ${product} wurde die Anmeldung in zwei Schritten eingeschaltet. Zum Passwort gehört ab jetzt auch ein zweiter Faktor: zum Beispiel Ihr Passkey, ein Code Ihrer Authenticator-App oder ein Backup-Code.`,
    ],
    notMe: `Wenn Sie das nicht waren, ${newPassword}.`,
  },
  two_step_disabled: {
    title: 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
    text: (product) => [
      `Für Ihr Konto bei ${product} wurde die Anmeldung in zwei Schritten ausgeschaltet. Ab jetzt genügt Ihr Passwort, um sich anzumelden. Die Backup-Codes gelten nicht mehr.`,
    ],
    notMe: `Wenn Sie das nicht waren, ${newPassword}. Schalten Sie sie dann wieder ein.`,
  },
  factors_reset: {
    title: 'Ihre zweiten Faktoren wurden entfernt',
    text: (product) => [
      `Ein Betreiber hat alle zweiten Faktoren und Backup-Codes aus Ihrem Konto bei ${product} entfernt. Alle Geräte wurden abgemeldet.`,
      'Melden Sie sich mit Ihrem Passwort an, und fügen Sie wieder einen zweiten Faktor hinzu.',
    ],
    notMe: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an den Betreiber dieses Dienstes.',
  },
  account_disabled: {
    title: 'Ihr Konto wurde gesperrt',
    text: (product) => [
      `Ein Betreiber hat Ihr Konto bei ${product} gesperrt. Alle Geräte wurden abgemeldet, und Sie können sich erst wieder anmelden, wenn ein Betreiber das Konto entsperrt.`,
    ],
    notMe: 'Wenn Sie das für einen Irrtum halten, wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  impersonated: {
    title: 'Ein Administrator hat Ihr Konto benutzt',
    text: (product) => [
      `Ein Administrator hat Ihr Konto bei ${product} geöffnet und kann es höchstens 15 Minuten lang an Ihrer Stelle benutzen, zum Beispiel um Ihnen zu helfen. Ihr Passwort, Ihre E-Mail-Adresse und Ihre zweiten Faktoren kann er dabei nicht ändern.`,
    ],
    notMe:
      'Wenn Sie nicht um Hilfe gebeten haben und den Grund nicht kennen, wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  webhook_disabled: {
    title: 'Ein Webhook-Endpunkt wurde abgeschaltet',
    text: (product) => [
      `Zustellungen an einen Webhook-Endpunkt von ${product} sind fünf Tage lang fehlgeschlagen, oder der Empfänger hat geantwortet, dass es ihn nicht mehr gibt. Der Endpunkt wurde abgeschaltet und erhält keine Ereignisse mehr.`,
    ],
    notMe: 'Als Super-Admin sehen Sie den Grund in der Konsole und können den Endpunkt wieder einschalten.',
  },
  test: {
    title: 'Test-E-Mail',
    text: (product) => [
      `Das ist eine Test-E-Mail von ${product}. Sie ist angekommen, also funktioniert der Mailserver.`,
    ],
  },
};
