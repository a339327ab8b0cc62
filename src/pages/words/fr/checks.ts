import type { Words } from '../en';

export const checks: Words['checks'] = {
  names: {
    settings: 'Réglages',
    'data folder': 'Dossier des données',
    database: 'Base de données',
    servers: 'Serveurs de base de données',
    'read servers': 'Serveurs de lecture',
    pooler: 'Pooler de connexions',
    clock: 'Horloge',
    instances: 'Instances',
    secret: 'Secret',
    'signing keys': 'Clés de signature',
    clients: 'Clients OAuth',
    'public URL': 'URL publique',
    proxies: 'Proxys',
    Redis: 'Redis',
    'mail server': 'Serveur de messagerie',
    'mail sender': 'Expéditeur',
    templates: 'Modèles',
    mails: 'E-mails',
    'text messages': 'SMS',
    passwords: 'Mots de passe',
    'registration hook': 'Hook d’inscription',
    'challenge site': 'Service contre les robots',
    webhooks: 'Webhooks',
    'old service': 'Ancien service',
    doctor: 'Contrôles',
  },
  sentences: {
    'BREACHED_PASSWORDS is off: passwords are not compared with stolen ones':
      'BREACHED_PASSWORDS vaut off : les mots de passe ne sont pas comparés aux mots de passe volés',
    'new passwords are not compared with stolen ones: {0}':
      'les nouveaux mots de passe ne sont pas comparés aux mots de passe volés : {0}',
    'the range API of BREACHED_PASSWORDS does not know the password "password". Check the URL':
      'l’API de BREACHED_PASSWORDS ne connaît pas le mot de passe « password ». Vérifiez l’URL',
    'the range API of BREACHED_PASSWORDS answered in {0} ms': 'l’API de BREACHED_PASSWORDS a répondu en {0} ms',
    '{0}. The server waits at most 800 ms': '{0}. Le serveur attend au plus 800 ms',
    'the folder of BREACHED_PASSWORDS has the stolen passwords':
      'le dossier de BREACHED_PASSWORDS contient les mots de passe volés',
    'the folder of BREACHED_PASSWORDS does not have the password "password". Download it again':
      'le dossier de BREACHED_PASSWORDS ne contient pas le mot de passe « password ». Téléchargez-le de nouveau',
    'the database answers too slowly to compare its clock':
      'la base de données répond trop lentement pour comparer son horloge',
    'the clock of this machine is {0} the clocks of the instances. {1}':
      'l’horloge de cette machine a {0} sur celles des instances. {1}',
    'the clock of the database is {0} the clock of this machine':
      'l’horloge de la base de données a {0} sur celle de cette machine',
    'the clock of the database is {0} the clocks of the instances. {1}':
      'l’horloge de la base de données a {0} sur celles des instances. {1}',
    'the embedded database has one instance': 'la base de données intégrée a une seule instance',
    'no instance runs on this database': 'aucune instance ne tourne sur cette base de données',
    'the instances have different versions. Finish the upgrade. {0}':
      'les instances ont des versions différentes. Terminez la mise à niveau. {0}',
    '{0}, so tokens and sessions end too early or too late. Synchronize both with a time server':
      '{0}. Les jetons et les sessions se terminent donc trop tôt ou trop tard. Synchronisez les deux avec un serveur de temps',
    '{0}. Synchronize both with a time server': '{0}. Synchronisez les deux avec un serveur de temps',
    'the clock of the instance {0} is {1} the other clocks. {2}':
      'l’horloge de l’instance {0} a {1} sur les autres. {2}',
    'Synchronize it with a time server': 'Synchronisez-la avec un serveur de temps',
    '{0} s behind': '{0} s de retard',
    '{0} s ahead of': '{0} s d’avance',
    'COMMON_PASSWORDS is pages: common passwords and own words are rejected, but not in registrations through the APIs':
      'COMMON_PASSWORDS vaut pages : les mots de passe courants et les mots propres sont rejetés, sauf dans les inscriptions par les API',
    'COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere':
      'COMMON_PASSWORDS vaut on : les mots de passe courants et les mots propres sont rejetés partout',
    'COMMON_PASSWORDS is off: common passwords and own words are accepted':
      'COMMON_PASSWORDS vaut off : les mots de passe courants et les mots propres sont acceptés',
    'the database is the embedded one': 'la base de données est celle qui est intégrée',
    'the server does not answer': 'le serveur ne répond pas',
    '{0}. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby':
      '{0}. Plusieurs serveurs acceptent les écritures. Gatehouse se sert de celui dont la timeline est la plus haute. Arrêtez l’autre, et faites-en un serveur de secours',
    '{0}. No server accepts writes. Promote a standby':
      '{0}. Aucun serveur n’accepte les écritures. Promouvez un serveur de secours',
    '{0}. A failover would have fewer servers to choose from': '{0}. Un basculement aurait moins de serveurs au choix',
    '{0}. An old primary cannot be recognized after a failover, because the timeline is not visible':
      '{0}. Après un basculement, un ancien serveur primaire ne peut pas être reconnu, car la timeline n’est pas visible',
    '{0}. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names':
      '{0}. Un basculement peut perdre les derniers changements, car les commits n’attendent aucun serveur de secours. Définissez synchronous_standby_names',
    'does not answer': 'ne répond pas',
    'is a standby': 'est un serveur de secours',
    'is a read-only primary': 'est un serveur primaire en lecture seule',
    'is the primary': 'est le serveur primaire',
    '{0}, timeline {1}': '{0}, timeline {1}',
    'this check needs the secret of the database': 'ce contrôle a besoin du secret de la base de données',
    'this check needs the database': 'ce contrôle a besoin de la base de données',
    'there is no data folder, because the database is PostgreSQL':
      'il n’y a pas de dossier des données, car la base de données est un PostgreSQL',
    'there is no data folder yet: the first start creates it':
      'il n’y a pas encore de dossier des données : le premier démarrage le crée',
    'Run: chmod 700 {0}. The next start of the server does the same':
      'Exécutez : chmod 700 {0}. Le prochain démarrage du serveur fait de même',
    'other users of this machine may be able to read the secret and the password hashes: the mode of the folder, and of {0}, lets them. {1}':
      'd’autres utilisateurs de cette machine peuvent peut-être lire le secret et les empreintes des mots de passe : les droits du dossier et de {0} le permettent. {1}',
    'the mode of the folder lets other users of this machine open it. They can read no file of Gatehouse in it. {0}':
      'les droits du dossier permettent à d’autres utilisateurs de cette machine de l’ouvrir. Ils ne peuvent y lire aucun fichier de Gatehouse. {0}',
    'only its owner can read the folder and its files': 'seul son propriétaire peut lire le dossier et ses fichiers',
    'the mode of {0} lets other users read or change it. They cannot do so now, because only the owner can open the folder. The next start of the server corrects the modes in the folder ({1})':
      'les droits de {0} permettent à d’autres utilisateurs de le lire ou de le modifier. Ils ne le peuvent pas maintenant, car seul le propriétaire peut ouvrir le dossier. Le prochain démarrage du serveur corrige les droits dans le dossier ({1})',
    'the database is not migrated. Pending migrations: {0}. Run: gatehouse migrate':
      'la base de données n’est pas migrée. Migrations en attente : {0}. Exécutez : gatehouse migrate',
    'PostgreSQL {0} is migrated and writable, and answered through the running server in {1} ms':
      'PostgreSQL {0} est migré et accepte les écritures. Il a répondu par le serveur en marche en {1} ms',
    'PostgreSQL {0} is migrated and writable, and answered in {1} ms':
      'PostgreSQL {0} est migré et accepte les écritures. Il a répondu en {1} ms',
    '{0} of {1} keys are encrypted with the previous secret. Run: gatehouse secret rotate':
      '{0} clés sur {1} sont chiffrées avec le secret précédent. Exécutez : gatehouse secret rotate',
    'no key is encrypted with the previous secret. Remove GATEHOUSE_SECRET_PREVIOUS':
      'aucune clé n’est chiffrée avec le secret précédent. Retirez GATEHOUSE_SECRET_PREVIOUS',
    'the secret is strong, and decrypts the {0} keys in the database':
      'le secret est fort, et déchiffre les {0} clés de la base de données',
    'there is no signing key: the first start creates it':
      'il n’y a pas de clé de signature : le premier démarrage la crée',
    'the key {0} has been signing for {1} days. Pending keys: {2}, keys only for verification: {3}':
      'la clé {0} signe depuis {1} jours. Clés en attente : {2}, clés de vérification seulement : {3}',
    '{0}. Run: gatehouse keys rotate --alg {1}': '{0}. Exécutez : gatehouse keys rotate --alg {1}',
    'there is no OAuth client': 'il n’y a pas de client OAuth',
    'OAuth clients: {0}, with a secret older than {1} days: {2}':
      'clients OAuth : {0}, avec un secret de plus de {1} jours : {2}',
    '{0}. Run: gatehouse clients rotate-secret {1}': '{0}. Exécutez : gatehouse clients rotate-secret {1}',
    'this check needs a server at the public URL': 'ce contrôle a besoin d’un serveur à l’URL publique',
    'this check has not ended yet, because it waits for another service. Ask again in some seconds':
      'ce contrôle n’est pas encore terminé, car il attend un autre service. Rechargez la page dans quelques secondes',
    'HOOK_BEFORE_REGISTER is not set: no service is asked about registrations':
      'HOOK_BEFORE_REGISTER n’est pas défini : aucun service n’est consulté pour les inscriptions',
    'nobody can register: {0}. Check HOOK_BEFORE_REGISTER and HOOK_SECRET':
      'personne ne peut s’inscrire : {0}. Vérifiez HOOK_BEFORE_REGISTER et HOOK_SECRET',
    'the hook of HOOK_BEFORE_REGISTER answered in {0} ms': 'le hook de HOOK_BEFORE_REGISTER a répondu en {0} ms',
    '{0}. The server waits at most {1} ms': '{0}. Le serveur attend au plus {1} ms',
    'HOOK_BEFORE_REGISTER starts with http://: names and addresses are sent to another process of this machine in plain text':
      'HOOK_BEFORE_REGISTER commence par http:// : les noms et les adresses sont envoyés en clair à un autre processus de cette machine',
    'CHALLENGE is not site: no service is asked whether a client is a program':
      'CHALLENGE n’est pas site\u00a0: aucun service ne dit si un client est un programme',
    'the site of CHALLENGE_VERIFY_URL accepts any token. Check CHALLENGE_SECRET: is it one for tests?':
      'le service de CHALLENGE_VERIFY_URL accepte n’importe quel jeton. Vérifiez CHALLENGE_SECRET\u00a0: est-il pour des tests\u00a0?',
    'nobody passes a challenge: the site does not know the secret. Check CHALLENGE_SITE_KEY and CHALLENGE_SECRET':
      'personne ne passe le défi\u00a0: le service ne connaît pas le secret. Vérifiez CHALLENGE_SITE_KEY et CHALLENGE_SECRET',
    'requests pass without a challenge: {0}. Check CHALLENGE_VERIFY_URL and CHALLENGE_SECRET':
      'les requêtes passent sans défi\u00a0: {0}. Vérifiez CHALLENGE_VERIFY_URL et CHALLENGE_SECRET',
    'the site of CHALLENGE_VERIFY_URL answered in {0} ms': 'le service de CHALLENGE_VERIFY_URL a répondu en {0} ms',
    'CHALLENGE_WHEN is always, and LEGACY_URL is set: clients of the old service cannot answer a challenge':
      'CHALLENGE_WHEN est always et LEGACY_URL est défini\u00a0: les clients de l’ancien service ne peuvent pas répondre à un défi',
    'there is no webhook endpoint': 'il n’y a pas de point de terminaison pour les webhooks',
    'all webhook endpoints are disabled': 'tous les points de terminaison des webhooks sont désactivés',
    'webhook endpoints that can be reached: {0}': 'points de terminaison des webhooks joignables : {0}',
    'the webhook endpoint {0} was disabled, because it answered with 410':
      'le point de terminaison {0} des webhooks a été désactivé, parce qu’il a répondu 410',
    'the webhook endpoint {0} was disabled, because all attempts failed for five days':
      'le point de terminaison {0} des webhooks a été désactivé, parce que tous les essais ont échoué pendant cinq jours',
    '{0}. When it works, run: gatehouse webhooks update {1} --enable':
      '{0}. Quand il marche, exécutez : gatehouse webhooks update {1} --enable',
    'the webhook endpoint {0} gets nothing, because its address is not https:// or is private. Change it, or set WEBHOOK_NETWORKS':
      'le point de terminaison {0} des webhooks ne reçoit rien, parce que son adresse n’est pas en https:// ou est privée. Changez-la, ou définissez WEBHOOK_NETWORKS',
    'the webhook endpoint {0} cannot be reached: {1}': 'le point de terminaison {0} des webhooks est injoignable : {1}',
    'its name has no address': 'son nom n’a pas d’adresse',
    'its certificate is not valid': 'son certificat n’est pas valide',
    'no answer within {0} ms': 'pas de réponse en {0} ms',
    'no connection': 'pas de connexion',
    'deliveries to the webhook endpoint {0} have been due for up to {1} s. See: gatehouse webhooks deliveries {2}':
      'des envois au point de terminaison {0} des webhooks sont en retard, jusqu’à {1} s. Voir : gatehouse webhooks deliveries {2}',
    'LEGACY_URL is not set: no old service is asked for passwords':
      'LEGACY_URL n’est pas défini : aucun ancien service n’est interrogé sur les mots de passe',
    'accounts whose password only the old service knows: {0}':
      'comptes dont seul l’ancien service connaît le mot de passe : {0}',
    '{0}. LEGACY_URL is not set, so their users cannot sign in before they reset the password':
      '{0}. LEGACY_URL n’est pas défini. Ces personnes ne peuvent donc pas se connecter avant d’avoir réinitialisé leur mot de passe',
    'LEGACY_URL is {0}, the address of this service. Set it to the address of the old service':
      'LEGACY_URL est {0}, l’adresse de ce service. Donnez-lui l’adresse de l’ancien service',
    'LEGACY_URL starts with http://: passwords are sent to another process of this machine in plain text':
      'LEGACY_URL commence par http:// : les mots de passe sont envoyés en clair à un autre processus de cette machine',
    'the old service of LEGACY_URL accepted a random address and password. Check LEGACY_URL':
      'l’ancien service de LEGACY_URL a accepté une adresse et un mot de passe au hasard. Vérifiez LEGACY_URL',
    'the old service of LEGACY_URL rejected a random address with status {0}, in {1} ms':
      'l’ancien service de LEGACY_URL a rejeté une adresse au hasard avec le statut {0}, en {1} ms',
    '{0}. If it also answers 404 where it has no route, check the path of LEGACY_URL':
      '{0}. S’il répond aussi 404 là où il n’a pas de route, vérifiez le chemin de LEGACY_URL',
    '{0}. LEGACY_TIMEOUT is {1} ms': '{0}. LEGACY_TIMEOUT est de {1} ms',
    'users with a password of the old service cannot sign in: {0}':
      'les personnes qui ont un mot de passe de l’ancien service ne peuvent pas se connecter : {0}',
    'SMTP_URL is not set: mails are shown at /dev/mailbox':
      'SMTP_URL n’est pas défini : les e-mails sont montrés à /dev/mailbox',
    'SMTP_URL is not set: mails wait, users cannot verify an address or reset a password, and a second factor can be added to an address that no user has proved':
      'SMTP_URL n’est pas défini : les e-mails attendent, personne ne peut vérifier une adresse ni réinitialiser un mot de passe, et un second facteur peut être ajouté à une adresse que personne n’a prouvée',
    'SMTP_URL names {0}, which shows mails and sends none. Set SMTP_URL to a mail server':
      'SMTP_URL nomme {0}, qui montre les e-mails et n’en envoie aucun. Donnez à SMTP_URL un serveur de messagerie',
    'the mail server accepts the connection, in {0} ms': 'le serveur de messagerie accepte la connexion, en {0} ms',
    '{0} It answered: {1} Check SMTP_URL': '{0} Il a répondu : {1} Vérifiez SMTP_URL',
    '{0} Check SMTP_URL': '{0} Vérifiez SMTP_URL',
    'MAIL_FROM is not set': 'MAIL_FROM n’est pas défini',
    '{0}, the domain of MAIL_FROM, has no mail server (MX record), so some servers reject its mails':
      '{0}, le domaine de MAIL_FROM, n’a pas de serveur de messagerie (enregistrement MX). Certains serveurs rejettent donc ses e-mails',
    '{0}, the domain of MAIL_FROM, has a mail server and an SPF record':
      '{0}, le domaine de MAIL_FROM, a un serveur de messagerie et un enregistrement SPF',
    '{0}, the domain of MAIL_FROM, has no SPF record, so many servers treat its mails as spam. Add the record that your mail provider names':
      '{0}, le domaine de MAIL_FROM, n’a pas d’enregistrement SPF. Beaucoup de serveurs traitent donc ses e-mails comme du spam. Ajoutez l’enregistrement que votre fournisseur indique',
    'the domain of MAIL_FROM could not be looked up: {0}': 'le domaine de MAIL_FROM n’a pas pu être recherché : {0}',
    'MAIL_TEMPLATES is not set: the mails have the texts of Gatehouse':
      'MAIL_TEMPLATES n’est pas défini : les e-mails ont les textes de Gatehouse',
    'the folder in MAIL_TEMPLATES has no templates, so the mails have the texts of Gatehouse':
      'le dossier de MAIL_TEMPLATES n’a pas de modèles. Les e-mails ont donc les textes de Gatehouse',
    'templates in MAIL_TEMPLATES: {0}, such as {1}': 'modèles dans MAIL_TEMPLATES : {0}, par exemple {1}',
    'SMS_URL is not set: phone numbers cannot be confirmed':
      'SMS_URL n’est pas défini : les numéros de téléphone ne peuvent pas être confirmés',
    'SMS_COUNTRIES is not set: no codes are sent to phone numbers':
      'SMS_COUNTRIES n’est pas défini : aucun code n’est envoyé à des numéros de téléphone',
    'too few codes were confirmed in {0}, so none are sent there for a day. If this was no attack, end the pause in the console':
      'trop peu de codes ont été confirmés en {0}, donc aucun n’y est envoyé pendant un jour. S’il ne s’agissait pas d’une attaque, mettez fin à la pause dans la console',
    'codes to phone numbers today: {0} of {1} (SMS_DAILY_BUDGET)':
      'codes vers des numéros de téléphone aujourd’hui : {0} sur {1} (SMS_DAILY_BUDGET)',
    'no mail waits': 'aucun e-mail n’attend',
    'mails that wait: {0}. The oldest one has waited for {1} s':
      'e-mails en attente : {0}. Le plus ancien attend depuis {1} s',
    '{0}. See: gatehouse mail list': '{0}. Voyez la page E-mails',
    'REDIRECT_URIS is set, and PAGES has no sign-in: no page sends a person to these addresses':
      'REDIRECT_URIS est défini, et PAGES ne contient pas sign-in : aucune page ne mène à ces adresses',
    'REDIRECT_URIS has addresses of {0}, which CORS_ORIGINS does not contain: after the login, these applications cannot get an access token':
      'REDIRECT_URIS a des adresses de {0}, absentes de CORS_ORIGINS : après la connexion, ces applications ne peuvent pas obtenir de jeton d’accès',
    'REDIRECT_URIS has addresses of {0}, another site than {1}: browsers do not send the refresh cookie from there':
      'REDIRECT_URIS a des adresses de {0}, un autre site que {1} : de là, les navigateurs n’envoient pas le cookie de renouvellement',
    'the host of PUBLIC_URL is the IP address {0}: browsers use passkeys only on a domain. Set PASSKEY_RP_ID, or PASSKEYS=off':
      'l’hôte de PUBLIC_URL est l’adresse IP {0} : les navigateurs n’utilisent les clés d’accès que sur un domaine. Définissez PASSKEY_RP_ID, ou PASSKEYS=off',
    'PASSKEY_RP_ID is {0}, and the host of PUBLIC_URL is {1}: pages of that host cannot use passkeys. Set PASSKEY_RP_ID to {2} or to a domain above it, unless only pages of other origins use passkeys':
      'PASSKEY_RP_ID est {0}, et l’hôte de PUBLIC_URL est {1} : les pages de cet hôte ne peuvent pas utiliser de clés d’accès. Donnez à PASSKEY_RP_ID {2} ou un domaine au-dessus, sauf si seules des pages d’autres origines les utilisent',
    'PASSKEY_ORIGINS contains {0}: browsers use passkeys only on pages that start with https:// or are on localhost':
      'PASSKEY_ORIGINS contient {0} : les navigateurs n’utilisent les clés d’accès que sur des pages en https:// ou sur localhost',
    'PASSKEY_ORIGINS contains {0}, outside of PASSKEY_RP_ID: for these pages, https://{1}/.well-known/webauthn must answer as {2}/.well-known/webauthn does. Check that it does':
      'PASSKEY_ORIGINS contient {0}, hors de PASSKEY_RP_ID : pour ces pages, https://{1}/.well-known/webauthn doit répondre comme {2}/.well-known/webauthn. Vérifiez-le',
    'the embedded database needs no connection pooler':
      'la base de données intégrée n’a pas besoin de pooler de connexions',
    'the database does not answer': 'la base de données ne répond pas',
    '{0} leads to a connection pooler in {1} mode. Set it to the URL of the database without the pooler':
      '{0} mène à un pooler de connexions en mode {1}. Donnez-lui l’URL de la base de données sans le pooler',
    'DATABASE_URL and {0} lead to two databases, so notifications and migrations miss the accounts. Correct {1}':
      'DATABASE_URL et {0} mènent à deux bases de données. Les notifications et les migrations manquent donc les comptes. Corrigez {1}',
    'DATABASE_URL leads to no connection pooler. Remove {0}: without it, statements are prepared':
      'DATABASE_URL ne mène à aucun pooler de connexions. Retirez {0} : sans lui, les instructions sont préparées',
    'DATABASE_URL leads to a connection pooler in {0} mode, and {1} to the same database without it':
      'DATABASE_URL mène à un pooler de connexions en mode {0}, et {1} à la même base de données sans lui',
    '{0}. The server ends a statement after {1} ms': '{0}. Le serveur termine une instruction après {1} ms',
    '{0}. The server does not end a statement whose client is gone. Set statement_timeout in connect_query of the pooler':
      '{0}. Le serveur ne termine pas une instruction dont le client est parti. Définissez statement_timeout dans connect_query du pooler',
    'DATABASE_URL leads to no connection pooler': 'DATABASE_URL ne mène à aucun pooler de connexions',
    'DATABASE_URL leads to a connection pooler in transaction mode, with which notifications and prepared statements do not work. Set {0} to the URL of the database without the pooler':
      'DATABASE_URL mène à un pooler de connexions en mode transaction, avec lequel les notifications et les instructions préparées ne marchent pas. Donnez à {0} l’URL de la base de données sans le pooler',
    'DATABASE_URL leads to a connection pooler in session mode':
      'DATABASE_URL mène à un pooler de connexions en mode session',
    '{0}, which rejects or ignores the time limits of Gatehouse. Set {1}, which works in every mode':
      '{0}, qui rejette ou ignore les limites de temps de Gatehouse. Définissez {1}, qui marche dans tous les modes',
    '{0}/readyz answers with status {1}. Read the log of that server':
      '{0}/readyz répond avec le statut {1}. Lisez le log de ce serveur',
    'the server at {0} uses another database: it does not publish the signing key of this database. Check PUBLIC_URL':
      'le serveur à {0} se sert d’une autre base de données : il ne publie pas la clé de signature de celle-ci. Vérifiez PUBLIC_URL',
    'an instance answers at {0} and is ready': 'une instance répond à {0} et est prête',
    '{0} cannot be reached from this machine: {1}. Check that a server runs, and PUBLIC_URL':
      '{0} est injoignable depuis cette machine : {1}. Vérifiez qu’un serveur tourne, et PUBLIC_URL',
    'the server at {0} did not answer a test request. It has another version, or a clock that is minutes off':
      'le serveur à {0} n’a pas répondu à une requête d’essai. Il a une autre version, ou une horloge décalée de plusieurs minutes',
    'a test request came through 1 proxy': 'une requête d’essai est passée par 1 proxy',
    'a test request came through {0} proxies': 'une requête d’essai est passée par {0} proxys',
    '{0}, and TRUST_PROXY is {1}. The address of its client is {2}':
      '{0}, et TRUST_PROXY est {1}. L’adresse de son client est {2}',
    'all clients behind a proxy share the limits of its address':
      'tous les clients derrière un proxy partagent les limites de son adresse',
    'clients can choose with X-Forwarded-For which address is limited':
      'les clients peuvent choisir avec X-Forwarded-For quelle adresse est limitée',
    '{0}, but TRUST_PROXY is {1}: {2}. Set TRUST_PROXY={3}':
      '{0}, mais TRUST_PROXY est {1} : {2}. Définissez TRUST_PROXY={3}',
    'DATABASE_READ_URL is not set: all reads use the primary server':
      'DATABASE_READ_URL n’est pas défini : toutes les lectures utilisent le serveur primaire',
    'the primary is read instead of {0}: {1}': 'le serveur primaire est lu à la place de {0} : {1}',
    '{0} is the primary server itself. Add a standby to DATABASE_READ_URL':
      '{0} est le serveur primaire lui-même. Ajoutez un serveur de secours à DATABASE_READ_URL',
    '{0} is a standby of the primary, and its data is {1} s old':
      '{0} est un serveur de secours du primaire, et ses données ont {1} s',
    '{0}. Check its replication': '{0}. Vérifiez sa réplication',
    'REDIS_URL is not set: rate limits are counted in the database':
      'REDIS_URL n’est pas défini : les limites sont comptées dans la base de données',
    'Redis answers in {0} ms': 'Redis répond en {0} ms',
    '{0}. The master is {1}. Sentinels that answer: {2} of {3}':
      '{0}. Le maître est {1}. Sentinels qui répondent : {2} sur {3}',
    '{0}. Check {1}': '{0}. Vérifiez {1}',
    '{0}. Another master is named by {1}': '{0}. Un autre maître est nommé par {1}',
    'Redis does not answer or accepts no writes, so each instance counts the rate limits for itself. Check REDIS_URL: {0}':
      'Redis ne répond pas ou n’accepte pas d’écritures. Chaque instance compte donc les limites pour elle-même. Vérifiez REDIS_URL : {0}',
    'PUBLIC_URL is {0}: clients on other machines cannot reach that address':
      'PUBLIC_URL est {0} : les clients d’autres machines ne peuvent pas joindre cette adresse',
    'CLIENT_METADATA is set, but RESOURCES has no API that is open to any: these applications can only sign people in. Set open_to, or CLIENT_METADATA=off':
      'CLIENT_METADATA est défini, mais RESOURCES n’a aucune API ouverte à toutes (any) : ces applications peuvent seulement connecter des personnes. Définissez open_to, ou CLIENT_METADATA=off',
    'PUBLIC_URL does not start with https://, so passwords and tokens can be read on the network':
      'PUBLIC_URL ne commence pas par https://. Les mots de passe et les jetons peuvent donc être lus sur le réseau',
    'NODE_ENV is not production: introspection and the explorer pages are on':
      'NODE_ENV n’est pas production : l’introspection et les pages d’exploration sont activées',
    'GRAPHQL_EXPLORER is on in production: introspection and the explorer pages are public':
      'GRAPHQL_EXPLORER est activé en production : l’introspection et les pages d’exploration sont publiques',
    'these rate limits are off: {0}': 'ces limites sont désactivées : {0}',
    'LOG_LEVEL is {0}: the log has a line for every health probe':
      'LOG_LEVEL est {0} : le log a une ligne pour chaque sonde de santé',
    'TRUST_PROXY is {0} and HOST is {1}: clients that reach port {2} without the proxy can choose which address is limited. Set HOST to an address that only the proxy can reach':
      'TRUST_PROXY est {0} et HOST est {1} : les clients qui joignent le port {2} sans le proxy peuvent choisir quelle adresse est limitée. Donnez à HOST une adresse que seul le proxy peut joindre',
    'RATE_LIMIT_TRUSTED_NETWORKS contains {0}, which has more addresses than your backends need: clients there have no limits per network. List only the addresses of your backends':
      'RATE_LIMIT_TRUSTED_NETWORKS contient {0}, qui a plus d’adresses que vos backends n’en ont besoin : les clients y sont sans limites par réseau. Ne nommez que les adresses de vos backends',
    'no setting looks like a mistake': 'aucun réglage ne ressemble à une erreur',
  },
};
