import type { MailWords } from '../mail-words';

const newPassword = 'solicite de inmediato una nueva contraseña en la página de inicio de sesión';

export const es: MailWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `El enlace es válido durante ${duration}.`,
  codeIsValid: (duration) => `El código es válido durante ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `El enlace es válido durante ${ofLink}; el código, durante ${ofCode}.`,
  verify_email: {
    title: 'Confirme su dirección de correo',
    text: (product) => [
      `Esta dirección de correo se ha introducido para una cuenta de ${product}. Confirme que es suya.`,
    ],
    action: 'Confirmar mi dirección',
    code: 'O introduzca este código donde indicó la dirección:',
    notMe: 'Si no ha sido usted, ignore este correo. La dirección queda entonces sin confirmar.',
  },
  account_exists: {
    title: 'Ya tiene una cuenta',
    text: (product) => [
      `Esta dirección de correo se ha introducido para una nueva cuenta de ${product}, pero ya tiene una.`,
      'Inicie sesión con su contraseña. Si la ha olvidado, solicite una nueva en la página de inicio de sesión.',
    ],
    notMe: 'Si no ha sido usted, no tiene que hacer nada. No se ha cambiado su cuenta.',
  },
  reset_password: {
    title: 'Elija una nueva contraseña',
    text: (product) => [`Se ha solicitado una nueva contraseña para su cuenta de ${product}.`],
    action: 'Elegir una contraseña',
    code: 'O introduzca este código donde la solicitó:',
    notMe: 'Si no ha sido usted, ignore este correo. Su contraseña no cambia.',
  },
  email_login: {
    title: 'Iniciar sesión',
    text: (product) => [
      `Alguien quiere iniciar sesión en su cuenta de ${product}. Este correo solo sirve en el navegador o la aplicación donde se pidió.`,
    ],
    action: 'Iniciar sesión',
    code: 'O introduzca este código donde lo pidió, y no se lo dé a nadie:',
    notMe: 'Si no ha sido usted, ignore este correo.',
  },
  step_up: {
    title: 'Su código',
    text: (product) => [
      `Alguien que ha iniciado sesión en su cuenta de ${product} quiere añadir otra forma de iniciar sesión o conectar una aplicación. Este código demuestra que es usted.`,
    ],
    code: 'Introdúzcalo donde lo pidió, y no se lo dé a nadie:',
    notMe: `Si no ha sido usted, alguien conoce su contraseña: ${newPassword}.`,
  },
  connect_provider: {
    title: 'Inicie sesión y conecte',
    text: (product, provider) => [
      `Alguien ha iniciado sesión en ${product} con ${provider}, y ${provider} ha indicado esta dirección. Si ha sido usted, demuestre que la dirección es suya: entonces ${provider} se conecta con su cuenta. Este correo solo sirve en el navegador o la aplicación donde inició sesión.`,
    ],
    action: 'Iniciar sesión y conectar',
    code: 'O introduzca este código donde inició sesión. No se lo dé a nadie:',
    notMe: 'Si no ha sido usted, ignore este correo. No se conecta nada.',
  },
  password_was_reset: {
    title: 'Se ha guardado una nueva contraseña',
    text: (product) => [
      `Se ha guardado una nueva contraseña para su cuenta de ${product}, mediante un correo enviado a esta dirección. Se ha cerrado la sesión en todos los dispositivos.`,
    ],
    notMe:
      'Si no ha sido usted, otra persona puede leer sus correos. Cambie primero la contraseña de su buzón. Después solicite una nueva contraseña en la página de inicio de sesión.',
  },
  password_removed: {
    title: 'Se ha eliminado su contraseña',
    text: (product) => [
      `Ha iniciado sesión en ${product} con un código recibido por correo. Era la primera prueba de que la dirección es suya. Antes, cualquiera podría haber elegido la contraseña, así que se ha eliminado y se ha cerrado la sesión en todos los demás dispositivos.`,
      'Si desea una contraseña, solicite una nueva en la página de inicio de sesión.',
    ],
    notMe:
      'Si no ha sido usted, otra persona puede leer sus correos. Cambie primero la contraseña de su buzón. Después solicite una nueva contraseña en la página de inicio de sesión.',
  },
  password_changed: {
    title: 'Se ha cambiado su contraseña',
    text: (product) => [`Se ha cambiado la contraseña de su cuenta de ${product}.`],
    notMe: `Si no ha sido usted, ${newPassword}.`,
  },
  confirm_email_change: {
    title: 'Confirme su nueva dirección de correo',
    text: (product) => [
      `Esta dirección se ha introducido como nueva dirección de correo de una cuenta de ${product}. Confirme que es suya.`,
    ],
    action: 'Confirmar el cambio',
    code: 'O introduzca este código donde cambió la dirección:',
    notMe: 'Si no ha sido usted, ignore este correo. La cuenta conserva entonces su dirección anterior.',
  },
  approve_email_change: {
    title: 'Confirme el cambio de su dirección de correo',
    text: (product) => [
      `Se ha introducido una nueva dirección de correo para su cuenta de ${product}. La dirección solo cambia si usted está de acuerdo.`,
    ],
    action: 'Confirmar el cambio',
    code: 'O introduzca este código donde cambió la dirección:',
    notMe: `Si no ha sido usted, otra persona ha iniciado sesión en su cuenta. No confirme el cambio y ${newPassword}.`,
  },
  email_changed: {
    title: 'Se ha cambiado su dirección de correo',
    text: (product) => [
      `Su cuenta de ${product} tiene ahora otra dirección de correo. Esta ya no se usa.`,
      'Si no ha sido usted, recupere esta dirección. Entonces se cierra la sesión en todos los dispositivos, y usted elige una nueva contraseña.',
    ],
    action: 'Recuperar mi dirección',
  },
  email_changed_by_operator: {
    title: 'Se ha cambiado su dirección de correo',
    text: (product) => [
      `Un operador ha cambiado la dirección de correo de su cuenta de ${product}. Esta dirección ya no se usa. Se ha cerrado la sesión en todos los dispositivos.`,
    ],
    notMe: 'Si no lo ha pedido, póngase en contacto de inmediato con el operador de este servicio.',
  },
  invite: {
    title: 'Tiene una invitación',
    text: (product) => [`Se ha creado una cuenta de ${product} para usted. Elija una contraseña para usarla.`],
    action: 'Elegir una contraseña',
    notMe: 'Si no esperaba este correo, no tiene que hacer nada. Sin contraseña no se puede usar la cuenta.',
  },
  deletion_scheduled: {
    title: 'Su cuenta se borrará',
    text: (product) => [
      `Su cuenta de ${product} se ha eliminado y se ha cerrado la sesión en todos los dispositivos. Puede conservar la cuenta mientras el enlace sea válido. Después se borra.`,
    ],
    action: 'Conservar mi cuenta',
    notMe: `Si no ha eliminado la cuenta, consérvela. Después, ${newPassword}.`,
  },
  password_listed: {
    title: 'Elija otra contraseña',
    text: (product) => [
      `La contraseña con la que ha iniciado sesión en su cuenta de ${product} es de las primeras que prueban los atacantes. Es común, consta de su nombre o su dirección, o se robó en otro sitio web.`,
      'Cámbiela, también en otros sitios web donde la use.',
    ],
    notMe: `Si no ha iniciado sesión, ${newPassword}.`,
  },
  authenticator_added: {
    title: 'Se ha añadido una aplicación de autenticación',
    text: (product) => [
      `Se ha añadido una aplicación de autenticación a su cuenta de ${product}. El inicio de sesión en dos pasos está activado: además de la contraseña, ahora hace falta un código de la aplicación u otro segundo factor.`,
      'Si no ha sido usted, alguien conoce su contraseña. Elija una nueva con este enlace: se eliminará la aplicación y se cerrarán todas las sesiones.',
    ],
    action: 'Eliminar la aplicación y elegir una contraseña',
  },
  passkey_added: {
    title: 'Se ha añadido una clave de acceso',
    text: (product) => [
      `Se ha añadido una clave de acceso a su cuenta de ${product}. Puede iniciar sesión con ella.`,
      'Si no ha sido usted, alguien conoce su contraseña. Elija una nueva con este enlace: se eliminará la clave de acceso y se cerrarán todas las sesiones.',
    ],
    action: 'Eliminar la clave de acceso y elegir una contraseña',
  },
  new_device: {
    title: 'Inicio de sesión en un dispositivo nuevo',
    text: (product, _, { time, device, country }) => [
      `Alguien ha iniciado sesión en su cuenta de ${product}. El dispositivo es nuevo para la cuenta, o antes habían fallado muchos intentos.`,
      `Fecha: ${time}.`,
      ...(device ? [`Dispositivo: ${device}.`] : []),
      ...(country ? [`País: ${country}.`] : []),
      'Si no ha sido usted, elija una nueva contraseña con este enlace: se cerrarán todas las sesiones. Si ha sido usted, no tiene que hacer nada.',
    ],
    action: 'No he sido yo',
  },
  identity_linked: {
    title: 'Se ha conectado un proveedor',
    text: (product) => [
      `Una cuenta de otro proveedor se ha conectado con su cuenta de ${product}. Puede iniciar sesión con ella. La página de seguridad muestra cuál es.`,
      'Si no ha sido usted, otra persona había iniciado sesión en su cuenta. Elija una nueva contraseña con este enlace: se desconectará el proveedor y se cerrarán todas las sesiones.',
    ],
    action: 'Desconectar el proveedor y elegir una contraseña',
  },
  app_connected: {
    title: 'Se ha conectado una aplicación',
    text: (product) => [
      `Una aplicación puede usar ahora su cuenta de ${product}. La página de aplicaciones muestra cuál es y qué puede hacer.`,
      'Si no ha sido usted, otra persona había iniciado sesión en su cuenta. Elija una nueva contraseña con este enlace: se desconectará la aplicación y se cerrarán todas las sesiones.',
    ],
    action: 'Desconectar la aplicación y elegir una contraseña',
  },
  identity_unlinked: {
    title: 'Se ha desconectado un proveedor',
    text: (product) => [
      `Una cuenta de otro proveedor se ha desconectado de su cuenta de ${product}. Ya no puede iniciar sesión con ella.`,
    ],
    notMe: `Si no ha sido usted, ${newPassword}.`,
  },
  factor_removed: {
    title: 'Se ha eliminado un segundo factor',
    text: (product) => [
      `Se ha eliminado una aplicación de autenticación o una clave de acceso de su cuenta de ${product}. Si era el último segundo factor, el inicio de sesión en dos pasos está ahora desactivado.`,
    ],
    notMe: `Si no ha sido usted, ${newPassword}. Después añádala de nuevo.`,
  },
  recovery_codes_few: {
    title: 'Quedan pocos códigos de recuperación',
    text: (product) => [
      `A su cuenta de ${product} le quedan menos de tres códigos de recuperación. Los necesita para iniciar sesión sin su segundo factor.`,
      'Cree nuevos códigos mientras aún pueda iniciar sesión.',
    ],
    notMe: `Si no ha usado los códigos usted, ${newPassword}. Después cree nuevos códigos.`,
  },
  recovery_codes_changed: {
    title: 'Se han sustituido sus códigos de recuperación',
    text: (product) => [
      `Se han creado nuevos códigos de recuperación para su cuenta de ${product}. Los anteriores ya no son válidos.`,
    ],
    notMe: `Si no ha sido usted, ${newPassword}. Después cree nuevos códigos.`,
  },
  two_step_enabled: {
    title: 'El inicio de sesión en dos pasos está activado',
    text: (product) => [
      `Se ha activado el inicio de sesión en dos pasos en su cuenta de ${product}. Además de la contraseña, a partir de ahora hace falta un segundo factor, por ejemplo su clave de acceso, un código de su aplicación de autenticación o un código de recuperación.`,
    ],
    notMe: `Si no ha sido usted, ${newPassword}.`,
  },
  two_step_disabled: {
    title: 'El inicio de sesión en dos pasos está desactivado',
    text: (product) => [
      `Se ha desactivado el inicio de sesión en dos pasos en su cuenta de ${product}. A partir de ahora, su contraseña basta para iniciar sesión. Los códigos de recuperación ya no son válidos.`,
    ],
    notMe: `Si no ha sido usted, ${newPassword}. Después actívelo de nuevo.`,
  },
  factors_reset: {
    title: 'Se han eliminado sus segundos factores',
    text: (product) => [
      `Un operador ha eliminado todos los segundos factores y códigos de recuperación de su cuenta de ${product}. Se ha cerrado la sesión en todos los dispositivos.`,
      'Inicie sesión con su contraseña y añada de nuevo un segundo factor.',
    ],
    notMe: 'Si no lo ha pedido, póngase en contacto de inmediato con el operador de este servicio.',
  },
  account_disabled: {
    title: 'Su cuenta se ha desactivado',
    text: (product) => [
      `Un operador ha desactivado su cuenta de ${product}. Se ha cerrado la sesión en todos los dispositivos, y no podrá iniciar sesión hasta que un operador vuelva a activar la cuenta.`,
    ],
    notMe: 'Si no está de acuerdo, póngase en contacto con el operador de este servicio.',
  },
  impersonated: {
    title: 'Un administrador ha usado su cuenta',
    text: (product) => [
      `Un administrador ha abierto su cuenta de ${product} y puede usarla en su lugar durante 15 minutos como máximo, por ejemplo para ayudarle. Mientras tanto no puede cambiar su contraseña, su dirección de correo electrónico ni sus segundos factores.`,
    ],
    notMe: 'Si no ha pedido ayuda y no conoce el motivo, póngase en contacto con el operador de este servicio.',
  },
  webhook_disabled: {
    title: 'Se ha desactivado un endpoint de webhooks',
    text: (product) => [
      `Las entregas a un endpoint de webhooks de ${product} han fallado durante cinco días, o su receptor respondió que ya no existe. El endpoint se ha desactivado y no recibe más eventos.`,
    ],
    notMe: 'Como superadministrador puede ver el motivo en la consola y volver a activar el endpoint.',
  },
  test: {
    title: 'Correo de prueba',
    text: (product) => [
      `Este es un correo de prueba de ${product}. Le ha llegado, así que el servidor de correo funciona.`,
    ],
  },
};
