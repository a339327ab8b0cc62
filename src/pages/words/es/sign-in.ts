import type { Words } from '../en';

export const signIn: Words['signIn'] = {
  continueTo: (host) => `para continuar en ${host}`,
  login: {
    title: 'Iniciar sesión',
    heading: (product) => `Iniciar sesión en ${product}`,
    action: 'Iniciar sesión',
    forgot: '¿Ha olvidado su contraseña?',
    registerQuestion: '¿Aún no tiene cuenta?',
    register: 'Crear una cuenta',
    or: 'o',
    passkey: 'Iniciar sesión con una clave de acceso',
    mail: 'Iniciar sesión con un código por correo',
    passkeyProblem: 'No se ha podido usar la clave de acceso. Vuelva a intentarlo o elija otra forma.',
    signedInTitle: 'Ha iniciado sesión',
    signedIn: 'Puede cerrar esta página.',
    sentAgain:
      'La aplicación le ha enviado aquí otra vez, aunque ya ha iniciado sesión. Si vuelve a ocurrir, póngase en contacto con el operador de la aplicación.',
    backTo: (host: string) => `Volver a ${host}`,
    startAgain: 'No ha funcionado o ha tardado demasiado. Vuelva a iniciar sesión.',
    signedOut: 'Ha cerrado la sesión.',
    passwordSet: 'Su contraseña se ha establecido. Inicie sesión con la nueva contraseña.',
    deleted: 'Su cuenta se está eliminando. Le hemos enviado un correo.',
    notSaved: 'Lo último que ha introducido no se ha guardado. Inicie sesión y vuelva a introducirlo.',
    noCookies:
      'Su navegador bloquea las cookies, por lo que no se puede iniciar la sesión. Permita las cookies para este sitio e inicie sesión de nuevo.',
    unknownReturn: 'La aplicación de la que viene no se conoce aquí, así que no podemos devolverle a ella.',
  },
  /** Why the session of this browser is over. */
  ended: {
    logout: 'Se ha cerrado su sesión porque la cerró en otra ventana u otra aplicación.',
    otherDevice: 'Se ha cerrado su sesión desde otro de sus dispositivos.',
    copied:
      'Se ha cerrado su sesión por seguridad: alguien puede haberla copiado. Si vuelve a ocurrir, cambie su contraseña.',
    disabled:
      'Se ha cerrado su sesión porque su cuenta está desactivada. Póngase en contacto con el operador de este servicio.',
    deleted:
      'Se ha cerrado su sesión porque su cuenta se está eliminando. Para conservarla, use el enlace del correo que le hemos enviado.',
    operator: 'El operador de este servicio ha cerrado su sesión.',
    emailChanged: 'Se ha cerrado su sesión porque se ha cambiado su dirección de correo. Inicie sesión con la nueva.',
    emailChangedByOperator:
      'Se ha cerrado su sesión porque el operador de este servicio ha cambiado su dirección de correo. Inicie sesión con la nueva.',
    emailRestored:
      'Se ha cerrado su sesión porque se ha restablecido su antigua dirección de correo. Hemos enviado allí un correo para establecer una nueva contraseña.',
    emailConfirmed: 'Se ha cerrado su sesión porque su dirección de correo se ha confirmado por primera vez.',
    passwordChanged: 'Se ha cerrado su sesión porque se ha cambiado su contraseña. Inicie sesión con la nueva.',
    providerDisconnected: 'Se ha cerrado su sesión porque se ha desconectado un proveedor de su cuenta.',
    factorsChanged: 'Se ha cerrado su sesión porque han cambiado los segundos factores de su cuenta.',
    tooMany: 'Se ha cerrado su sesión porque la ha iniciado en demasiados dispositivos.',
    expired: 'Se ha cerrado su sesión porque la inició hace demasiado tiempo.',
    other: 'Se ha cerrado su sesión. Inicie sesión de nuevo.',
  },
  authorize: {
    title: 'Este inicio de sesión no ha funcionado',
    wrong:
      'La aplicación envió una solicitud que aquí no es válida. Vuelva a la aplicación e inténtelo de nuevo. Si se repite, póngase en contacto con los responsables de la aplicación.',
    over: 'Este inicio de sesión ya se completó o tardó demasiado. Vuelva a la aplicación e inicie sesión de nuevo.',
    goesOn: 'De vuelta a la aplicación',
    action: 'Continuar',
  },
  consent: {
    policy: (name) => `Política de privacidad de ${name}`,
    terms: (name) => `Condiciones de uso de ${name}`,
    title: (app) => `¿Continuar a ${app}?`,
    signedIn: (email) => `Ha iniciado sesión como ${email}.`,
    other: 'Usar otra cuenta',
    calls: 'Nombre que se da la aplicación:',
    within: (resource, host) => `En ${resource} (${host}):`,
    actsFor: (app) => `${app} actuará con sus roles en nombre de la organización:`,
    lets: (app) => `${app} podrá:`,
    goesTo: (host) => `Después irá a ${host}.`,
    onDevice: (app) =>
      `${app} se ejecuta en este dispositivo, donde otros programas pueden usar su nombre. Continúe solo si acaba de empezar allí este inicio de sesión.`,
    undo: 'Puede desconectarla en su cuenta en cualquier momento.',
    allow: 'Permitir',
    deny: 'No permitir',
  },
  /** A program on a device without a browser (RFC 8628). */
  device: {
    title: 'Iniciar sesión en un dispositivo',
    text: 'Introduzca el código que muestra el dispositivo. Es válido durante diez minutos.',
    code: 'Código del dispositivo',
    wrong: 'Ningún dispositivo espera con este código. Compruébelo, o empiece de nuevo en el dispositivo.',
    question: (app) => `¿Iniciar sesión en ${app} en un dispositivo?`,
    started: 'Empezado',
    address: 'Dirección de red',
    program: 'Programa',
    warning:
      'Permítalo solo si acaba de empezarlo en un dispositivo que tiene delante. Nadie más debe enviarle un código así.',
    other: 'Introducir otro código',
    done: {
      allowed: {
        title: 'Ha iniciado sesión en el dispositivo',
        text: 'Vuelva a su dispositivo. Puede cerrar esta página.',
      },
      denied: { title: 'No permitido', text: 'El dispositivo no recibe nada. Puede cerrar esta página.' },
    },
  },
  register: {
    title: 'Crear una cuenta',
    heading: (product) => `Crear una cuenta de ${product}`,
    action: 'Crear la cuenta',
    loginQuestion: '¿Ya tiene una cuenta?',
    login: 'Iniciar sesión',
    closedTitle: 'El registro está cerrado',
    closed: 'Solo el operador de este servicio puede crear cuentas.',
  },
  setup: {
    title: 'Crear el primer superadministrador',
    text: 'Ha abierto el enlace que este servicio mostró al iniciarse. Esta cuenta administra el servicio.',
    action: 'Crear el superadministrador',
    over: 'Ya hay un superadministrador. Este enlace solo sirve una vez.',
  },
  forgot: {
    title: '¿Ha olvidado su contraseña?',
    text: 'Escriba su correo electrónico. Si tiene una cuenta, le enviamos un correo para establecer una nueva contraseña.',
    action: 'Enviar el correo',
  },
  email: {
    title: 'Iniciar sesión con un código',
    text: 'Escriba su correo electrónico. Si tiene una cuenta, le enviaremos un código.',
    action: 'Enviar el código',
    passwordRemoved:
      'Su correo electrónico ya está confirmado. Antes, cualquiera podría haber elegido su contraseña, así que se ha eliminado. Puede solicitar una nueva en la página de inicio de sesión.',
  },
  code: {
    resetSent: (email) =>
      `Si ${email} tiene una cuenta, hemos enviado un correo a esa dirección. Escriba aquí el código que contiene o abra su enlace.`,
    unverified: (email) =>
      `Su correo electrónico aún no está confirmado. Hemos enviado un correo a ${email}. Escriba aquí el código que contiene o abra su enlace.`,
    other: 'Usar otra dirección',
    confirmedTitle: 'Dirección confirmada',
    confirmed: 'Su correo electrónico está confirmado. Ya puede iniciar sesión.',
  },
  provider: {
    missing: { title: 'Casi hemos terminado', text: 'Complete lo que falta.' },
    connect: {
      title: (label: string) => `Conectar ${label}`,
      text: (label: string, email: string) =>
        `${email} ya tiene una cuenta aquí. Para iniciar sesión en ella con ${label} a partir de ahora, demuestre que la cuenta es suya.`,
      signIn: 'Iniciar sesión de otra manera',
    },
  },
  deleted: {
    title: 'Esta cuenta se está eliminando',
    text: (email) => `Para conservarla, abra el enlace del correo enviado a ${email}.`,
  },
  secondFactor: {
    title: 'Segundo paso',
    text: 'Escriba el código de su aplicación de autenticación.',
    recoveryText: 'Escriba uno de sus códigos de recuperación.',
    useRecovery: 'Usar un código de recuperación',
    passkeyText: 'Use su clave de acceso o escriba uno de sus códigos de recuperación.',
    passkeyOnlyText: 'Use su clave de acceso.',
    action: 'Continuar',
    passkey: 'Usar una clave de acceso',
    restart: 'Empezar de nuevo',
  },
  enroll: {
    title: 'Añadir un segundo factor',
    text: 'Este servicio pide un segundo factor. Escanee el código QR con una aplicación de autenticación y escriba el código que muestra.',
    action: 'Continuar',
  },
  stepUp: {
    title: 'Confirme que es usted',
    text: 'El siguiente paso cambia algo importante. Demuestre de nuevo quién es.',
    action: 'Confirmar',
    willSend: 'Enviaremos un código a la dirección de correo de su cuenta.',
    sent: (email) => `Hemos enviado un correo a ${email}. Introduzca aquí el código que contiene.`,
    passkey: 'Usar una clave de acceso',
    lost: '¿Ha perdido su clave de acceso o su teléfono?',
    lostText:
      'Elija una contraseña nueva con un correo electrónico e inicie sesión con ella en 15 minutos. Entonces podrá cambiar su cuenta sin ellos.',
    none: 'No hay forma de demostrar de nuevo quién es. Cierre la sesión y vuelva a iniciarla.',
  },
  factorNeeded: {
    title: 'Necesita un segundo factor',
    text: 'La página que quiere abrir pide un segundo factor. Su cuenta no tiene ninguno.',
  },
  logout: {
    title: 'Cerrar sesión',
    text: 'Cierra la sesión en este dispositivo.',
    asked: (app) => `${app} le pide que cierre la sesión en este dispositivo.`,
    done: 'Ha cerrado la sesión',
    action: 'Cerrar sesión',
  },
};
