import type { LinkWords } from '../link-words';

export const links: LinkWords = {
  verify: {
    title: 'Confirme su dirección de correo',
    text: 'Use el botón para confirmar que esta dirección de correo es suya.',
    action: 'Confirmar mi dirección',
    done: 'Su dirección de correo está confirmada.',
    already: 'Su dirección de correo ya está confirmada.',
    notMe: 'No me he registrado',
    notMeText: 'Si no se ha registrado, otra persona ha introducido su dirección. Puede eliminar la cuenta.',
    disowned: 'Se ha eliminado la cuenta con su dirección.',
  },
  createAccount: {
    title: 'Cree su cuenta',
    text: 'Elija la contraseña de su cuenta. Puede ser la misma con la que se registró.',
    action: 'Crear mi cuenta',
    done: 'Su cuenta está lista.',
  },
  changeEmail: {
    title: 'Confirme la nueva dirección de correo',
    text: 'Use el botón para aceptar el cambio de su dirección de correo.',
    action: 'Confirmar el cambio',
    done: 'Se ha cambiado su dirección de correo.',
    waiting: 'Confirmado. La dirección cambia cuando se confirme también el correo enviado a su otra dirección.',
  },
  reset: {
    title: 'Elija una nueva contraseña',
    text: 'Elija una contraseña nueva. Después se cierra la sesión en todos sus dispositivos, salvo en este.',
    action: 'Guardar la contraseña',
    done: 'Su contraseña se ha guardado.',
  },
  welcome: {
    title: (product) => `Le damos la bienvenida a ${product}`,
    text: 'Ha recibido una invitación. Elija una contraseña para empezar.',
    action: 'Activar mi cuenta',
    done: 'Su cuenta está lista.',
  },
  secure: {
    title: 'Proteja su cuenta',
    text: '¿Ha iniciado sesión otra persona? Elija una nueva contraseña. Se cerrarán todas las sesiones y se eliminará lo que se haya añadido a su cuenta desde entonces: claves de acceso, aplicaciones de autenticación y proveedores conectados.',
    action: 'Proteger mi cuenta',
    done: 'Su nueva contraseña está guardada y se han cerrado todas las sesiones.',
  },
  undoEmailChange: {
    title: 'Recupere su dirección de correo',
    text: 'Use el botón si usted no ha cambiado la dirección. Se cierra la sesión en todos los dispositivos, y recibirá un correo para elegir una nueva contraseña.',
    action: 'Recuperar mi dirección',
    done: 'Se ha recuperado su dirección de correo. Le hemos enviado un correo para elegir una nueva contraseña.',
  },
  cancelDeletion: {
    title: 'Conserve su cuenta',
    text: 'Su cuenta se ha eliminado y se borrará pronto. Use el botón para conservarla.',
    action: 'Conservar mi cuenta',
    done: 'Su cuenta se ha recuperado.',
  },
  signIn: {
    title: 'Iniciar sesión',
    text: 'Use el botón para iniciar sesión aquí.',
    action: 'Iniciar sesión',
    elsewhere: 'Este enlace solo funciona en el navegador donde lo pidió. Vuelva allí y escriba el código del correo.',
    openThere: 'Este enlace solo funciona en el navegador donde lo pidió. Ábralo allí.',
  },
  doneTitle: 'Hecho',
  again: 'Enviarme otro correo',
  sentAgain: 'Hemos enviado otro correo a la misma dirección. Use el más reciente.',
  problemTitle: 'No ha funcionado',
  problems: {
    invalidLink: 'Este enlace ya no es válido. Se ha usado, ha caducado o lo sustituye un correo más reciente.',
    conflict: 'Esta dirección de correo ya tiene una cuenta. No se ha cambiado nada.',
    disabled: 'Esta cuenta está desactivada. Póngase en contacto con el operador de este servicio.',
    unavailable:
      'El servicio no está disponible en este momento. Inténtelo de nuevo en un minuto. El enlace sigue siendo válido.',
  },
};
