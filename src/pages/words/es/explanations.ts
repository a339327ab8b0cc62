import type { Words } from '../en';

export const explanations: Words['explanations'] = {
  reasons: {
    'unknown address': {
      means: 'Ninguna cuenta tiene esta dirección de correo.',
      advice: 'Busque a la persona por su nombre.',
    },
    'wrong password': {
      means: 'La contraseña no es correcta.',
      advice: 'Si la persona la ha olvidado, puede restablecerla.',
    },
    'no password': {
      means:
        'La cuenta no tiene contraseña: fue invitada o restablecida, el primer inicio de sesión por correo la eliminó, o solo la conocía el servicio antiguo.',
      advice: 'La persona elige una con la invitación o con «He olvidado la contraseña».',
    },
    'unusable hash': {
      means: 'El hash guardado de la contraseña está dañado, es de otro algoritmo o es demasiado costoso.',
      advice: 'Restablezca el hash, o deje que la persona restablezca su contraseña. El log nombra la cuenta.',
    },
    'legacy password': {
      means: 'Solo el servicio antiguo conoce la contraseña, y `LEGACY_URL` no está definido.',
      advice: 'Defínalo, o deje que la persona restablezca su contraseña.',
    },
    'no answer of the old service': {
      means: 'Solo el servicio antiguo de `LEGACY_URL` conoce la contraseña, y no dio una respuesta útil.',
      advice: 'Lea el log y mire los controles.',
    },
    'malformed token': {
      means: 'El texto no es un token de acceso de esta instalación.',
      advice: 'La aplicación debe enviar el `jwt` de un inicio de sesión, no un token de renovación.',
    },
    'unknown key': {
      means: 'La clave de firma del token de acceso fue revocada, o es de otra instalación.',
      advice: 'La aplicación renueva los tokens, o la persona vuelve a iniciar sesión.',
    },
    'bad signature': {
      means: 'El token de acceso fue falsificado o modificado.',
      advice: 'Si es frecuente, busque el cliente en el registro por su red.',
    },
    'wrong issuer': {
      means: 'El emisor del token de acceso no es `PUBLIC_URL`.',
      advice: 'Todas las instancias necesitan el mismo valor. Después de un cambio, todos vuelven a iniciar sesión.',
    },
    'wrong audience': {
      means: 'El destinatario (`aud`) del token de acceso no es `JWT_AUDIENCE`.',
      advice: 'Todas las instancias necesitan el mismo valor. Después de un cambio, todos vuelven a iniciar sesión.',
    },
    'not yet valid': {
      means: 'El token de acceso se emitió en el futuro: los relojes de dos instancias son distintos.',
      advice: 'Ponga los relojes en hora. Los controles muestran la diferencia.',
    },
    'expired token': {
      means: 'El token de acceso ha caducado.',
      advice: 'La aplicación renueva los tokens. Si el token es nuevo, compare los relojes.',
    },
    'ended session': {
      means: 'La sesión del token está cerrada.',
      advice: 'La persona vuelve a iniciar sesión. Los detalles dicen cuándo y por qué se cerró.',
    },
    'ended session of the actor': {
      means: 'Un superadministrador actuaba como la persona, y ha perdido su sesión o sus derechos.',
      advice: 'El superadministrador inicia sesión y empieza de nuevo.',
    },
    'super admin': {
      means: 'La persona es superadministrador, y nadie puede actuar como uno.',
      advice: 'Elija a otra persona.',
    },
    impersonation: {
      means: 'Un superadministrador actúa como la persona, y esto solo lo puede hacer ella.',
      advice: 'La persona lo hace, o el superadministrador lo hace en la consola.',
    },
    'invitation of another address': {
      means: 'La invitación se envió a otra dirección que la confirmada de la cuenta.',
      advice: 'La persona inicia sesión con la dirección invitada, o un admin de la organización invita a la otra.',
    },
    'ended organization': {
      means: 'La organización del token se desactivó o se eliminó desde que se emitió el token.',
      advice: 'El cliente renueva los tokens. La persona sigue con la sesión iniciada, sin la organización.',
    },
    'changed access rights': {
      means: 'Los roles o los derechos de la persona han cambiado desde que se emitió el token.',
      advice: 'La aplicación renueva los tokens. La sesión de la persona sigue abierta.',
    },
    'disabled account': {
      means: 'La cuenta está desactivada.',
      advice: 'La página de la persona muestra desde cuándo y por qué. Allí también puede activar la cuenta.',
    },
    'deleted account': {
      means: 'La cuenta está eliminada, pero todavía no borrada.',
      advice: 'Se restablece con el enlace del correo o en la página de la persona.',
    },
    'no account': {
      means: 'La cuenta del token ya no existe.',
      advice: 'Nada: la cuenta se ha borrado.',
    },
    'unknown token': {
      means: 'El token de renovación no es de esta instalación, o su sesión se quitó hace mucho.',
      advice: 'La persona vuelve a iniciar sesión.',
    },
    'used token': {
      means: 'El token de renovación ya se había usado y quizá lo han robado. Por eso se cerró su sesión.',
      advice:
        'La persona vuelve a iniciar sesión. La aplicación debe guardar el token nuevo después de cada renovación.',
    },
    'used ID token': {
      means: 'El token de identidad de un proveedor ya se había usado. Quizá lo han robado.',
      advice: 'La aplicación pide uno nuevo al proveedor en cada inicio de sesión.',
    },
    'unknown link': {
      means: 'El enlace está cortado, es para otra cosa o no es de esta instalación.',
      advice: 'La persona pide un correo nuevo.',
    },
    'used link': {
      means: 'El enlace se ha usado, o un correo más reciente lo ha reemplazado.',
      advice: 'La persona abre el correo más reciente.',
    },
    'expired link': {
      means: 'El enlace ha caducado.',
      advice: 'La persona pide un correo nuevo. El plazo es un ajuste, como `RESET_PASSWORD_TTL`.',
    },
    'wrong code': {
      means: 'El código no es correcto o ha caducado, o llegó después de demasiados incorrectos.',
      advice: 'La persona usa el enlace o pide un correo nuevo.',
    },
    'wrong verifier': {
      means:
        'El código de un inicio de sesión con un proveedor llegó de otro navegador o programa que el que lo empezó.',
      advice: 'Si es frecuente, busque el programa con `gatehouse audit --network`.',
    },
    'cancelled sign-in': {
      means: 'La persona canceló en el proveedor, o el proveedor la rechazó.',
      advice: 'Nada, salvo que sea frecuente: compruebe entonces la aplicación en los ajustes del proveedor.',
    },
    'forged answer': {
      means:
        'La respuesta del proveedor no pasó una comprobación: firma, emisor, audiencia, nonce, hora o el canje de su código.',
      advice: 'El registro indica la comprobación. Compare `PROVIDER_<ID>_*` con el proveedor, y los relojes.',
    },
    'unaccepted person': {
      means: 'Los datos no son los que exige `PROVIDER_<ID>_REQUIRE` o el inquilino, o no nombran a nadie.',
      advice: 'La persona inicia sesión en el proveedor con otra cuenta.',
    },
    'unproved identity': {
      means: 'Una persona nueva llegó de un proveedor que no garantiza la dirección. Se le envió un código por correo.',
      advice: 'La persona usa el código.',
    },
    'no answer of the provider': {
      means: 'El proveedor no dio una respuesta utilizable.',
      advice: 'Lea el registro: indica el proveedor y la causa.',
    },
    'taken address': {
      means: 'Entretanto, otra cuenta tiene esta dirección de correo.',
      advice: 'La persona inicia sesión allí o elige otra dirección.',
    },
    'verified address': {
      means: 'La dirección está verificada. Por eso el enlace ya no puede quitar la cuenta.',
      advice: 'Elimine la cuenta en su lugar.',
    },
    'unverified address': {
      means: 'La contraseña es correcta, pero `EMAIL_VERIFICATION` exige una dirección verificada.',
      advice:
        'La persona abre el enlace del correo. Cada inicio de sesión lo envía de nuevo, como mucho una vez por minuto.',
    },
    'paused country': {
      means: 'Los códigos al país del número están en pausa, porque se confirmaron muy pocos.',
      advice: 'Si no fue un ataque, termine la pausa en la consola.',
    },
    'spent SMS budget': {
      means: 'Los SMS del día (`SMS_DAILY_BUDGET`) se han agotado.',
      advice: 'Mire en la auditoría quién pide códigos antes de aumentar este valor.',
    },
    'closed registration': {
      means: '`REGISTRATION` es `closed`.',
      advice: 'Invite a la persona.',
    },
    'domain not allowed': {
      means: 'El dominio de la dirección no está en `REGISTER_DOMAINS`.',
      advice: 'Añada el dominio o invite a la persona.',
    },
    'rejected by the hook': {
      means: 'El hook de `HOOK_BEFORE_REGISTER` ha rechazado el registro.',
      advice: 'Su servicio conoce el motivo. Invite a la persona si debe tener una cuenta de todos modos.',
    },
    'no answer of the hook': {
      means: 'El hook de `HOOK_BEFORE_REGISTER` no dio una respuesta útil.',
      advice: 'Lea el registro y ejecute `gatehouse doctor`.',
    },
    'challenge asked': {
      means: 'La solicitud no tiene respuesta a un desafío contra bots.',
      advice:
        'El cliente debe responder al desafío del error. Se pide durante un ataque, o siempre (`CHALLENGE_WHEN`).',
    },
    'challenge wrong': {
      means: 'La respuesta al desafío es errónea, ya usada o tardía, o de otra operación o dirección.',
      advice: 'El cliente responde una vez a cada desafío, en 10 minutos. Con un widget, compruebe su nombre de host.',
    },
    'challenge site away': {
      means: 'El servicio de `CHALLENGE_VERIFY_URL` no dio una respuesta útil.',
      advice: 'Lea el registro y ejecute `gatehouse doctor`.',
    },
    'changed password': {
      means: 'Otra solicitud cambió la contraseña al mismo tiempo.',
      advice: 'La persona lo intenta de nuevo con la contraseña nueva.',
    },
    'last super admin': {
      means: 'El último superadministrador no se puede eliminar, desactivar ni degradar.',
      advice: 'Nombre primero a otra persona.',
    },
    'wrong factor': {
      means: 'El código del segundo factor no es correcto, o es de otra cuenta.',
      advice: 'Si es una persona: ¿está en hora su teléfono? Si son todas: mire los controles del servidor.',
    },
    'used factor': {
      means: 'El código del segundo factor ya se había usado.',
      advice: 'La persona espera al siguiente código, o toma otro código de recuperación.',
    },
    'no factor': {
      means: 'La cuenta no tiene ese segundo factor.',
      advice: 'La entrada de la aplicación de autenticación quizá sea de otra cuenta.',
    },
    'unknown challenge': {
      means: 'El desafío es de otra operación, de otro usuario, de otra sesión o instalación.',
      advice:
        'La página debe pedir opciones nuevas cada vez. Si afecta a todos, ¿usan todas las instancias la misma base de datos?',
    },
    'used challenge': {
      means: 'El desafío ya se había usado.',
      advice: 'La página debe pedir opciones nuevas cada vez.',
    },
    'expired challenge': {
      means: 'El desafío ha caducado.',
      advice: 'La página debe pedir opciones nuevas y renovarlas mientras espera.',
    },
    'unknown passkey': {
      means: 'La clave de acceso se quitó, o es de otra instalación.',
      advice: 'La página la notifica con `PublicKeyCredential.signalUnknownCredential`.',
    },
    'passkey of another account': {
      means: 'La clave de acceso es de otra cuenta que la del inicio de sesión.',
      advice: 'La persona elige otra clave de acceso.',
    },
    'automatic passkey': {
      means: 'El navegador ha añadido la clave de acceso por sí mismo, así que no es un segundo factor.',
      advice: 'La persona añade una clave de acceso en la página de seguridad.',
    },
    'known passkey': {
      means: 'Una cuenta ya tiene esta clave de acceso.',
      advice: 'La persona inicia sesión con ella.',
    },
    'malformed passkey': {
      means: 'La respuesta es ilegible, de otra operación o de un algoritmo no admitido.',
      advice: 'La página debe enviar lo que devolvió el navegador. Se admiten EdDSA, ES256 y RS256.',
    },
    'wrong origin': {
      means: 'La página no está en el origen de `PUBLIC_URL` ni en uno de `PASSKEY_ORIGINS`, o está en un marco.',
      advice: 'Si la página es suya, añada su origen. Si no, imita la suya.',
    },
    'wrong relying party': {
      means: 'La clave de acceso es de otro dominio que `PASSKEY_RP_ID`.',
      advice: 'Deshaga un cambio de ese valor. Todas las instancias necesitan el mismo.',
    },
    'unverified user': {
      means: 'El dispositivo no comprobó ni huella, ni cara, ni PIN.',
      advice: 'La persona define un PIN en la llave de seguridad.',
    },
    'wrong signature of the passkey': {
      means: 'La firma de la clave de acceso no es correcta.',
      advice: 'Nada, si es raro: alguien probó su identificador sin ella.',
    },
    'sign count not increased': {
      means: 'El contador de la clave de acceso no ha subido: quizá sea una copia.',
      advice: 'La persona reemplaza la clave de acceso.',
    },
    'changed account': {
      means: 'Durante el inicio de sesión se cerraron las sesiones o cambiaron los segundos factores.',
      advice: 'La persona vuelve a iniciar sesión.',
    },
    'cookie not accepted': {
      means: 'La cookie de renovación vino de un origen que no está en `CORS_ORIGINS`, o no de un script.',
      advice: 'Añada el origen de su aplicación.',
    },
    'not a super admin': {
      means: 'La persona no es superadministrador.',
      advice: 'Para permitirlo: `gatehouse users promote`.',
    },
    'operation of people': {
      means:
        'Un servicio ha llamado a una operación de la administración que solo tienen los superadministradores, o ha enviado lo que solo ellos pueden.',
      advice: 'Lo hace un superadministrador.',
    },
    'scope of the administration': {
      means: 'Al token de un servicio le falta el scope que necesita la operación de la administración.',
      advice: 'El servicio lo pide en `POST /oauth/token`.',
    },
    'service without the right': {
      means: 'El servicio ya no puede usar la administración: se eliminó o se desactivó, o le falta el scope.',
      advice: 'Dé el scope al cliente, o actívelo: `gatehouse clients update`.',
    },
    'network of the administration': {
      means: 'La dirección del cliente no está en `ADMIN_NETWORKS`.',
      advice: 'Añádala. Si es la de su proxy, defina `TRUST_PROXY`.',
    },
    'token of an application': {
      means: 'Una aplicación, un cliente de OAuth, ha llamado a una operación que no está abierta a aplicaciones.',
      advice: 'La persona lo hace en Gatehouse mismo. La aplicación envía el navegador allí.',
    },
    'unknown client': {
      means: 'Ningún cliente OAuth tiene este identificador, o está desactivado.',
      advice: 'Use un identificador de `gatehouse clients list`.',
    },
    'missing scope': {
      means: 'El token de acceso no tiene el alcance que la operación necesita.',
      advice: 'La aplicación lo pide cuando la persona inicia sesión.',
    },
    'wrong device code': {
      means:
        'Ningún inicio de sesión en un dispositivo espera con este código: está mal escrito, ya se decidió o tiene más de diez minutos.',
      advice: 'Empiece de nuevo en el dispositivo, e introduzca su nuevo código.',
    },
    'malformed API key': {
      means:
        'El texto no es una clave de API de esta instalación (suma de comprobación incorrecta), o `API_KEYS` está desactivado.',
      advice: 'El programa envía la clave entera.',
    },
    'unknown API key': {
      means: 'Ninguna cuenta tiene esta clave de API.',
      advice: 'La persona crea una clave nueva.',
    },
    'ended API key': {
      means: 'La clave de API se eliminó, o terminó con otro cambio de la cuenta.',
      advice: 'La línea sobre la clave de API eliminada dice cuándo y por qué. La persona crea una nueva.',
    },
    'expired API key': {
      means: 'La clave de API ha caducado.',
      advice: 'La persona crea una clave nueva.',
    },
    'API key': {
      means: 'Se envió una clave de API a una operación que no está abierta a claves, o es para otra API.',
      advice: 'La persona lo hace por sí misma. Una clave abre `/auth/verify` y `me`.',
    },
    'client document': {
      means: 'El identificador del cliente es una URL, y su documento incumple la regla de `rule`.',
      advice:
        'La página que vio la persona dice qué se recibió. Con la regla `host`, añada el host a `CLIENT_METADATA`.',
    },
    'wrong client secret': {
      means: 'El secreto del cliente no es correcto, o se reemplazó hace más de 24 horas.',
      advice: 'Ponga el correcto en el servicio, o uno nuevo: `gatehouse clients rotate-secret`.',
    },
  },
  sessionEnds: {
    logout: 'La persona cerró la sesión.',
    impersonation_ended: 'Un superadministrador ya no actúa como la persona.',
    revoked_by_user: 'La persona cerró la sesión desde otra.',
    refresh_token_reuse: 'Se envió de nuevo un token de renovación usado.',
    code_reuse: 'Una aplicación envió dos veces un código de autorización.',
    user_disabled: 'Un operador desactivó la cuenta.',
    revoked_by_client: 'Un cliente OAuth revocó un token de la sesión.',
    client_disabled: 'Un operador desactivó o eliminó el cliente OAuth de la sesión.',
    client_changed: 'Un operador quitó derechos al cliente OAuth de la sesión.',
    ended_by_operator: 'Un operador cerró la sesión, o todas las sesiones de la cuenta.',
    account_deleted: 'La cuenta se eliminó.',
    email_changed: 'La persona cambió la dirección de correo.',
    email_changed_by_operator: 'Un superadministrador cambió la dirección de correo.',
    email_change_undone: 'La persona restableció la dirección anterior con su enlace.',
    email_verified:
      'La dirección de correo se verificó por primera vez: con un código de inicio de sesión, o esta sesión no se había abierto solo con la contraseña.',
    password_changed: 'La persona cambió la contraseña.',
    password_reset: 'La persona restableció la contraseña.',
    app_disconnected: 'La aplicación de la sesión se desconectó.',
    identities_changed: 'Un proveedor se desconectó de la cuenta.',
    factors_changed: 'Los segundos factores de la cuenta cambiaron.',
    too_many_sessions:
      'Otro inicio de sesión alcanzó SESSIONS_PER_ACCOUNT. Esta sesión era la menos usada recientemente.',
    restored: 'Se restauró una copia de seguridad, y `gatehouse after-restore` cerró todas las sesiones.',
    expired: 'La sesión no se usó durante demasiado tiempo o llegó al final de su duración.',
  },
  causes: {
    EMAIL_TAKEN: 'Otra cuenta tiene esta dirección de correo.',
    ACCOUNT_DISABLED: 'La cuenta está desactivada.',
    EMAIL_NOT_VERIFIED: 'La dirección de correo de la cuenta no está verificada.',
    MFA_REQUIRED: 'La contraseña es correcta, y el inicio de sesión espera el segundo factor.',
    STEP_UP_REQUIRED: 'La persona debe probar primero de nuevo su identidad.',
    NOT_FOUND: 'Lo que nombra la solicitud no existe.',
    LINK_REQUIRED: 'Una cuenta tiene la dirección que el proveedor confirma.',
    CONFLICT: 'El estado no lo permitía.',
  },
  advice: {
    MALFORMED_REQUEST: 'Corrija la solicitud como dice el texto.',
    VALIDATION_FAILED: 'La respuesta nombra cada campo y su regla.',
    INVALID_TOKEN:
      'Pedir el código de nuevo. Con un enlace usado o caducado, pedir un correo nuevo; con un desafío, iniciar sesión de nuevo.',
    INVALID_CREDENTIALS: 'La persona lo intenta de nuevo, o restablece la contraseña.',
    UNAUTHENTICATED:
      'La aplicación renueva los tokens una vez y lo intenta de nuevo. Si falla, la persona inicia sesión.',
    MFA_REQUIRED: 'La aplicación pide el segundo factor y lo envía con `completeLogin`. Un operador quita uno perdido.',
    STEP_UP_REQUIRED: 'La aplicación llama a `stepUp` y lo intenta de nuevo con el nuevo token de acceso.',
    ACCOUNT_DISABLED:
      'La persona se pone en contacto con el operador, o usa el enlace del correo sobre la eliminación.',
    EMAIL_NOT_VERIFIED: 'La persona abre el enlace del correo.',
    CHALLENGE_REQUIRED:
      'El cliente responde al desafío y envía la solicitud de nuevo con `challenge`. El paquete de cliente puede hacerlo solo.',
    FORBIDDEN: 'El texto, o el motivo en el registro, dice lo que debe cambiar.',
    NOT_FOUND: 'Compruebe la ruta y el identificador, que quizá se haya quitado.',
    METHOD_NOT_ALLOWED: 'Use un método que nombre `Allow`.',
    EMAIL_TAKEN: 'La persona inicia sesión, o restablece la contraseña.',
    PROVIDER_REJECTED: 'Ofrezca de nuevo el inicio de sesión.',
    LINK_REQUIRED:
      'La persona inicia sesión y llama a `linkIdentity` con el token de `link`, o pide con él un correo: `requestEmailLogin`.',
    CONFLICT: 'Lea de nuevo el estado y luego decida. El texto dice lo que no encaja.',
    CURSOR_EXPIRED: 'Leer de nuevo las revocaciones, sin `after`.',
    PAYLOAD_TOO_LARGE: 'Enviar menos.',
    UNSUPPORTED_MEDIA_TYPE: 'Enviar JSON en UTF-8 con `Content-Type: application/json`.',
    RATE_LIMITED: 'Esperar los segundos de `Retry-After` (REST) o `retryAfter` (GraphQL).',
    INTERNAL: 'El número de la solicitud (`X-Request-Id`) lleva a la causa en el log.',
    SERVICE_UNAVAILABLE:
      'Esperar los segundos de `Retry-After` o `retryAfter` e intentarlo de nuevo. Después de un cambio, comprobar primero si se hizo.',
  },
  limits: {
    'phone number': 'número de teléfono',
    'beginning of phone numbers': 'comienzo de los números de teléfono',
    account: 'cuenta',
    organization: 'organización',
    network: 'red',
    client: 'cliente',
    installation: 'instalación',
    'e-mail address and kind of mail': 'dirección de correo y tipo de correo',
    'installation and kind of mail': 'instalación y tipo de correo',
    'super admin or service': 'superadministrador o servicio',
  },
  sentences: {
    'An SMS could not be sent ({0}).': 'No se pudo enviar un SMS ({0}).',
    'The request has more events. Only the newest {0} are explained. The audit lists the others.':
      'La solicitud tiene más eventos. Solo se explican los {0} más recientes. El registro muestra los demás.',
    'many networks': 'muchas redes',
    '{0}  {1}, from {2}': '{0}  {1}, desde {2}',
    'With this login, Gatehouse stored its own hash of a password that came from another service.':
      'Con este inicio de sesión, Gatehouse guardó un hash propio de una contraseña que venía de otro servicio.',
    'This row stands for {0} similar events since {1}. The last event is shown.':
      'Esta fila representa {0} eventos parecidos desde {1}. Se muestra el último.',
    'through the backend {0}': 'por el backend {0}',
    'The limit {0} (per {1}) was reached. The client may try again after {2} s.':
      'Se ha alcanzado el límite {0} (por {1}). El cliente puede intentarlo de nuevo después de {2} s.',
    'The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.':
      'La cola de las contraseñas estaba llena o iba demasiado lenta, porque llegaron muchos inicios de sesión y registros al mismo tiempo.',
    'If it rejects users that it should not reject, raise `RATE_LIMIT_{0}`.':
      'Si rechaza a personas que no debería, aumente `RATE_LIMIT_{0}`.',
    'If it happens often, give Gatehouse more processors or a further instance.':
      'Si pasa a menudo, dé a Gatehouse más procesadores u otra instancia.',
    'The super admin {0} did this.': 'Lo hizo el superadministrador {0}.',
    'The super admin {0} did this, on the account {1}.': 'Lo hizo el superadministrador {0}, en la cuenta {1}.',
    'A super admin did this. The account of the super admin was erased.':
      'Lo hizo un superadministrador. Su cuenta se ha borrado desde entonces.',
    'The service {0} did this.': 'Lo hizo el servicio {0}.',
    'The service {0} did this, on the account {1}.': 'Lo hizo el servicio {0}, en la cuenta {1}.',
    'The reason that was given: {0}': 'El motivo que se dio: {0}',
    'The account {0} is now disabled. Its live sessions: {1}.':
      'La cuenta {0} está ahora desactivada. Sesiones abiertas: {1}.',
    'The account {0} is now enabled. Its live sessions: {1}.':
      'La cuenta {0} está ahora activada. Sesiones abiertas: {1}.',
    'The account {0} no longer exists.': 'La cuenta {0} ya no existe.',
    'The e-mail address has no account, or the request was rejected before the account was looked up.':
      'La dirección de correo no tiene cuenta, o la solicitud se rechazó antes de buscarla.',
    'The OAuth client is {0} ({1}).': 'El cliente OAuth es {0} ({1}).',
    'The document of the client at {0} breaks the rule {1}.': 'El documento del cliente en {0} incumple la regla {1}.',
    'The document of the client at {0} breaks the rule {1}. What came back: {2}':
      'El documento del cliente en {0} incumple la regla {1}. Se recibió: {2}',
    'A document at {0} describes the OAuth client.': 'Un documento en {0} describe el cliente OAuth.',
    'It asked for tokens for {0}.': 'Pidió tokens para {0}.',
    'No OAuth client has the id {0} now.': 'Ningún cliente OAuth tiene ahora el identificador {0}.',
    'The session is {0}.': 'La sesión es {0}.',
    'The session {0} ended at {1} ({2}).': 'La sesión {0} se cerró a las {1} ({2}).',
    'Time per step: {0}.': 'Tiempo por paso: {0}.',
  },
};
