import type { Words } from '../en';

export const checks: Words['checks'] = {
  names: {
    settings: 'Ajustes',
    'data folder': 'Carpeta de datos',
    database: 'Base de datos',
    servers: 'Servidores de base de datos',
    'read servers': 'Servidores de lectura',
    pooler: 'Pooler de conexiones',
    clock: 'Reloj',
    instances: 'Instancias',
    secret: 'Secreto',
    'signing keys': 'Claves de firma',
    clients: 'Clientes OAuth',
    'public URL': 'URL pública',
    proxies: 'Proxies',
    Redis: 'Redis',
    'mail server': 'Servidor de correo',
    'mail sender': 'Remitente',
    templates: 'Plantillas',
    mails: 'Correos',
    'text messages': 'SMS',
    passwords: 'Contraseñas',
    'registration hook': 'Hook de registro',
    'challenge site': 'Servicio contra bots',
    webhooks: 'Webhooks',
    'old service': 'Servicio antiguo',
    doctor: 'Controles',
  },
  sentences: {
    'BREACHED_PASSWORDS is off: passwords are not compared with stolen ones':
      'BREACHED_PASSWORDS es off: las contraseñas no se comparan con las robadas',
    'new passwords are not compared with stolen ones: {0}':
      'las contraseñas nuevas no se comparan con las robadas: {0}',
    'the range API of BREACHED_PASSWORDS does not know the password "password". Check the URL':
      'la API de BREACHED_PASSWORDS no conoce la contraseña «password». Compruebe la URL',
    'the range API of BREACHED_PASSWORDS answered in {0} ms': 'la API de BREACHED_PASSWORDS respondió en {0} ms',
    '{0}. The server waits at most 800 ms': '{0}. El servidor espera como mucho 800 ms',
    'the folder of BREACHED_PASSWORDS has the stolen passwords':
      'la carpeta de BREACHED_PASSWORDS tiene las contraseñas robadas',
    'the folder of BREACHED_PASSWORDS does not have the password "password". Download it again':
      'la carpeta de BREACHED_PASSWORDS no tiene la contraseña «password». Descárguela de nuevo',
    'the database answers too slowly to compare its clock':
      'la base de datos responde demasiado despacio para comparar su reloj',
    'the clock of this machine is {0} the clocks of the instances. {1}':
      'el reloj de esta máquina va {0} respecto a los de las instancias. {1}',
    'the clock of the database is {0} the clock of this machine':
      'el reloj de la base de datos va {0} respecto al de esta máquina',
    'the clock of the database is {0} the clocks of the instances. {1}':
      'el reloj de la base de datos va {0} respecto a los de las instancias. {1}',
    'the embedded database has one instance': 'la base de datos integrada tiene una instancia',
    'no instance runs on this database': 'ninguna instancia funciona con esta base de datos',
    'the instances have different versions. Finish the upgrade. {0}':
      'las instancias tienen versiones distintas. Termine la actualización. {0}',
    '{0}, so tokens and sessions end too early or too late. Synchronize both with a time server':
      '{0}. Por eso los tokens y las sesiones terminan demasiado pronto o demasiado tarde. Sincronice los dos con un servidor de hora',
    '{0}. Synchronize both with a time server': '{0}. Sincronice los dos con un servidor de hora',
    'the clock of the instance {0} is {1} the other clocks. {2}':
      'el reloj de la instancia {0} va {1} respecto a los demás. {2}',
    'Synchronize it with a time server': 'Sincronícelo con un servidor de hora',
    '{0} s behind': '{0} s atrasado',
    '{0} s ahead of': '{0} s adelantado',
    'COMMON_PASSWORDS is pages: common passwords and own words are rejected, but not in registrations through the APIs':
      'COMMON_PASSWORDS es pages: las contraseñas comunes y las palabras propias se rechazan, menos en los registros por las API',
    'COMMON_PASSWORDS is on: common passwords and own words are rejected everywhere':
      'COMMON_PASSWORDS es on: las contraseñas comunes y las palabras propias se rechazan en todas partes',
    'COMMON_PASSWORDS is off: common passwords and own words are accepted':
      'COMMON_PASSWORDS es off: las contraseñas comunes y las palabras propias se aceptan',
    'the database is the embedded one': 'la base de datos es la integrada',
    'the server does not answer': 'el servidor no responde',
    '{0}. Several servers accept writes. Gatehouse uses the one with the highest timeline. Stop the other, and make it a standby':
      '{0}. Varios servidores aceptan cambios. Gatehouse usa el de la timeline más alta. Detenga el otro y conviértalo en servidor de reserva',
    '{0}. No server accepts writes. Promote a standby':
      '{0}. Ningún servidor acepta cambios. Promueva un servidor de reserva',
    '{0}. A failover would have fewer servers to choose from':
      '{0}. Una conmutación tendría menos servidores para elegir',
    '{0}. An old primary cannot be recognized after a failover, because the timeline is not visible':
      '{0}. Después de una conmutación no se puede reconocer un primario antiguo, porque la timeline no es visible',
    '{0}. A failover can lose the last changes, because commits do not wait for a standby. Set synchronous_standby_names':
      '{0}. Una conmutación puede perder los últimos cambios, porque los commits no esperan a ningún servidor de reserva. Defina synchronous_standby_names',
    'does not answer': 'no responde',
    'is a standby': 'es un servidor de reserva',
    'is a read-only primary': 'es un primario de solo lectura',
    'is the primary': 'es el primario',
    '{0}, timeline {1}': '{0}, timeline {1}',
    'this check needs the secret of the database': 'este control necesita el secreto de la base de datos',
    'this check needs the database': 'este control necesita la base de datos',
    'there is no data folder, because the database is PostgreSQL':
      'no hay carpeta de datos, porque la base de datos es un PostgreSQL',
    'there is no data folder yet: the first start creates it':
      'todavía no hay carpeta de datos: el primer arranque la crea',
    'Run: chmod 700 {0}. The next start of the server does the same':
      'Ejecute: chmod 700 {0}. El próximo arranque del servidor hace lo mismo',
    'other users of this machine may be able to read the secret and the password hashes: the mode of the folder, and of {0}, lets them. {1}':
      'otros usuarios de esta máquina quizá puedan leer el secreto y los hashes de las contraseñas: los permisos de la carpeta y de {0} lo permiten. {1}',
    'the mode of the folder lets other users of this machine open it. They can read no file of Gatehouse in it. {0}':
      'los permisos de la carpeta dejan que otros usuarios de esta máquina la abran. No pueden leer en ella ningún archivo de Gatehouse. {0}',
    'only its owner can read the folder and its files': 'solo su propietario puede leer la carpeta y sus archivos',
    'the mode of {0} lets other users read or change it. They cannot do so now, because only the owner can open the folder. The next start of the server corrects the modes in the folder ({1})':
      'los permisos de {0} dejan que otros usuarios lo lean o lo cambien. Ahora no pueden, porque solo el propietario puede abrir la carpeta. El próximo arranque del servidor corrige los permisos de la carpeta ({1})',
    'the database is not migrated. Pending migrations: {0}. Run: gatehouse migrate':
      'la base de datos no está migrada. Migraciones pendientes: {0}. Ejecute: gatehouse migrate',
    'PostgreSQL {0} is migrated and writable, and answered through the running server in {1} ms':
      'PostgreSQL {0} está migrado y acepta cambios, y respondió por el servidor en marcha en {1} ms',
    'PostgreSQL {0} is migrated and writable, and answered in {1} ms':
      'PostgreSQL {0} está migrado y acepta cambios, y respondió en {1} ms',
    '{0} of {1} keys are encrypted with the previous secret. Run: gatehouse secret rotate':
      '{0} de {1} claves están cifradas con el secreto anterior. Ejecute: gatehouse secret rotate',
    'no key is encrypted with the previous secret. Remove GATEHOUSE_SECRET_PREVIOUS':
      'ninguna clave está cifrada con el secreto anterior. Quite GATEHOUSE_SECRET_PREVIOUS',
    'the secret is strong, and decrypts the {0} keys in the database':
      'el secreto es fuerte, y descifra las {0} claves de la base de datos',
    'there is no signing key: the first start creates it': 'no hay clave de firma: el primer arranque la crea',
    'the key {0} has been signing for {1} days. Pending keys: {2}, keys only for verification: {3}':
      'la clave {0} firma desde hace {1} días. Claves pendientes: {2}, claves solo para verificar: {3}',
    '{0}. Run: gatehouse keys rotate --alg {1}': '{0}. Ejecute: gatehouse keys rotate --alg {1}',
    'there is no OAuth client': 'no hay ningún cliente OAuth',
    'OAuth clients: {0}, with a secret older than {1} days: {2}':
      'clientes OAuth: {0}, con un secreto de más de {1} días: {2}',
    '{0}. Run: gatehouse clients rotate-secret {1}': '{0}. Ejecute: gatehouse clients rotate-secret {1}',
    'this check needs a server at the public URL': 'este control necesita un servidor en la URL pública',
    'this check has not ended yet, because it waits for another service. Ask again in some seconds':
      'este control aún no ha terminado, porque espera a otro servicio. Vuelva a cargar la página dentro de unos segundos',
    'HOOK_BEFORE_REGISTER is not set: no service is asked about registrations':
      'HOOK_BEFORE_REGISTER no está definido: no se pregunta a ningún servicio por los registros',
    'nobody can register: {0}. Check HOOK_BEFORE_REGISTER and HOOK_SECRET':
      'nadie puede registrarse: {0}. Compruebe HOOK_BEFORE_REGISTER y HOOK_SECRET',
    'the hook of HOOK_BEFORE_REGISTER answered in {0} ms': 'el hook de HOOK_BEFORE_REGISTER respondió en {0} ms',
    '{0}. The server waits at most {1} ms': '{0}. El servidor espera {1} ms como máximo',
    'HOOK_BEFORE_REGISTER starts with http://: names and addresses are sent to another process of this machine in plain text':
      'HOOK_BEFORE_REGISTER empieza por http://: los nombres y las direcciones se envían sin cifrar a otro proceso de esta máquina',
    'CHALLENGE is not site: no service is asked whether a client is a program':
      'CHALLENGE no es site: ningún servicio dice si un cliente es un programa',
    'the site of CHALLENGE_VERIFY_URL accepts any token. Check CHALLENGE_SECRET: is it one for tests?':
      'el servicio de CHALLENGE_VERIFY_URL acepta cualquier token. Compruebe CHALLENGE_SECRET: ¿es para pruebas?',
    'nobody passes a challenge: the site does not know the secret. Check CHALLENGE_SITE_KEY and CHALLENGE_SECRET':
      'nadie pasa el desafío: el servicio no conoce el secreto. Compruebe CHALLENGE_SITE_KEY y CHALLENGE_SECRET',
    'requests pass without a challenge: {0}. Check CHALLENGE_VERIFY_URL and CHALLENGE_SECRET':
      'las solicitudes pasan sin desafío: {0}. Compruebe CHALLENGE_VERIFY_URL y CHALLENGE_SECRET',
    'the site of CHALLENGE_VERIFY_URL answered in {0} ms': 'el servicio de CHALLENGE_VERIFY_URL respondió en {0} ms',
    'CHALLENGE_WHEN is always, and LEGACY_URL is set: clients of the old service cannot answer a challenge':
      'CHALLENGE_WHEN es always y LEGACY_URL está definido: los clientes del servicio antiguo no pueden responder a un desafío',
    'there is no webhook endpoint': 'no hay ningún punto de conexión de webhooks',
    'all webhook endpoints are disabled': 'todos los puntos de conexión de webhooks están desactivados',
    'webhook endpoints that can be reached: {0}': 'puntos de conexión de webhooks a los que se puede llegar: {0}',
    'the webhook endpoint {0} was disabled, because it answered with 410':
      'el punto de conexión de webhooks {0} se desactivó porque respondió con 410',
    'the webhook endpoint {0} was disabled, because all attempts failed for five days':
      'el punto de conexión de webhooks {0} se desactivó porque todos los intentos fallaron durante cinco días',
    '{0}. When it works, run: gatehouse webhooks update {1} --enable':
      '{0}. Cuando funcione, ejecute: gatehouse webhooks update {1} --enable',
    'the webhook endpoint {0} gets nothing, because its address is not https:// or is private. Change it, or set WEBHOOK_NETWORKS':
      'el punto de conexión de webhooks {0} no recibe nada porque su dirección no es https:// o es privada. Cámbiela, o establezca WEBHOOK_NETWORKS',
    'the webhook endpoint {0} cannot be reached: {1}': 'no se puede llegar al punto de conexión de webhooks {0}: {1}',
    'its name has no address': 'su nombre no tiene dirección',
    'its certificate is not valid': 'su certificado no es válido',
    'no answer within {0} ms': 'ninguna respuesta en {0} ms',
    'no connection': 'ninguna conexión',
    'deliveries to the webhook endpoint {0} have been due for up to {1} s. See: gatehouse webhooks deliveries {2}':
      'hay entregas al punto de conexión de webhooks {0} pendientes desde hace hasta {1} s. Consulte: gatehouse webhooks deliveries {2}',
    'LEGACY_URL is not set: no old service is asked for passwords':
      'LEGACY_URL no está definido: no se pregunta a ningún servicio antiguo por contraseñas',
    'accounts whose password only the old service knows: {0}':
      'cuentas cuya contraseña solo conoce el servicio antiguo: {0}',
    '{0}. LEGACY_URL is not set, so their users cannot sign in before they reset the password':
      '{0}. LEGACY_URL no está definido. Por eso esas personas no pueden iniciar sesión antes de restablecer su contraseña',
    'LEGACY_URL is {0}, the address of this service. Set it to the address of the old service':
      'LEGACY_URL es {0}, la dirección de este servicio. Ponga la dirección del servicio antiguo',
    'LEGACY_URL starts with http://: passwords are sent to another process of this machine in plain text':
      'LEGACY_URL empieza por http://: las contraseñas se envían sin cifrar a otro proceso de esta máquina',
    'the old service of LEGACY_URL accepted a random address and password. Check LEGACY_URL':
      'el servicio antiguo de LEGACY_URL aceptó una dirección y una contraseña al azar. Compruebe LEGACY_URL',
    'the old service of LEGACY_URL rejected a random address with status {0}, in {1} ms':
      'el servicio antiguo de LEGACY_URL rechazó una dirección al azar con el estado {0}, en {1} ms',
    '{0}. If it also answers 404 where it has no route, check the path of LEGACY_URL':
      '{0}. Si también responde 404 donde no tiene ruta, compruebe la ruta de LEGACY_URL',
    '{0}. LEGACY_TIMEOUT is {1} ms': '{0}. LEGACY_TIMEOUT es de {1} ms',
    'users with a password of the old service cannot sign in: {0}':
      'las personas con una contraseña del servicio antiguo no pueden iniciar sesión: {0}',
    'SMTP_URL is not set: mails are shown at /dev/mailbox':
      'SMTP_URL no está definido: los correos se muestran en /dev/mailbox',
    'SMTP_URL is not set: mails wait, users cannot verify an address or reset a password, and a second factor can be added to an address that no user has proved':
      'SMTP_URL no está definido: los correos esperan, nadie puede verificar una dirección ni restablecer una contraseña, y se puede añadir un segundo factor a una dirección que nadie ha probado',
    'SMTP_URL names {0}, which shows mails and sends none. Set SMTP_URL to a mail server':
      'SMTP_URL nombra {0}, que muestra los correos y no envía ninguno. Ponga en SMTP_URL un servidor de correo',
    'the mail server accepts the connection, in {0} ms': 'el servidor de correo acepta la conexión, en {0} ms',
    '{0} It answered: {1} Check SMTP_URL': '{0} Respondió: {1} Compruebe SMTP_URL',
    '{0} Check SMTP_URL': '{0} Compruebe SMTP_URL',
    'MAIL_FROM is not set': 'MAIL_FROM no está definido',
    '{0}, the domain of MAIL_FROM, has no mail server (MX record), so some servers reject its mails':
      '{0}, el dominio de MAIL_FROM, no tiene servidor de correo (registro MX). Por eso algunos servidores rechazan sus correos',
    '{0}, the domain of MAIL_FROM, has a mail server and an SPF record':
      '{0}, el dominio de MAIL_FROM, tiene un servidor de correo y un registro SPF',
    '{0}, the domain of MAIL_FROM, has no SPF record, so many servers treat its mails as spam. Add the record that your mail provider names':
      '{0}, el dominio de MAIL_FROM, no tiene registro SPF. Por eso muchos servidores tratan sus correos como spam. Añada el registro que indica su proveedor',
    'the domain of MAIL_FROM could not be looked up: {0}': 'el dominio de MAIL_FROM no se ha podido consultar: {0}',
    'MAIL_TEMPLATES is not set: the mails have the texts of Gatehouse':
      'MAIL_TEMPLATES no está definido: los correos tienen los textos de Gatehouse',
    'the folder in MAIL_TEMPLATES has no templates, so the mails have the texts of Gatehouse':
      'la carpeta de MAIL_TEMPLATES no tiene plantillas. Por eso los correos tienen los textos de Gatehouse',
    'templates in MAIL_TEMPLATES: {0}, such as {1}': 'plantillas en MAIL_TEMPLATES: {0}, por ejemplo {1}',
    'SMS_URL is not set: phone numbers cannot be confirmed':
      'SMS_URL no está definido: no se pueden confirmar números de teléfono',
    'SMS_COUNTRIES is not set: no codes are sent to phone numbers':
      'SMS_COUNTRIES no está definido: no se envían códigos a números de teléfono',
    'too few codes were confirmed in {0}, so none are sent there for a day. If this was no attack, end the pause in the console':
      'se confirmaron muy pocos códigos en {0}, así que no se envía ninguno allí durante un día. Si no fue un ataque, termine la pausa en la consola',
    'codes to phone numbers today: {0} of {1} (SMS_DAILY_BUDGET)':
      'códigos a números de teléfono hoy: {0} de {1} (SMS_DAILY_BUDGET)',
    'no mail waits': 'no espera ningún correo',
    'mails that wait: {0}. The oldest one has waited for {1} s':
      'correos que esperan: {0}. El más antiguo espera desde hace {1} s',
    '{0}. See: gatehouse mail list': '{0}. Mire la página Correos',
    'REDIRECT_URIS is set, and PAGES has no sign-in: no page sends a person to these addresses':
      'REDIRECT_URIS está definido, y PAGES no tiene sign-in: ninguna página lleva a estas direcciones',
    'REDIRECT_URIS has addresses of {0}, which CORS_ORIGINS does not contain: after the login, these applications cannot get an access token':
      'REDIRECT_URIS tiene direcciones de {0}, que no están en CORS_ORIGINS: después del inicio de sesión, estas aplicaciones no pueden obtener un token de acceso',
    'REDIRECT_URIS has addresses of {0}, another site than {1}: browsers do not send the refresh cookie from there':
      'REDIRECT_URIS tiene direcciones de {0}, otro sitio que {1}: desde allí los navegadores no envían la cookie de renovación',
    'the host of PUBLIC_URL is the IP address {0}: browsers use passkeys only on a domain. Set PASSKEY_RP_ID, or PASSKEYS=off':
      'el host de PUBLIC_URL es la dirección IP {0}: los navegadores solo usan claves de acceso con un dominio. Defina PASSKEY_RP_ID, o PASSKEYS=off',
    'PASSKEY_RP_ID is {0}, and the host of PUBLIC_URL is {1}: pages of that host cannot use passkeys. Set PASSKEY_RP_ID to {2} or to a domain above it, unless only pages of other origins use passkeys':
      'PASSKEY_RP_ID es {0}, y el host de PUBLIC_URL es {1}: las páginas de ese host no pueden usar claves de acceso. Ponga en PASSKEY_RP_ID {2} o un dominio superior, salvo que solo las usen páginas de otros orígenes',
    'PASSKEY_ORIGINS contains {0}: browsers use passkeys only on pages that start with https:// or are on localhost':
      'PASSKEY_ORIGINS contiene {0}: los navegadores solo usan claves de acceso en páginas que empiezan por https:// o están en localhost',
    'PASSKEY_ORIGINS contains {0}, outside of PASSKEY_RP_ID: for these pages, https://{1}/.well-known/webauthn must answer as {2}/.well-known/webauthn does. Check that it does':
      'PASSKEY_ORIGINS contiene {0}, fuera de PASSKEY_RP_ID: para estas páginas, https://{1}/.well-known/webauthn debe responder como {2}/.well-known/webauthn. Compruébelo',
    'the embedded database needs no connection pooler': 'la base de datos integrada no necesita pooler de conexiones',
    'the database does not answer': 'la base de datos no responde',
    '{0} leads to a connection pooler in {1} mode. Set it to the URL of the database without the pooler':
      '{0} lleva a un pooler de conexiones en modo {1}. Ponga la URL de la base de datos sin el pooler',
    'DATABASE_URL and {0} lead to two databases, so notifications and migrations miss the accounts. Correct {1}':
      'DATABASE_URL y {0} llevan a dos bases de datos. Por eso las notificaciones y las migraciones no llegan a las cuentas. Corrija {1}',
    'DATABASE_URL leads to no connection pooler. Remove {0}: without it, statements are prepared':
      'DATABASE_URL no lleva a ningún pooler de conexiones. Quite {0}: sin él, las sentencias se preparan',
    'DATABASE_URL leads to a connection pooler in {0} mode, and {1} to the same database without it':
      'DATABASE_URL lleva a un pooler de conexiones en modo {0}, y {1} a la misma base de datos sin él',
    '{0}. The server ends a statement after {1} ms': '{0}. El servidor termina una sentencia después de {1} ms',
    '{0}. The server does not end a statement whose client is gone. Set statement_timeout in connect_query of the pooler':
      '{0}. El servidor no termina una sentencia cuyo cliente se ha ido. Defina statement_timeout en connect_query del pooler',
    'DATABASE_URL leads to no connection pooler': 'DATABASE_URL no lleva a ningún pooler de conexiones',
    'DATABASE_URL leads to a connection pooler in transaction mode, with which notifications and prepared statements do not work. Set {0} to the URL of the database without the pooler':
      'DATABASE_URL lleva a un pooler de conexiones en modo transaction, con el que no funcionan las notificaciones ni las sentencias preparadas. Ponga en {0} la URL de la base de datos sin el pooler',
    'DATABASE_URL leads to a connection pooler in session mode':
      'DATABASE_URL lleva a un pooler de conexiones en modo session',
    '{0}, which rejects or ignores the time limits of Gatehouse. Set {1}, which works in every mode':
      '{0}, que rechaza o ignora los límites de tiempo de Gatehouse. Defina {1}, que funciona en todos los modos',
    '{0}/readyz answers with status {1}. Read the log of that server':
      '{0}/readyz responde con el estado {1}. Lea el log de ese servidor',
    'the server at {0} uses another database: it does not publish the signing key of this database. Check PUBLIC_URL':
      'el servidor en {0} usa otra base de datos: no publica la clave de firma de esta. Compruebe PUBLIC_URL',
    'an instance answers at {0} and is ready': 'una instancia responde en {0} y está lista',
    '{0} cannot be reached from this machine: {1}. Check that a server runs, and PUBLIC_URL':
      'no se puede llegar a {0} desde esta máquina: {1}. Compruebe que un servidor está en marcha, y PUBLIC_URL',
    'the server at {0} did not answer a test request. It has another version, or a clock that is minutes off':
      'el servidor en {0} no respondió a una solicitud de prueba. Tiene otra versión, o un reloj desviado varios minutos',
    'a test request came through 1 proxy': 'una solicitud de prueba pasó por 1 proxy',
    'a test request came through {0} proxies': 'una solicitud de prueba pasó por {0} proxies',
    '{0}, and TRUST_PROXY is {1}. The address of its client is {2}':
      '{0}, y TRUST_PROXY es {1}. La dirección de su cliente es {2}',
    'all clients behind a proxy share the limits of its address':
      'todos los clientes detrás de un proxy comparten los límites de su dirección',
    'clients can choose with X-Forwarded-For which address is limited':
      'los clientes pueden elegir con X-Forwarded-For qué dirección se limita',
    '{0}, but TRUST_PROXY is {1}: {2}. Set TRUST_PROXY={3}':
      '{0}, pero TRUST_PROXY es {1}: {2}. Defina TRUST_PROXY={3}',
    'DATABASE_READ_URL is not set: all reads use the primary server':
      'DATABASE_READ_URL no está definido: todas las lecturas usan el servidor primario',
    'the primary is read instead of {0}: {1}': 'se lee el primario en lugar de {0}: {1}',
    '{0} is the primary server itself. Add a standby to DATABASE_READ_URL':
      '{0} es el propio servidor primario. Añada un servidor de reserva a DATABASE_READ_URL',
    '{0} is a standby of the primary, and its data is {1} s old':
      '{0} es un servidor de reserva del primario, y sus datos tienen {1} s',
    '{0}. Check its replication': '{0}. Compruebe su replicación',
    'REDIS_URL is not set: rate limits are counted in the database':
      'REDIS_URL no está definido: los límites se cuentan en la base de datos',
    'Redis answers in {0} ms': 'Redis responde en {0} ms',
    '{0}. The master is {1}. Sentinels that answer: {2} of {3}':
      '{0}. El maestro es {1}. Sentinels que responden: {2} de {3}',
    '{0}. Check {1}': '{0}. Compruebe {1}',
    '{0}. Another master is named by {1}': '{0}. Otro maestro lo nombra {1}',
    'Redis does not answer or accepts no writes, so each instance counts the rate limits for itself. Check REDIS_URL: {0}':
      'Redis no responde o no acepta cambios. Por eso cada instancia cuenta los límites por su cuenta. Compruebe REDIS_URL: {0}',
    'PUBLIC_URL is {0}: clients on other machines cannot reach that address':
      'PUBLIC_URL es {0}: los clientes de otras máquinas no llegan a esa dirección',
    'CLIENT_METADATA is set, but RESOURCES has no API that is open to any: these applications can only sign people in. Set open_to, or CLIENT_METADATA=off':
      'CLIENT_METADATA está definido, pero RESOURCES no tiene ninguna API abierta a cualquiera (any): estas aplicaciones solo pueden iniciar la sesión de las personas. Defina open_to, o CLIENT_METADATA=off',
    'PUBLIC_URL does not start with https://, so passwords and tokens can be read on the network':
      'PUBLIC_URL no empieza por https://. Por eso las contraseñas y los tokens se pueden leer en la red',
    'NODE_ENV is not production: introspection and the explorer pages are on':
      'NODE_ENV no es production: la introspección y las páginas de exploración están activadas',
    'GRAPHQL_EXPLORER is on in production: introspection and the explorer pages are public':
      'GRAPHQL_EXPLORER está activado en production: la introspección y las páginas de exploración son públicas',
    'these rate limits are off: {0}': 'estos límites están desactivados: {0}',
    'LOG_LEVEL is {0}: the log has a line for every health probe':
      'LOG_LEVEL es {0}: el log tiene una línea por cada sonda de estado',
    'TRUST_PROXY is {0} and HOST is {1}: clients that reach port {2} without the proxy can choose which address is limited. Set HOST to an address that only the proxy can reach':
      'TRUST_PROXY es {0} y HOST es {1}: los clientes que llegan al puerto {2} sin el proxy pueden elegir qué dirección se limita. Ponga en HOST una dirección a la que solo llegue el proxy',
    'RATE_LIMIT_TRUSTED_NETWORKS contains {0}, which has more addresses than your backends need: clients there have no limits per network. List only the addresses of your backends':
      'RATE_LIMIT_TRUSTED_NETWORKS contiene {0}, que tiene más direcciones de las que necesitan sus backends: los clientes de allí no tienen límites por red. Nombre solo las direcciones de sus backends',
    'no setting looks like a mistake': 'ningún ajuste parece un error',
  },
};
