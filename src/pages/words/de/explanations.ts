import type { Words } from '../en';

export const explanations: Words['explanations'] = {
  reasons: {
    'unknown address': {
      means: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
      advice: 'Suchen Sie die Person nach ihrem Namen.',
    },
    'wrong password': {
      means: 'Das Passwort ist falsch.',
      advice: 'Hat die Person das Passwort vergessen, kann sie es zurücksetzen.',
    },
    'no password': {
      means:
        'Das Konto hat kein Passwort: Es wurde eingeladen oder wiederhergestellt, die erste Anmeldung per E-Mail hat es entfernt, oder nur der alte Dienst kannte es.',
      advice: 'Die Person wählt eines, mit der Einladung oder über „Passwort vergessen“.',
    },
    'unusable hash': {
      means: 'Der gespeicherte Hash des Passworts ist beschädigt, von einem anderen Verfahren oder zu aufwendig.',
      advice:
        'Stellen Sie den Hash wieder her, oder lassen Sie die Person ihr Passwort zurücksetzen. Das Log nennt das Konto.',
    },
    'legacy password': {
      means: 'Nur der alte Dienst kennt das Passwort, und `LEGACY_URL` ist nicht gesetzt.',
      advice: 'Setzen Sie es, oder lassen Sie die Person ihr Passwort zurücksetzen.',
    },
    'no answer of the old service': {
      means: 'Nur der alte Dienst unter `LEGACY_URL` kennt das Passwort, und er gab keine brauchbare Antwort.',
      advice: 'Lesen Sie das Log, und sehen Sie sich die Prüfungen an.',
    },
    'malformed token': {
      means: 'Der Text ist kein Zugriffstoken dieser Installation.',
      advice: 'Die Anwendung muss das `jwt` einer Anmeldung senden, kein Refresh-Token.',
    },
    'unknown key': {
      means: 'Der Signaturschlüssel des Zugriffstokens wurde widerrufen oder gehört zu einer anderen Installation.',
      advice: 'Die Anwendung erneuert die Tokens, oder die Person meldet sich wieder an.',
    },
    'bad signature': {
      means: 'Das Zugriffstoken wurde gefälscht oder verändert.',
      advice: 'Kommt das oft vor, finden Sie den Client im Protokoll über sein Netz.',
    },
    'wrong issuer': {
      means: 'Der Aussteller des Zugriffstokens ist nicht `PUBLIC_URL`.',
      advice: 'Alle Instanzen brauchen denselben Wert. Nach einer Änderung melden sich alle wieder an.',
    },
    'wrong audience': {
      means: 'Der Empfänger (`aud`) des Zugriffstokens ist nicht `JWT_AUDIENCE`.',
      advice: 'Alle Instanzen brauchen denselben Wert. Nach einer Änderung melden sich alle wieder an.',
    },
    'not yet valid': {
      means: 'Das Zugriffstoken wurde in der Zukunft ausgestellt: Die Uhren zweier Instanzen gehen verschieden.',
      advice: 'Stellen Sie die Uhren. Den Unterschied zeigen die Prüfungen.',
    },
    'expired token': {
      means: 'Das Zugriffstoken ist abgelaufen.',
      advice: 'Die Anwendung erneuert die Tokens. Ist das Token neu, vergleichen Sie die Uhren.',
    },
    'ended session': {
      means: 'Die Sitzung des Tokens ist beendet.',
      advice: 'Die Person meldet sich wieder an. Die Einzelheiten nennen Zeitpunkt und Grund des Endes.',
    },
    'ended session of the actor': {
      means: 'Ein Superadministrator handelte als die Person und hat seine Sitzung oder seine Rechte verloren.',
      advice: 'Der Superadministrator meldet sich an und beginnt noch einmal.',
    },
    'super admin': {
      means: 'Die Person ist Superadministrator. Als ein solcher kann niemand handeln.',
      advice: 'Wählen Sie eine andere Person.',
    },
    impersonation: {
      means: 'Ein Superadministrator handelt als die Person, und nur sie selbst darf das.',
      advice: 'Die Person macht es selbst, oder der Superadministrator macht es in der Konsole.',
    },
    'invitation of another address': {
      means: 'Die Einladung ging an eine andere Adresse als die bestätigte des Kontos.',
      advice:
        'Die Person meldet sich mit der eingeladenen Adresse an, oder ein Admin der Organisation lädt die andere ein.',
    },
    'ended organization': {
      means: 'Die Organisation des Tokens wurde gesperrt oder gelöscht, seit das Token ausgestellt wurde.',
      advice: 'Der Client erneuert die Tokens. Die Person bleibt angemeldet, ohne die Organisation.',
    },
    'changed access rights': {
      means: 'Die Rollen oder Rechte der Person haben sich geändert, seit das Token ausgestellt wurde.',
      advice: 'Die Anwendung erneuert die Tokens. Die Person bleibt angemeldet.',
    },
    'disabled account': {
      means: 'Das Konto ist gesperrt.',
      advice: 'Seit wann und warum, zeigt die Seite der Person. Dort können Sie das Konto auch entsperren.',
    },
    'deleted account': {
      means: 'Das Konto ist gelöscht, aber noch nicht endgültig entfernt.',
      advice: 'Mit dem Link in der E-Mail oder auf der Seite der Person wird es wiederhergestellt.',
    },
    'no account': {
      means: 'Das Konto des Tokens gibt es nicht mehr.',
      advice: 'Nichts: Das Konto wurde endgültig entfernt.',
    },
    'unknown token': {
      means: 'Das Refresh-Token ist nicht von dieser Installation, oder seine Sitzung wurde vor langer Zeit entfernt.',
      advice: 'Die Person meldet sich wieder an.',
    },
    'used token': {
      means: 'Das Refresh-Token wurde schon benutzt und ist vielleicht gestohlen. Darum wurde seine Sitzung beendet.',
      advice:
        'Die Person meldet sich wieder an. Die Anwendung muss nach jeder Erneuerung das neue Refresh-Token speichern.',
    },
    'used ID token': {
      means: 'Das ID-Token eines Anbieters wurde schon benutzt. Es ist vielleicht gestohlen.',
      advice: 'Die Anwendung holt für jede Anmeldung ein neues beim Anbieter.',
    },
    'unknown link': {
      means: 'Der Link ist unvollständig, für etwas anderes oder nicht von dieser Installation.',
      advice: 'Die Person fordert eine neue E-Mail an.',
    },
    'used link': {
      means: 'Der Link wurde benutzt, oder eine neuere E-Mail hat ihn ersetzt.',
      advice: 'Die Person öffnet die neueste E-Mail.',
    },
    'expired link': {
      means: 'Der Link ist abgelaufen.',
      advice: 'Die Person fordert eine neue E-Mail an. Die Frist ist eine Einstellung, etwa `RESET_PASSWORD_TTL`.',
    },
    'wrong code': {
      means: 'Der Code ist falsch oder abgelaufen, oder er kam nach zu vielen falschen.',
      advice: 'Die Person benutzt den Link oder fordert eine neue E-Mail an.',
    },
    'wrong verifier': {
      means:
        'Der Code einer Anmeldung mit einem Anbieter kam von einem anderen Browser oder Programm als dem, das sie begonnen hat.',
      advice: 'Wenn das häufig ist, finden Sie das Programm mit `gatehouse audit --network`.',
    },
    'cancelled sign-in': {
      means: 'Die Person hat beim Anbieter abgebrochen, oder der Anbieter hat abgelehnt.',
      advice: 'Nichts, außer es ist häufig: Prüfen Sie dann die Anwendung in den Einstellungen des Anbieters.',
    },
    'forged answer': {
      means:
        'Die Antwort des Anbieters hat eine Prüfung nicht bestanden: Signatur, Aussteller, Zielgruppe, Nonce, Zeit oder den Tausch ihres Codes.',
      advice: 'Das Protokoll nennt die Prüfung. Vergleichen Sie `PROVIDER_<ID>_*` mit dem Anbieter, und die Uhren.',
    },
    'unaccepted person': {
      means:
        'Die Angaben sind nicht die, die `PROVIDER_<ID>_REQUIRE` oder der Mandant verlangt, oder nennen niemanden.',
      advice: 'Die Person meldet sich beim Anbieter mit einem anderen Konto an.',
    },
    'unproved identity': {
      means:
        'Eine neue Person kam von einem Anbieter, der nicht für die Adresse bürgt. Ein Code wurde an sie geschickt.',
      advice: 'Die Person verwendet den Code.',
    },
    'no answer of the provider': {
      means: 'Der Anbieter gab keine brauchbare Antwort.',
      advice: 'Lesen Sie das Protokoll: Es nennt den Anbieter und die Ursache.',
    },
    'taken address': {
      means: 'Inzwischen hat ein anderes Konto diese E-Mail-Adresse.',
      advice: 'Die Person meldet sich dort an oder wählt eine andere Adresse.',
    },
    'verified address': {
      means: 'Die Adresse ist bestätigt. Darum kann der Link das Konto nicht mehr entfernen.',
      advice: 'Löschen Sie stattdessen das Konto.',
    },
    'unverified address': {
      means: 'Das Passwort ist richtig, aber `EMAIL_VERIFICATION` verlangt eine bestätigte Adresse.',
      advice:
        'Die Person öffnet den Link in der E-Mail. Jede Anmeldung sendet sie noch einmal, höchstens einmal in der Minute.',
    },
    'paused country': {
      means: 'Codes in das Land der Nummer pausieren, weil zu wenige bestätigt wurden.',
      advice: 'Wenn es kein Angriff war, beenden Sie die Pause in der Konsole.',
    },
    'spent SMS budget': {
      means: 'Die SMS des Tages (`SMS_DAILY_BUDGET`) sind aufgebraucht.',
      advice: 'Sehen Sie im Audit nach, wer Codes anfordert, bevor Sie den Wert erhöhen.',
    },
    'closed registration': {
      means: '`REGISTRATION` ist `closed`.',
      advice: 'Laden Sie die Person ein.',
    },
    'domain not allowed': {
      means: 'Die Domain der Adresse ist nicht in `REGISTER_DOMAINS`.',
      advice: 'Nehmen Sie die Domain auf, oder laden Sie die Person ein.',
    },
    'rejected by the hook': {
      means: 'Der Hook von `HOOK_BEFORE_REGISTER` hat die Registrierung abgelehnt.',
      advice: 'Ihr Dienst kennt den Grund. Laden Sie die Person ein, wenn sie trotzdem ein Konto bekommen soll.',
    },
    'no answer of the hook': {
      means: 'Der Hook von `HOOK_BEFORE_REGISTER` gab keine brauchbare Antwort.',
      advice: 'Lesen Sie das Protokoll, und führen Sie `gatehouse doctor` aus.',
    },
    'challenge asked': {
      means: 'Die Anfrage hat keine Antwort auf eine Aufgabe gegen Bots.',
      advice:
        'Der Client muss die Aufgabe im Fehler beantworten. Sie wird während eines Angriffs gestellt, oder immer (`CHALLENGE_WHEN`).',
    },
    'challenge wrong': {
      means:
        'Die Antwort auf die Aufgabe ist falsch, verbraucht oder zu spät, oder für einen anderen Vorgang oder eine andere Adresse.',
      advice:
        'Der Client beantwortet jede Aufgabe einmal, innerhalb von 10 Minuten. Prüfen Sie bei einem Widget dessen Hostnamen.',
    },
    'challenge site away': {
      means: 'Der Dienst von `CHALLENGE_VERIFY_URL` gab keine brauchbare Antwort.',
      advice: 'Lesen Sie das Protokoll, und führen Sie `gatehouse doctor` aus.',
    },
    'changed password': {
      means: 'Eine andere Anfrage hat das Passwort zur selben Zeit geändert.',
      advice: 'Die Person versucht es noch einmal, mit dem neuen Passwort.',
    },
    'last super admin': {
      means: 'Der letzte Superadministrator kann nicht gelöscht, gesperrt oder zurückgestuft werden.',
      advice: 'Machen Sie zuerst eine andere Person zum Superadministrator.',
    },
    'wrong factor': {
      means: 'Der Code des zweiten Faktors ist falsch oder gehört zu einem anderen Konto.',
      advice:
        'Bei einer Person: Geht die Uhr ihres Telefons richtig? Bei allen: Sehen Sie sich die Prüfungen des Servers an.',
    },
    'used factor': {
      means: 'Der Code des zweiten Faktors wurde schon benutzt.',
      advice: 'Die Person wartet auf den nächsten Code oder nimmt einen anderen Backup-Code.',
    },
    'no factor': {
      means: 'Das Konto hat keinen solchen zweiten Faktor.',
      advice: 'Der Eintrag in der Authenticator-App gehört vielleicht zu einem anderen Konto.',
    },
    'unknown challenge': {
      means: 'Die Challenge gehört zu einem anderen Vorgang, Benutzer, einer anderen Sitzung oder Installation.',
      advice:
        'Die Seite muss jedes Mal neue Optionen anfordern. Betrifft es alle: Benutzen alle Instanzen dieselbe Datenbank?',
    },
    'used challenge': {
      means: 'Die Challenge wurde schon benutzt.',
      advice: 'Die Seite muss jedes Mal neue Optionen anfordern.',
    },
    'expired challenge': {
      means: 'Die Challenge ist abgelaufen.',
      advice: 'Die Seite muss neue Optionen anfordern und sie erneuern, solange sie wartet.',
    },
    'unknown passkey': {
      means: 'Der Passkey wurde entfernt oder gehört zu einer anderen Installation.',
      advice: 'Die Seite meldet ihn mit `PublicKeyCredential.signalUnknownCredential`.',
    },
    'passkey of another account': {
      means: 'Der Passkey gehört zu einem anderen Konto als die Anmeldung.',
      advice: 'Die Person wählt einen anderen Passkey.',
    },
    'automatic passkey': {
      means: 'Der Browser hat den Passkey von selbst hinzugefügt. Darum ist er kein zweiter Faktor.',
      advice: 'Die Person fügt auf der Seite über die Sicherheit einen Passkey hinzu.',
    },
    'known passkey': {
      means: 'Ein Konto hat diesen Passkey schon.',
      advice: 'Die Person meldet sich mit ihm an.',
    },
    'malformed passkey': {
      means: 'Die Antwort ist unlesbar, aus einem anderen Vorgang oder mit einem nicht unterstützten Verfahren.',
      advice: 'Die Seite muss senden, was der Browser zurückgab. Unterstützt werden EdDSA, ES256 und RS256.',
    },
    'wrong origin': {
      means: 'Die Seite liegt nicht unter `PUBLIC_URL` oder einem der `PASSKEY_ORIGINS`, oder sie ist in einem Frame.',
      advice: 'Ist es Ihre Seite, fügen Sie ihren Origin hinzu. Wenn nicht, ahmt sie Ihre nach.',
    },
    'wrong relying party': {
      means: 'Der Passkey gehört zu einer anderen Domain als `PASSKEY_RP_ID`.',
      advice: 'Machen Sie eine Änderung dieses Werts rückgängig. Alle Instanzen brauchen denselben.',
    },
    'unverified user': {
      means: 'Das Gerät hat weder Fingerabdruck noch Gesicht noch PIN geprüft.',
      advice: 'Die Person richtet auf dem Sicherheitsschlüssel eine PIN ein.',
    },
    'wrong signature of the passkey': {
      means: 'Die Signatur des Passkeys ist falsch.',
      advice: 'Ist es selten, nichts: Jemand hat seine Id ohne ihn versucht.',
    },
    'sign count not increased': {
      means: 'Der Zähler des Passkeys ist nicht gestiegen: Er ist vielleicht kopiert worden.',
      advice: 'Die Person ersetzt den Passkey.',
    },
    'changed account': {
      means: 'Während der Anmeldung endeten die Sitzungen, oder die zweiten Faktoren wurden geändert.',
      advice: 'Die Person meldet sich noch einmal an.',
    },
    'cookie not accepted': {
      means: 'Das Refresh-Cookie kam von einem Origin, der nicht in `CORS_ORIGINS` steht, oder nicht aus einem Skript.',
      advice: 'Fügen Sie den Origin Ihrer Anwendung hinzu.',
    },
    'not a super admin': {
      means: 'Die Person ist kein Superadministrator.',
      advice: 'Soll sie es sein: `gatehouse users promote`.',
    },
    'operation of people': {
      means:
        'Ein Dienst hat eine Operation der Verwaltung aufgerufen, die nur Superadministratoren haben, oder gesendet, was nur sie dürfen.',
      advice: 'Ein Superadministrator tut es.',
    },
    'scope of the administration': {
      means: 'Dem Token eines Dienstes fehlt der Scope, den die Operation der Verwaltung braucht.',
      advice: 'Der Dienst verlangt ihn bei `POST /oauth/token`.',
    },
    'service without the right': {
      means:
        'Der Dienst darf die Verwaltung nicht mehr benutzen: Er ist entfernt oder deaktiviert, oder ihm fehlt der Scope.',
      advice: 'Geben Sie dem Client den Scope, oder aktivieren Sie ihn: `gatehouse clients update`.',
    },
    'network of the administration': {
      means: 'Die Adresse des Clients ist nicht in `ADMIN_NETWORKS`.',
      advice: 'Fügen Sie sie hinzu. Ist es die Adresse Ihres Proxys, setzen Sie `TRUST_PROXY`.',
    },
    'token of an application': {
      means: 'Eine Anwendung, ein OAuth-Client, hat eine Operation aufgerufen, die für Anwendungen nicht offen ist.',
      advice: 'Die Person tut es bei Gatehouse selbst. Die Anwendung schickt den Browser dorthin.',
    },
    'unknown client': {
      means: 'Kein OAuth-Client hat diese Id, oder er ist deaktiviert.',
      advice: 'Benutzen Sie eine Id aus `gatehouse clients list`.',
    },
    'missing scope': {
      means: 'Das Access-Token hat den Scope nicht, den die Operation braucht.',
      advice: 'Die Anwendung fordert ihn an, wenn sich die Person anmeldet.',
    },
    'wrong device code': {
      means:
        'Mit diesem Code wartet keine Anmeldung auf einem Gerät: Er ist vertippt, wurde entschieden oder ist älter als zehn Minuten.',
      advice: 'Beginnen Sie auf dem Gerät neu, und geben Sie dessen neuen Code ein.',
    },
    'malformed API key': {
      means: 'Der Text ist kein API-Schlüssel dieser Installation (falsche Prüfsumme), oder `API_KEYS` ist aus.',
      advice: 'Das Programm sendet den ganzen Schlüssel.',
    },
    'unknown API key': {
      means: 'Kein Konto hat diesen API-Schlüssel.',
      advice: 'Die Person erstellt einen neuen Schlüssel.',
    },
    'ended API key': {
      means: 'Der API-Schlüssel wurde gelöscht, oder er endete mit einer anderen Änderung des Kontos.',
      advice: 'Die Zeile über den gelöschten API-Schlüssel sagt, wann und warum. Die Person erstellt einen neuen.',
    },
    'expired API key': {
      means: 'Der API-Schlüssel ist abgelaufen.',
      advice: 'Die Person erstellt einen neuen Schlüssel.',
    },
    'API key': {
      means:
        'Ein API-Schlüssel wurde an eine Operation gesendet, die Schlüsseln nicht offensteht, oder ist für eine andere API.',
      advice: 'Die Person tut es selbst. Ein Schlüssel öffnet `/auth/verify` und `me`.',
    },
    'client document': {
      means: 'Die Client-Id ist eine URL, und ihr Dokument verletzt die Regel in `rule`.',
      advice:
        'Die Seite, die der Mensch gesehen hat, nennt die Antwort. Bei der Regel `host` nehmen Sie den Host in `CLIENT_METADATA` auf.',
    },
    'wrong client secret': {
      means: 'Das Geheimnis des Clients ist falsch oder wurde vor mehr als 24 Stunden ersetzt.',
      advice: 'Setzen Sie im Dienst das richtige oder ein neues: `gatehouse clients rotate-secret`.',
    },
  },
  sessionEnds: {
    logout: 'Die Person hat sich abgemeldet.',
    impersonation_ended: 'Ein Superadministrator handelt nicht mehr als die Person.',
    revoked_by_user: 'Die Person hat die Sitzung von einer anderen aus beendet.',
    refresh_token_reuse: 'Ein benutztes Refresh-Token wurde noch einmal gesendet.',
    code_reuse: 'Eine Anwendung hat einen Autorisierungscode zweimal gesendet.',
    user_disabled: 'Ein Betreiber hat das Konto gesperrt.',
    revoked_by_client: 'Ein OAuth-Client hat ein Token der Sitzung widerrufen.',
    client_disabled: 'Ein Betreiber hat den OAuth-Client der Sitzung deaktiviert oder gelöscht.',
    client_changed: 'Ein Betreiber hat dem OAuth-Client der Sitzung Rechte genommen.',
    ended_by_operator: 'Ein Betreiber hat die Sitzung oder alle Sitzungen des Kontos beendet.',
    account_deleted: 'Das Konto wurde gelöscht.',
    email_changed: 'Die Person hat die E-Mail-Adresse geändert.',
    email_changed_by_operator: 'Ein Superadministrator hat die E-Mail-Adresse geändert.',
    email_change_undone: 'Die Person hat mit dem Link die alte E-Mail-Adresse wiederhergestellt.',
    email_verified:
      'Die E-Mail-Adresse wurde zum ersten Mal bestätigt: mit einem Code zur Anmeldung, oder diese Sitzung war nicht mit dem Passwort allein eröffnet.',
    password_changed: 'Die Person hat das Passwort geändert.',
    password_reset: 'Die Person hat das Passwort zurückgesetzt.',
    app_disconnected: 'Die Anwendung der Sitzung wurde getrennt.',
    identities_changed: 'Ein Anbieter wurde vom Konto getrennt.',
    factors_changed: 'Die zweiten Faktoren des Kontos wurden geändert.',
    too_many_sessions:
      'Eine weitere Anmeldung erreichte SESSIONS_PER_ACCOUNT. Diese Sitzung war am längsten nicht benutzt.',
    restored: 'Ein Backup wurde eingespielt, und `gatehouse after-restore` hat alle Sitzungen beendet.',
    expired: 'Die Sitzung war zu lange unbenutzt, oder ihre Lebensdauer ist abgelaufen.',
  },
  causes: {
    EMAIL_TAKEN: 'Ein anderes Konto hat diese E-Mail-Adresse.',
    ACCOUNT_DISABLED: 'Das Konto ist gesperrt.',
    EMAIL_NOT_VERIFIED: 'Die E-Mail-Adresse des Kontos ist nicht bestätigt.',
    MFA_REQUIRED: 'Das Passwort ist richtig, und die Anmeldung wartet auf den zweiten Faktor.',
    STEP_UP_REQUIRED: 'Die Person muss sich zuerst noch einmal ausweisen.',
    NOT_FOUND: 'Was die Anfrage nennt, gibt es nicht.',
    LINK_REQUIRED: 'Ein Konto hat die Adresse, die der Anbieter bestätigt.',
    CONFLICT: 'Der Zustand erlaubte das nicht.',
  },
  advice: {
    MALFORMED_REQUEST: 'Berichtigen Sie die Anfrage, wie es der Text sagt.',
    VALIDATION_FAILED: 'Die Antwort nennt jedes Feld und seine Regel.',
    INVALID_TOKEN:
      'Noch einmal nach dem Code fragen. Bei einem benutzten oder abgelaufenen Link eine neue E-Mail anfordern; bei einer Challenge noch einmal anmelden.',
    INVALID_CREDENTIALS: 'Die Person versucht es noch einmal oder setzt das Passwort zurück.',
    UNAUTHENTICATED:
      'Die Anwendung erneuert die Tokens einmal und versucht es wieder. Gelingt das nicht, meldet sich die Person an.',
    MFA_REQUIRED:
      'Die Anwendung fragt nach dem zweiten Faktor und sendet ihn mit `completeLogin`. Einen verlorenen entfernt ein Betreiber.',
    STEP_UP_REQUIRED: 'Die Anwendung ruft `stepUp` auf und versucht es mit dem neuen Zugriffstoken wieder.',
    ACCOUNT_DISABLED: 'Die Person wendet sich an den Betreiber oder benutzt den Link in der E-Mail über die Löschung.',
    EMAIL_NOT_VERIFIED: 'Die Person öffnet den Link in der E-Mail.',
    CHALLENGE_REQUIRED:
      'Der Client beantwortet die Aufgabe und sendet die Anfrage noch einmal, mit `challenge`. Das Client-Paket kann das von selbst.',
    FORBIDDEN: 'Der Text, oder der Grund im Protokoll, sagt, was sich ändern muss.',
    NOT_FOUND: 'Prüfen Sie Pfad und Id. Vielleicht wurde das Gesuchte entfernt.',
    METHOD_NOT_ALLOWED: 'Benutzen Sie eine Methode, die `Allow` nennt.',
    EMAIL_TAKEN: 'Die Person meldet sich an oder setzt das Passwort zurück.',
    PROVIDER_REJECTED: 'Bieten Sie die Anmeldung noch einmal an.',
    LINK_REQUIRED:
      'Die Person meldet sich an und ruft `linkIdentity` mit dem Token von `link` auf, oder fordert damit eine E-Mail an: `requestEmailLogin`.',
    CONFLICT: 'Sehen Sie sich den Zustand noch einmal an, und entscheiden Sie dann. Der Text sagt, was nicht passt.',
    CURSOR_EXPIRED: 'Die Sperrungen noch einmal ohne `after` lesen.',
    PAYLOAD_TOO_LARGE: 'Weniger senden.',
    UNSUPPORTED_MEDIA_TYPE: 'JSON in UTF-8 mit `Content-Type: application/json` senden.',
    RATE_LIMITED: 'So viele Sekunden warten, wie `Retry-After` (REST) oder `retryAfter` (GraphQL) nennt.',
    INTERNAL: 'Die Nummer der Anfrage (`X-Request-Id`) führt im Log zur Ursache.',
    SERVICE_UNAVAILABLE:
      'So viele Sekunden warten, wie `Retry-After` oder `retryAfter` nennt, und es dann wieder versuchen. Nach einer Änderung zuerst prüfen, ob sie geschehen ist.',
  },
  limits: {
    'phone number': 'Telefonnummer',
    'beginning of phone numbers': 'Anfang von Telefonnummern',
    account: 'Konto',
    organization: 'Organisation',
    network: 'Netz',
    client: 'Client',
    installation: 'Installation',
    'e-mail address and kind of mail': 'E-Mail-Adresse und Art der E-Mail',
    'installation and kind of mail': 'Installation und Art der E-Mail',
    'super admin or service': 'Superadministrator oder Dienst',
  },
  sentences: {
    'An SMS could not be sent ({0}).': 'Eine SMS konnte nicht gesendet werden ({0}).',
    'The request has more events. Only the newest {0} are explained. The audit lists the others.':
      'Die Anfrage hat weitere Ereignisse. Nur die {0} neuesten sind erklärt. Die anderen stehen im Protokoll.',
    'many networks': 'vielen Netzen',
    '{0}  {1}, from {2}': '{0}  {1}, von {2}',
    'With this login, Gatehouse stored its own hash of a password that came from another service.':
      'Mit dieser Anmeldung hat Gatehouse einen eigenen Hash eines Passworts gespeichert, das aus einem anderen Dienst kam.',
    'This row stands for {0} similar events since {1}. The last event is shown.':
      'Diese Zeile steht für {0} ähnliche Ereignisse seit {1}. Gezeigt wird das letzte.',
    'through the backend {0}': 'über das Backend {0}',
    'The limit {0} (per {1}) was reached. The client may try again after {2} s.':
      'Die Grenze {0} (je {1}) ist erreicht. Der Client darf es nach {2} s wieder versuchen.',
    'The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.':
      'Die Warteschlange für Passwörter war voll oder zu langsam, weil viele Anmeldungen und Registrierungen gleichzeitig kamen.',
    'If it rejects users that it should not reject, raise `RATE_LIMIT_{0}`.':
      'Trifft sie Personen, die sie nicht treffen soll, erhöhen Sie `RATE_LIMIT_{0}`.',
    'If it happens often, give Gatehouse more processors or a further instance.':
      'Kommt das oft vor, geben Sie Gatehouse mehr Prozessoren oder eine weitere Instanz.',
    'The super admin {0} did this.': 'Das tat der Superadministrator {0}.',
    'The super admin {0} did this, on the account {1}.': 'Das tat der Superadministrator {0}, mit dem Konto {1}.',
    'A super admin did this. The account of the super admin was erased.':
      'Das tat ein Superadministrator, dessen Konto inzwischen endgültig entfernt ist.',
    'The service {0} did this.': 'Das tat der Dienst {0}.',
    'The service {0} did this, on the account {1}.': 'Das tat der Dienst {0}, mit dem Konto {1}.',
    'The reason that was given: {0}': 'Der Grund, der genannt wurde: {0}',
    'The account {0} is now disabled. Its live sessions: {1}.':
      'Das Konto {0} ist jetzt gesperrt. Laufende Sitzungen: {1}.',
    'The account {0} is now enabled. Its live sessions: {1}.':
      'Das Konto {0} ist jetzt nicht gesperrt. Laufende Sitzungen: {1}.',
    'The account {0} no longer exists.': 'Das Konto {0} gibt es nicht mehr.',
    'The e-mail address has no account, or the request was rejected before the account was looked up.':
      'Zu der E-Mail-Adresse gibt es kein Konto, oder die Anfrage wurde abgelehnt, bevor es gesucht wurde.',
    'The OAuth client is {0} ({1}).': 'Der OAuth-Client ist {0} ({1}).',
    'The document of the client at {0} breaks the rule {1}.':
      'Das Dokument des Clients bei {0} verletzt die Regel {1}.',
    'The document of the client at {0} breaks the rule {1}. What came back: {2}':
      'Das Dokument des Clients bei {0} verletzt die Regel {1}. Zurück kam: {2}',
    'A document at {0} describes the OAuth client.': 'Ein Dokument bei {0} beschreibt den OAuth-Client.',
    'It asked for tokens for {0}.': 'Er hat um Tokens für {0} gebeten.',
    'No OAuth client has the id {0} now.': 'Einen OAuth-Client mit der Id {0} gibt es jetzt nicht.',
    'The session is {0}.': 'Die Sitzung ist {0}.',
    'The session {0} ended at {1} ({2}).': 'Die Sitzung {0} endete um {1} ({2}).',
    'Time per step: {0}.': 'Zeit je Schritt: {0}.',
  },
};
