import type { Words } from '../en';

export const checks: Words['checks'] = {
  names: {
    settings: 'Einstellungen',
    'data folder': 'Datenordner',
    database: 'Datenbank',
    servers: 'Datenbankserver',
    'read servers': 'Server zum Lesen',
    pooler: 'Connection-Pooler',
    clock: 'Uhr',
    instances: 'Instanzen',
    secret: 'Geheimnis',
    'signing keys': 'Signaturschlüssel',
    clients: 'OAuth-Clients',
    'public URL': 'Öffentliche URL',
    proxies: 'Proxys',
    Redis: 'Redis',
    'mail server': 'Mailserver',
    'mail sender': 'Absender',
    templates: 'Vorlagen',
    mails: 'E-Mails',
    'text messages': 'SMS',
    passwords: 'Passwörter',
    'registration hook': 'Hook der Registrierung',
    'challenge site': 'Dienst gegen Bots',
    webhooks: 'Webhooks',
    'old service': 'Alter Dienst',
    doctor: 'Prüfungen',
  },
  sentences: {
    'BREACHED_PASSWORDS is off: passwords are not compared with stolen ones':
      'BREACHED_PASSWORDS ist off: Passwörter werden nicht mit gestohlenen verglichen',
    'new passwords are not compared with stolen ones: {0}':
      'neue Passwörter werden nicht mit gestohlenen verglichen: {0}',
    'the range API of BREACHED_PASSWORDS does not know the password "password". Check the URL':
      'die Range-API von BREACHED_PASSWORDS kennt das Passwort „password“ nicht. Prüfen Sie die URL',
    'the range API of BREACHED_PASSWORDS answered in {0} ms':
      'die Range-API von BREACHED_PASSWORDS antwortete in {0} ms',
    '{0}. The server waits at most 800 ms': '{0}. Der Server wartet höchstens 800 ms',
    'the folder of BREACHED_PASSWORDS has the stolen passwords':
      'der Ordner von BREACHED_PASSWORDS enthält die gestohlenen Passwörter',
    'the folder of BREACHED_PASSWORDS does not have the password "password". Download it again':
      'der Ordner von BREACHED_PASSWORDS enthält das Passwort „password“ nicht. Laden Sie ihn noch einmal herunter',
    'the database answers too slowly to compare its clock':
      'die Datenbank antwortet zu langsam, um ihre Uhr zu vergleichen',
    'the clock of this machine is {0} the clocks of the instances. {1}':
      'die Uhr dieses Rechners geht gegenüber denen der Instanzen {0}. {1}',
    'the clock of the database is {0} the clock of this machine':
      'die Uhr der Datenbank geht gegenüber der dieses Rechners {0}',
    'the clock of the database is {0} the clocks of the instances. {1}':
      'die Uhr der Datenbank geht gegenüber denen der Instanzen {0}. {1}',
    'the embedded database has one instance': 'die eingebettete Datenbank hat eine Instanz',
    'no instance runs on this database': 'mit dieser Datenbank läuft keine Instanz',
    'the instances have different versions. Finish the upgrade. {0}':
      'die Instanzen haben verschiedene Versionen. Schließen Sie das Upgrade ab. {0}',
    '{0}, so tokens and sessions end too early or too late. Synchronize both with a time server':
      '{0}. Darum enden Tokens und Sitzungen zu früh oder zu spät. Stellen Sie beide nach einem Zeitserver',
    '{0}. Synchronize both with a time server': '{0}. Stellen Sie beide nach einem Zeitserver',
    'the clock of the instance {0} is {1} the other clocks. {2}':
      'die Uhr der Instanz {0} geht gegenüber den anderen {1}. {2}',
    'Synchronize it with a time server': 'Stellen Sie sie nach einem Zeitserver',
    '{0} s behind': '{0} s nach',
    '{0} s ahead of': '{0} s vor',
    'COMMON_PASSWORDS is pages: common passwords and own words are rejected, but not in registrations through the APIs':
      'COMMON_PASSWORDS ist pages: Häufige Passwörter und eigene Wörter werden abgelehnt, aber nicht bei Registrierungen über die APIs',
    'COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere':
      'COMMON_PASSWORDS ist on: Häufige Passwörter und eigene Wörter werden überall abgelehnt',
    'COMMON_PASSWORDS is off: common passwords and own words are accepted':
      'COMMON_PASSWORDS ist off: Häufige Passwörter und eigene Wörter werden angenommen',
    'the database is the embedded one': 'die Datenbank ist die eingebettete',
    'the server does not answer': 'der Server antwortet nicht',
    '{0}. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby':
      '{0}. Mehrere Server nehmen Änderungen an. Gatehouse benutzt den mit der höchsten Timeline. Halten Sie den anderen an, und machen Sie ihn zum Standby',
    '{0}. No server accepts writes. Promote a standby':
      '{0}. Kein Server nimmt Änderungen an. Machen Sie einen Standby zum Primärserver',
    '{0}. A failover would have fewer servers to choose from': '{0}. Ein Failover hätte weniger Server zur Auswahl',
    '{0}. An old primary cannot be recognized after a failover, because the timeline is not visible':
      '{0}. Nach einem Failover ist ein alter Primärserver nicht zu erkennen, weil die Timeline nicht sichtbar ist',
    '{0}. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names':
      '{0}. Ein Failover kann die letzten Änderungen verlieren, weil Commits auf keinen Standby warten. Setzen Sie synchronous_standby_names',
    'does not answer': 'antwortet nicht',
    'is a standby': 'ist ein Standby',
    'is a read-only primary': 'ist ein Primärserver, der nur gelesen werden kann',
    'is the primary': 'ist der Primärserver',
    '{0}, timeline {1}': '{0}, Timeline {1}',
    'this check needs the secret of the database': 'diese Prüfung braucht das Geheimnis der Datenbank',
    'this check needs the database': 'diese Prüfung braucht die Datenbank',
    'there is no data folder, because the database is PostgreSQL':
      'es gibt keinen Datenordner, weil die Datenbank ein PostgreSQL ist',
    'there is no data folder yet: the first start creates it':
      'es gibt noch keinen Datenordner: Der erste Start legt ihn an',
    'Run: chmod 700 {0}. The next start of the server does the same':
      'Führen Sie aus: chmod 700 {0}. Der nächste Start des Servers macht dasselbe',
    'other users of this machine may be able to read the secret and the password hashes: the mode of the folder, and of {0}, lets them. {1}':
      'andere Benutzer dieses Rechners können vielleicht das Geheimnis und die Hashes der Passwörter lesen: Die Rechte des Ordners und von {0} erlauben es. {1}',
    'the mode of the folder lets other users of this machine open it. They can read no file of Gatehouse in it. {0}':
      'andere Benutzer dieses Rechners können den Ordner öffnen. Eine Datei von Gatehouse können sie darin nicht lesen. {0}',
    'only its owner can read the folder and its files': 'nur der Eigentümer kann den Ordner und seine Dateien lesen',
    'the mode of {0} lets other users read or change it. They cannot do so now, because only the owner can open the folder. The next start of the server corrects the modes in the folder ({1})':
      'die Rechte von {0} lassen andere Benutzer die Datei lesen oder ändern. Jetzt können sie es nicht, weil nur der Eigentümer den Ordner öffnen kann. Der nächste Start des Servers berichtigt die Rechte im Ordner ({1})',
    'the database is not migrated. Pending migrations: {0}. Run: gatehouse migrate':
      'die Datenbank ist nicht migriert. Ausstehende Migrationen: {0}. Führen Sie aus: gatehouse migrate',
    'PostgreSQL {0} is migrated and writable, and answered through the running server in {1} ms':
      'PostgreSQL {0} ist migriert und beschreibbar und antwortete über den laufenden Server in {1} ms',
    'PostgreSQL {0} is migrated and writable, and answered in {1} ms':
      'PostgreSQL {0} ist migriert und beschreibbar und antwortete in {1} ms',
    '{0} of {1} keys are encrypted with the previous secret. Run: gatehouse secret rotate':
      '{0} von {1} Schlüsseln sind mit dem früheren Geheimnis verschlüsselt. Führen Sie aus: gatehouse secret rotate',
    'no key is encrypted with the previous secret. Remove GATEHOUSE_SECRET_PREVIOUS':
      'kein Schlüssel ist mit dem früheren Geheimnis verschlüsselt. Entfernen Sie GATEHOUSE_SECRET_PREVIOUS',
    'the secret is strong, and decrypts the {0} keys in the database':
      'das Geheimnis ist stark und entschlüsselt die {0} Schlüssel in der Datenbank',
    'there is no signing key: the first start creates it':
      'es gibt keinen Signaturschlüssel: Der erste Start legt ihn an',
    'the key {0} has been signing for {1} days. Pending keys: {2}, keys only for verification: {3}':
      'der Schlüssel {0} signiert seit {1} Tagen. Wartende Schlüssel: {2}, Schlüssel nur zur Prüfung: {3}',
    '{0}. Run: gatehouse keys rotate --alg {1}': '{0}. Führen Sie aus: gatehouse keys rotate --alg {1}',
    'there is no OAuth client': 'es gibt keinen OAuth-Client',
    'OAuth clients: {0}, with a secret older than {1} days: {2}':
      'OAuth-Clients: {0}, davon mit einem Geheimnis, das älter als {1} Tage ist: {2}',
    '{0}. Run: gatehouse clients rotate-secret {1}': '{0}. Führen Sie aus: gatehouse clients rotate-secret {1}',
    'this check needs a server at the public URL': 'diese Prüfung braucht einen Server unter der öffentlichen URL',
    'this check has not ended yet, because it waits for another service. Ask again in some seconds':
      'diese Prüfung ist noch nicht beendet, weil sie auf einen anderen Dienst wartet. Laden Sie die Seite in einigen Sekunden neu',
    'HOOK_BEFORE_REGISTER is not set: no service is asked about registrations':
      'HOOK_BEFORE_REGISTER ist nicht gesetzt: Kein Dienst wird nach Registrierungen gefragt',
    'nobody can register: {0}. Check HOOK_BEFORE_REGISTER and HOOK_SECRET':
      'Niemand kann sich registrieren: {0}. Prüfen Sie HOOK_BEFORE_REGISTER und HOOK_SECRET',
    'the hook of HOOK_BEFORE_REGISTER answered in {0} ms':
      'der Hook von HOOK_BEFORE_REGISTER hat nach {0} ms geantwortet',
    '{0}. The server waits at most {1} ms': '{0}. Der Server wartet höchstens {1} ms',
    'HOOK_BEFORE_REGISTER starts with http://: names and addresses are sent to another process of this machine in plain text':
      'HOOK_BEFORE_REGISTER beginnt mit http://: Namen und Adressen gehen im Klartext an einen anderen Prozess dieses Rechners',
    'CHALLENGE is not site: no service is asked whether a client is a program':
      'CHALLENGE ist nicht site: Kein Dienst wird gefragt, ob ein Client ein Programm ist',
    'the site of CHALLENGE_VERIFY_URL accepts any token. Check CHALLENGE_SECRET: is it one for tests?':
      'der Dienst von CHALLENGE_VERIFY_URL nimmt jedes Token an. Prüfen Sie CHALLENGE_SECRET: Ist es eines für Tests?',
    'nobody passes a challenge: the site does not know the secret. Check CHALLENGE_SITE_KEY and CHALLENGE_SECRET':
      'niemand kommt durch die Aufgabe: der Dienst kennt das Geheimnis nicht. Prüfen Sie CHALLENGE_SITE_KEY und CHALLENGE_SECRET',
    'requests pass without a challenge: {0}. Check CHALLENGE_VERIFY_URL and CHALLENGE_SECRET':
      'Anfragen gehen ohne Aufgabe durch: {0}. Prüfen Sie CHALLENGE_VERIFY_URL und CHALLENGE_SECRET',
    'the site of CHALLENGE_VERIFY_URL answered in {0} ms':
      'der Dienst von CHALLENGE_VERIFY_URL hat nach {0} ms geantwortet',
    'CHALLENGE_WHEN is always, and LEGACY_URL is set: clients of the old service cannot answer a challenge':
      'CHALLENGE_WHEN ist always, und LEGACY_URL ist gesetzt: Clients des alten Dienstes können keine Aufgabe lösen',
    'there is no webhook endpoint': 'es gibt keinen Endpunkt für Webhooks',
    'all webhook endpoints are disabled': 'alle Endpunkte für Webhooks sind deaktiviert',
    'webhook endpoints that can be reached: {0}': 'erreichbare Endpunkte für Webhooks: {0}',
    'the webhook endpoint {0} was disabled, because it answered with 410':
      'der Endpunkt {0} für Webhooks wurde deaktiviert, weil er mit 410 geantwortet hat',
    'the webhook endpoint {0} was disabled, because all attempts failed for five days':
      'der Endpunkt {0} für Webhooks wurde deaktiviert, weil fünf Tage lang jeder Versuch fehlgeschlagen ist',
    '{0}. When it works, run: gatehouse webhooks update {1} --enable':
      '{0}. Wenn er wieder geht, führen Sie aus: gatehouse webhooks update {1} --enable',
    'the webhook endpoint {0} gets nothing, because its address is not https:// or is private. Change it, or set WEBHOOK_NETWORKS':
      'der Endpunkt {0} für Webhooks bekommt nichts, weil seine Adresse nicht https:// hat oder privat ist. Ändern Sie die Adresse, oder setzen Sie WEBHOOK_NETWORKS',
    'the webhook endpoint {0} cannot be reached: {1}': 'der Endpunkt {0} für Webhooks ist nicht erreichbar: {1}',
    'its name has no address': 'sein Name hat keine Adresse',
    'its certificate is not valid': 'sein Zertifikat ist ungültig',
    'no answer within {0} ms': 'keine Antwort innerhalb von {0} ms',
    'no connection': 'keine Verbindung',
    'deliveries to the webhook endpoint {0} have been due for up to {1} s. See: gatehouse webhooks deliveries {2}':
      'Zustellungen an den Endpunkt {0} für Webhooks sind seit bis zu {1} s fällig. Sehen Sie nach: gatehouse webhooks deliveries {2}',
    'LEGACY_URL is not set: no old service is asked for passwords':
      'LEGACY_URL ist nicht gesetzt: Kein alter Dienst wird nach Passwörtern gefragt',
    'accounts whose password only the old service knows: {0}': 'Konten, deren Passwort nur der alte Dienst kennt: {0}',
    '{0}. LEGACY_URL is not set, so their users cannot sign in before they reset the password':
      '{0}. LEGACY_URL ist nicht gesetzt. Darum können sich ihre Benutzer erst anmelden, wenn sie das Passwort zurückgesetzt haben',
    'LEGACY_URL is {0}, the address of this service. Set it to the address of the old service':
      'LEGACY_URL ist {0}, die Adresse dieses Dienstes. Setzen Sie es auf die Adresse des alten Dienstes',
    'LEGACY_URL starts with http://: passwords are sent to another process of this machine in plain text':
      'LEGACY_URL beginnt mit http://: Passwörter gehen im Klartext an einen anderen Prozess dieses Rechners',
    'the old service of LEGACY_URL accepted a random address and password. Check LEGACY_URL':
      'der alte Dienst unter LEGACY_URL nahm eine zufällige Adresse und ein zufälliges Passwort an. Prüfen Sie LEGACY_URL',
    'the old service of LEGACY_URL rejected a random address with status {0}, in {1} ms':
      'der alte Dienst unter LEGACY_URL lehnte eine zufällige Adresse mit Status {0} ab, in {1} ms',
    '{0}. If it also answers 404 where it has no route, check the path of LEGACY_URL':
      '{0}. Antwortet er auch dort mit 404, wo er keine Route hat, prüfen Sie den Pfad von LEGACY_URL',
    '{0}. LEGACY_TIMEOUT is {1} ms': '{0}. LEGACY_TIMEOUT ist {1} ms',
    'users with a password of the old service cannot sign in: {0}':
      'Benutzer mit einem Passwort des alten Dienstes können sich nicht anmelden: {0}',
    'SMTP_URL is not set: mails are shown at /dev/mailbox':
      'SMTP_URL ist nicht gesetzt: E-Mails werden unter /dev/mailbox gezeigt',
    'SMTP_URL is not set: mails wait, users cannot verify an address or reset a password, and a second factor can be added to an address that no user has proved':
      'SMTP_URL ist nicht gesetzt: E-Mails warten, niemand kann eine Adresse bestätigen oder ein Passwort zurücksetzen, und ein zweiter Faktor kann zu einer Adresse kommen, die niemand bestätigt hat',
    'SMTP_URL names {0}, which shows mails and sends none. Set SMTP_URL to a mail server':
      'SMTP_URL nennt {0}. Das zeigt E-Mails und sendet keine. Setzen Sie SMTP_URL auf einen Mailserver',
    'the mail server accepts the connection, in {0} ms': 'der Mailserver nimmt die Verbindung an, in {0} ms',
    '{0} It answered: {1} Check SMTP_URL': '{0} Er antwortete: {1} Prüfen Sie SMTP_URL',
    '{0} Check SMTP_URL': '{0} Prüfen Sie SMTP_URL',
    'MAIL_FROM is not set': 'MAIL_FROM ist nicht gesetzt',
    '{0}, the domain of MAIL_FROM, has no mail server (MX record), so some servers reject its mails':
      '{0}, die Domain von MAIL_FROM, hat keinen Mailserver (MX-Eintrag). Darum lehnen manche Server ihre E-Mails ab',
    '{0}, the domain of MAIL_FROM, has a mail server and an SPF record':
      '{0}, die Domain von MAIL_FROM, hat einen Mailserver und einen SPF-Eintrag',
    '{0}, the domain of MAIL_FROM, has no SPF record, so many servers treat its mails as spam. Add the record that your mail provider names':
      '{0}, die Domain von MAIL_FROM, hat keinen SPF-Eintrag. Darum halten viele Server ihre E-Mails für Spam. Fügen Sie den Eintrag hinzu, den Ihr Mailanbieter nennt',
    'the domain of MAIL_FROM could not be looked up: {0}':
      'die Domain von MAIL_FROM konnte nicht nachgeschlagen werden: {0}',
    'MAIL_TEMPLATES is not set: the mails have the texts of Gatehouse':
      'MAIL_TEMPLATES ist nicht gesetzt: Die E-Mails haben die Texte von Gatehouse',
    'the folder in MAIL_TEMPLATES has no templates, so the mails have the texts of Gatehouse':
      'der Ordner in MAIL_TEMPLATES hat keine Vorlagen. Darum haben die E-Mails die Texte von Gatehouse',
    'templates in MAIL_TEMPLATES: {0}, such as {1}': 'Vorlagen in MAIL_TEMPLATES: {0}, zum Beispiel {1}',
    'SMS_URL is not set: phone numbers cannot be confirmed':
      'SMS_URL ist nicht gesetzt: Telefonnummern können nicht bestätigt werden',
    'SMS_COUNTRIES is not set: no codes are sent to phone numbers':
      'SMS_COUNTRIES ist nicht gesetzt: es werden keine Codes an Telefonnummern gesendet',
    'too few codes were confirmed in {0}, so none are sent there for a day. If this was no attack, end the pause in the console':
      'in {0} wurden zu wenige Codes bestätigt, darum werden dorthin einen Tag lang keine gesendet. Wenn es kein Angriff war, beenden Sie die Pause in der Konsole',
    'codes to phone numbers today: {0} of {1} (SMS_DAILY_BUDGET)':
      'Codes an Telefonnummern heute: {0} von {1} (SMS_DAILY_BUDGET)',
    'no mail waits': 'keine E-Mail wartet',
    'mails that wait: {0}. The oldest one has waited for {1} s': 'wartende E-Mails: {0}. Die älteste wartet seit {1} s',
    '{0}. See: gatehouse mail list': '{0}. Sehen Sie unter E-Mails nach',
    'REDIRECT_URIS is set, and PAGES has no sign-in: no page sends a person to these addresses':
      'REDIRECT_URIS ist gesetzt, und PAGES enthält kein sign-in: Keine Seite führt zu diesen Adressen',
    'REDIRECT_URIS has addresses of {0}, which CORS_ORIGINS does not contain: after the login, these applications cannot get an access token':
      'REDIRECT_URIS hat Adressen von {0}, und CORS_ORIGINS enthält sie nicht: Nach der Anmeldung bekommen diese Anwendungen kein Zugriffstoken',
    'REDIRECT_URIS has addresses of {0}, another site than {1}: browsers do not send the refresh cookie from there':
      'REDIRECT_URIS hat Adressen von {0}, einer anderen Site als {1}: Browser senden von dort das Refresh-Cookie nicht',
    'the host of PUBLIC_URL is the IP address {0}: browsers use passkeys only on a domain. Set PASSKEY_RP_ID, or PASSKEYS=off':
      'der Host von PUBLIC_URL ist die IP-Adresse {0}: Browser benutzen Passkeys nur mit einer Domain. Setzen Sie PASSKEY_RP_ID oder PASSKEYS=off',
    'PASSKEY_RP_ID is {0}, and the host of PUBLIC_URL is {1}: pages of that host cannot use passkeys. Set PASSKEY_RP_ID to {2} or to a domain above it, unless only pages of other origins use passkeys':
      'PASSKEY_RP_ID ist {0}, und der Host von PUBLIC_URL ist {1}: Seiten dieses Hosts können keine Passkeys benutzen. Setzen Sie PASSKEY_RP_ID auf {2} oder eine Domain darüber, wenn nicht nur Seiten anderer Origins Passkeys benutzen',
    'PASSKEY_ORIGINS contains {0}: browsers use passkeys only on pages that start with https:// or are on localhost':
      'PASSKEY_ORIGINS enthält {0}: Browser benutzen Passkeys nur auf Seiten, die mit https:// beginnen oder auf localhost liegen',
    'PASSKEY_ORIGINS contains {0}, outside of PASSKEY_RP_ID: for these pages, https://{1}/.well-known/webauthn must answer as {2}/.well-known/webauthn does. Check that it does':
      'PASSKEY_ORIGINS enthält {0}, außerhalb von PASSKEY_RP_ID: Für diese Seiten muss https://{1}/.well-known/webauthn so antworten wie {2}/.well-known/webauthn. Prüfen Sie das',
    'the embedded database needs no connection pooler': 'die eingebettete Datenbank braucht keinen Connection-Pooler',
    'the database does not answer': 'die Datenbank antwortet nicht',
    '{0} leads to a connection pooler in {1} mode. Set it to the URL of the database without the pooler':
      '{0} führt zu einem Connection-Pooler im Modus {1}. Setzen Sie es auf die URL der Datenbank ohne den Pooler',
    'DATABASE_URL and {0} lead to two databases, so notifications and migrations miss the accounts. Correct {1}':
      'DATABASE_URL und {0} führen zu zwei Datenbanken. Darum gehen Benachrichtigungen und Migrationen an den Konten vorbei. Berichtigen Sie {1}',
    'DATABASE_URL leads to no connection pooler. Remove {0}: without it, statements are prepared':
      'DATABASE_URL führt zu keinem Connection-Pooler. Entfernen Sie {0}: Ohne es werden Anweisungen vorbereitet',
    'DATABASE_URL leads to a connection pooler in {0} mode, and {1} to the same database without it':
      'DATABASE_URL führt zu einem Connection-Pooler im Modus {0}, und {1} ohne ihn zur selben Datenbank',
    '{0}. The server ends a statement after {1} ms': '{0}. Der Server beendet eine Anweisung nach {1} ms',
    '{0}. The server does not end a statement whose client is gone. Set statement_timeout in connect_query of the pooler':
      '{0}. Der Server beendet eine Anweisung nicht, deren Client weg ist. Setzen Sie statement_timeout in connect_query des Poolers',
    'DATABASE_URL leads to no connection pooler': 'DATABASE_URL führt zu keinem Connection-Pooler',
    'DATABASE_URL leads to a connection pooler in transaction mode, with which notifications and prepared statements do not work. Set {0} to the URL of the database without the pooler':
      'DATABASE_URL führt zu einem Connection-Pooler im Modus transaction. Mit ihm gehen Benachrichtigungen und vorbereitete Anweisungen nicht. Setzen Sie {0} auf die URL der Datenbank ohne den Pooler',
    'DATABASE_URL leads to a connection pooler in session mode':
      'DATABASE_URL führt zu einem Connection-Pooler im Modus session',
    '{0}, which rejects or ignores the time limits of Gatehouse. Set {1}, which works in every mode':
      '{0}. Er lehnt die Zeitgrenzen von Gatehouse ab oder übergeht sie. Setzen Sie {1}: Das geht in jedem Modus',
    '{0}/readyz answers with status {1}. Read the log of that server':
      '{0}/readyz antwortet mit Status {1}. Lesen Sie das Log dieses Servers',
    'the server at {0} uses another database: it does not publish the signing key of this database. Check PUBLIC_URL':
      'der Server unter {0} benutzt eine andere Datenbank: Er veröffentlicht den Signaturschlüssel dieser Datenbank nicht. Prüfen Sie PUBLIC_URL',
    'an instance answers at {0} and is ready': 'unter {0} antwortet eine Instanz und ist bereit',
    '{0} cannot be reached from this machine: {1}. Check that a server runs, and PUBLIC_URL':
      '{0} ist von diesem Rechner aus nicht erreichbar: {1}. Prüfen Sie, ob ein Server läuft, und PUBLIC_URL',
    'the server at {0} did not answer a test request. It has another version, or a clock that is minutes off':
      'der Server unter {0} hat eine Testanfrage nicht beantwortet. Er hat eine andere Version, oder seine Uhr geht um Minuten falsch',
    'a test request came through 1 proxy': 'eine Testanfrage kam durch 1 Proxy',
    'a test request came through {0} proxies': 'eine Testanfrage kam durch {0} Proxys',
    '{0}, and TRUST_PROXY is {1}. The address of its client is {2}':
      '{0}, und TRUST_PROXY ist {1}. Die Adresse ihres Clients ist {2}',
    'all clients behind a proxy share the limits of its address':
      'alle Clients hinter einem Proxy teilen sich die Grenzen seiner Adresse',
    'clients can choose with X-Forwarded-For which address is limited':
      'Clients können mit X-Forwarded-For wählen, welche Adresse begrenzt wird',
    '{0}, but TRUST_PROXY is {1}: {2}. Set TRUST_PROXY={3}':
      '{0}, aber TRUST_PROXY ist {1}: {2}. Setzen Sie TRUST_PROXY={3}',
    'DATABASE_READ_URL is not set: all reads use the primary server':
      'DATABASE_READ_URL ist nicht gesetzt: Alles wird vom Primärserver gelesen',
    'the primary is read instead of {0}: {1}': 'statt von {0} wird vom Primärserver gelesen: {1}',
    '{0} is the primary server itself. Add a standby to DATABASE_READ_URL':
      '{0} ist der Primärserver selbst. Fügen Sie DATABASE_READ_URL einen Standby hinzu',
    '{0} is a standby of the primary, and its data is {1} s old':
      '{0} ist ein Standby des Primärservers, und seine Daten sind {1} s alt',
    '{0}. Check its replication': '{0}. Prüfen Sie seine Replikation',
    'REDIS_URL is not set: rate limits are counted in the database':
      'REDIS_URL ist nicht gesetzt: Die Grenzen werden in der Datenbank gezählt',
    'Redis answers in {0} ms': 'Redis antwortet in {0} ms',
    '{0}. The master is {1}. Sentinels that answer: {2} of {3}':
      '{0}. Der Master ist {1}. Sentinels, die antworten: {2} von {3}',
    '{0}. Check {1}': '{0}. Prüfen Sie {1}',
    '{0}. Another master is named by {1}': '{0}. Einen anderen Master nennt {1}',
    'Redis does not answer or accepts no writes, so each instance counts the rate limits for itself. Check REDIS_URL: {0}':
      'Redis antwortet nicht oder nimmt keine Änderungen an. Darum zählt jede Instanz die Grenzen für sich. Prüfen Sie REDIS_URL: {0}',
    'PUBLIC_URL is {0}: clients on other machines cannot reach that address':
      'PUBLIC_URL ist {0}: Clients auf anderen Rechnern erreichen diese Adresse nicht',
    'CLIENT_METADATA is set, but RESOURCES has no API that is open to any: these applications can only sign people in. Set open_to, or CLIENT_METADATA=off':
      'CLIENT_METADATA ist gesetzt, aber RESOURCES hat keine API, die für alle offen ist (any): Diese Anwendungen können Menschen nur anmelden. Setzen Sie open_to oder CLIENT_METADATA=off',
    'PUBLIC_URL does not start with https://, so passwords and tokens can be read on the network':
      'PUBLIC_URL beginnt nicht mit https://. Darum können Passwörter und Tokens im Netz gelesen werden',
    'NODE_ENV is not production: introspection and the explorer pages are on':
      'NODE_ENV ist nicht production: Introspection und die Explorer-Seiten sind eingeschaltet',
    'GRAPHQL_EXPLORER is on in production: introspection and the explorer pages are public':
      'GRAPHQL_EXPLORER ist in production eingeschaltet: Introspection und die Explorer-Seiten sind öffentlich',
    'these rate limits are off: {0}': 'diese Grenzen sind ausgeschaltet: {0}',
    'LOG_LEVEL is {0}: the log has a line for every health probe':
      'LOG_LEVEL ist {0}: Das Log hat eine Zeile für jede Abfrage des Zustands',
    'TRUST_PROXY is {0} and HOST is {1}: clients that reach port {2} without the proxy can choose which address is limited. Set HOST to an address that only the proxy can reach':
      'TRUST_PROXY ist {0} und HOST ist {1}: Clients, die Port {2} ohne den Proxy erreichen, können wählen, welche Adresse begrenzt wird. Setzen Sie HOST auf eine Adresse, die nur der Proxy erreicht',
    'RATE_LIMIT_TRUSTED_NETWORKS contains {0}, which has more addresses than your backends need: clients there have no limits per network. List only the addresses of your backends':
      'RATE_LIMIT_TRUSTED_NETWORKS enthält {0}. Das hat mehr Adressen, als Ihre Backends brauchen: Clients dort haben keine Grenzen je Netz. Nennen Sie nur die Adressen Ihrer Backends',
    'no setting looks like a mistake': 'keine Einstellung sieht nach einem Fehler aus',
  },
};
