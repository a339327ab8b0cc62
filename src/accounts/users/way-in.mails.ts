import { mailTemplates } from '../../platform/email/mail-template';

/** About new ways in. */
export const addedMails = mailTemplates.define({
  authenticator_added: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'An authenticator app was added',
        text: (product) => [
          `An authenticator app was added to your account at ${product}. Two-step sign-in is on: your password also needs a code from the app, or another second factor.`,
          'If this wasn’t you, someone knows your password. Set a new one with this link: the authenticator app is then removed, and all devices are signed out.',
        ],
        action: 'Remove the app and set a password',
      },
      de: {
        title: 'Eine Authenticator-App wurde hinzugefügt',
        text: (product) => [
          `Zu Ihrem Konto bei ${product} wurde eine Authenticator-App hinzugefügt. Die Anmeldung in zwei Schritten ist eingeschaltet: Zum Passwort gehört jetzt auch ein Code der App oder ein anderer zweiter Faktor.`,
          'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Legen Sie mit diesem Link ein neues fest: Die Authenticator-App wird dann entfernt, und alle Geräte werden abgemeldet.',
        ],
        action: 'App entfernen und Passwort festlegen',
      },
      fr: {
        title: 'Une application d’authentification a été ajoutée',
        text: (product) => [
          `Une application d’authentification a été ajoutée à votre compte ${product}. La connexion en deux étapes est activée : en plus du mot de passe, il faut désormais un code de l’application ou un autre second facteur.`,
          'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau avec ce lien : l’application est alors supprimée et tous les appareils sont déconnectés.',
        ],
        action: 'Supprimer l’application et choisir un mot de passe',
      },
      es: {
        title: 'Se ha añadido una aplicación de autenticación',
        text: (product) => [
          `Se ha añadido una aplicación de autenticación a su cuenta de ${product}. El inicio de sesión en dos pasos está activado: además de la contraseña, ahora hace falta un código de la aplicación u otro segundo factor.`,
          'Si no ha sido usted, alguien conoce su contraseña. Elija una nueva con este enlace: se eliminará la aplicación y se cerrarán todas las sesiones.',
        ],
        action: 'Eliminar la aplicación y elegir una contraseña',
      },
    },
  },
  passkey_added: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'A passkey was added',
        text: (product) => [
          `A passkey was added to your account at ${product}. You can sign in with it.`,
          'If this wasn’t you, someone knows your password. Set a new one with this link: the passkey is then removed, and all devices are signed out.',
        ],
        action: 'Remove the passkey and set a password',
      },
      de: {
        title: 'Ein Passkey wurde hinzugefügt',
        text: (product) => [
          `Zu Ihrem Konto bei ${product} wurde ein Passkey hinzugefügt. Sie können sich damit anmelden.`,
          'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Legen Sie mit diesem Link ein neues fest: Der Passkey wird dann entfernt, und alle Geräte werden abgemeldet.',
        ],
        action: 'Passkey entfernen und Passwort festlegen',
      },
      fr: {
        title: 'Une clé d’accès a été ajoutée',
        text: (product) => [
          `Une clé d’accès a été ajoutée à votre compte ${product}. Elle vous permet de vous connecter.`,
          'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau avec ce lien : la clé d’accès est alors supprimée et tous les appareils sont déconnectés.',
        ],
        action: 'Supprimer la clé d’accès et choisir un mot de passe',
      },
      es: {
        title: 'Se ha añadido una clave de acceso',
        text: (product) => [
          `Se ha añadido una clave de acceso a su cuenta de ${product}. Puede iniciar sesión con ella.`,
          'Si no ha sido usted, alguien conoce su contraseña. Elija una nueva con este enlace: se eliminará la clave de acceso y se cerrarán todas las sesiones.',
        ],
        action: 'Eliminar la clave de acceso y elegir una contraseña',
      },
    },
  },
  automatic_passkey_added: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'Your browser added a passkey',
        text: (product) => [
          `You signed in to your account at ${product} with your password, and your browser or password manager added a passkey by itself. You can sign in with it instead of the password. On the page about security you can remove it, and no other one is then added by itself.`,
          'If you didn’t sign in, someone knows your password. Set a new one with this link: the passkey is then removed, and all devices are signed out.',
        ],
        action: 'Remove the passkey and set a password',
      },
      de: {
        title: 'Ihr Browser hat einen Passkey hinzugefügt',
        text: (product) => [
          `Sie haben sich bei ${product} mit Ihrem Passwort angemeldet, und Ihr Browser oder Passwortmanager hat dabei von selbst einen Passkey hinzugefügt. Sie können sich damit statt mit dem Passwort anmelden. Auf der Seite über die Sicherheit können Sie ihn entfernen; dann wird keiner mehr von selbst hinzugefügt.`,
          'Wenn Sie sich nicht angemeldet haben, kennt jemand Ihr Passwort. Legen Sie mit diesem Link ein neues fest: Der Passkey wird dann entfernt, und alle Geräte werden abgemeldet.',
        ],
        action: 'Passkey entfernen und Passwort festlegen',
      },
      fr: {
        title: 'Votre navigateur a ajouté une clé d’accès',
        text: (product) => [
          `Vous vous êtes connecté à votre compte ${product} avec votre mot de passe, et votre navigateur ou gestionnaire de mots de passe a ajouté une clé d’accès de lui-même. Elle vous permet de vous connecter à la place du mot de passe. Vous pouvez la supprimer sur la page de sécurité ; aucune autre n’est ensuite ajoutée d’elle-même.`,
          'Si vous ne vous êtes pas connecté, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau avec ce lien : la clé d’accès est alors supprimée et tous les appareils sont déconnectés.',
        ],
        action: 'Supprimer la clé d’accès et choisir un mot de passe',
      },
      es: {
        title: 'Su navegador ha añadido una clave de acceso',
        text: (product) => [
          `Ha iniciado sesión en su cuenta de ${product} con su contraseña, y su navegador o gestor de contraseñas ha añadido por sí mismo una clave de acceso. Puede iniciar sesión con ella en lugar de la contraseña. En la página de seguridad puede eliminarla; después no se añadirá ninguna otra por sí misma.`,
          'Si no ha iniciado sesión, alguien conoce su contraseña. Elija una nueva con este enlace: se eliminará la clave de acceso y se cerrarán todas las sesiones.',
        ],
        action: 'Eliminar la clave de acceso y elegir una contraseña',
      },
    },
  },
  identity_linked: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'A provider was connected',
        text: (product) => [
          `An account at another provider was connected with your account at ${product}. You can sign in with it. The page about security shows which one.`,
          'If this wasn’t you, someone else was signed in to your account. Set a new password with this link: the provider is then disconnected, and all devices are signed out.',
        ],
        action: 'Disconnect the provider and set a password',
      },
      de: {
        title: 'Ein Anbieter wurde verbunden',
        text: (product) => [
          `Ein Konto bei einem anderen Anbieter wurde mit Ihrem Konto bei ${product} verbunden. Sie können sich damit anmelden. Die Seite über die Sicherheit zeigt, welches es ist.`,
          'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet. Legen Sie mit diesem Link ein neues Passwort fest: Der Anbieter wird dann getrennt, und alle Geräte werden abgemeldet.',
        ],
        action: 'Anbieter trennen und Passwort festlegen',
      },
      fr: {
        title: 'Un fournisseur a été rattaché',
        text: (product) => [
          `Un compte chez un autre fournisseur a été rattaché à votre compte ${product}. Vous pouvez vous connecter avec lui. La page de sécurité indique lequel.`,
          'Si ce n’était pas vous, quelqu’un d’autre était connecté à votre compte. Choisissez un nouveau mot de passe avec ce lien : le fournisseur est alors détaché et tous les appareils sont déconnectés.',
        ],
        action: 'Détacher le fournisseur et choisir un mot de passe',
      },
      es: {
        title: 'Se ha conectado un proveedor',
        text: (product) => [
          `Una cuenta de otro proveedor se ha conectado con su cuenta de ${product}. Puede iniciar sesión con ella. La página de seguridad muestra cuál es.`,
          'Si no ha sido usted, otra persona había iniciado sesión en su cuenta. Elija una nueva contraseña con este enlace: se desconectará el proveedor y se cerrarán todas las sesiones.',
        ],
        action: 'Desconectar el proveedor y elegir una contraseña',
      },
    },
  },
  app_connected: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'An app was connected',
        text: (product) => [
          `An app was allowed to use your account at ${product}. The page about apps shows which one, and what it can do.`,
          'If this wasn’t you, someone else was signed in to your account. Set a new password with this link: the app is then disconnected, and all devices are signed out.',
        ],
        action: 'Disconnect the app and set a password',
      },
      de: {
        title: 'Eine App wurde verbunden',
        text: (product) => [
          `Eine App darf jetzt Ihr Konto bei ${product} verwenden. Die Seite über Apps zeigt, welche es ist und was sie kann.`,
          'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet. Legen Sie mit diesem Link ein neues Passwort fest: Die App wird dann getrennt, und alle Geräte werden abgemeldet.',
        ],
        action: 'App trennen und Passwort festlegen',
      },
      fr: {
        title: 'Une application a été rattachée',
        text: (product) => [
          `Une application peut désormais utiliser votre compte ${product}. La page des applications indique laquelle et ce qu’elle peut faire.`,
          'Si ce n’était pas vous, quelqu’un d’autre était connecté à votre compte. Choisissez un nouveau mot de passe avec ce lien : l’application est alors détachée et tous les appareils sont déconnectés.',
        ],
        action: 'Détacher l’application et choisir un mot de passe',
      },
      es: {
        title: 'Se ha conectado una aplicación',
        text: (product) => [
          `Una aplicación puede usar ahora su cuenta de ${product}. La página de aplicaciones muestra cuál es y qué puede hacer.`,
          'Si no ha sido usted, otra persona había iniciado sesión en su cuenta. Elija una nueva contraseña con este enlace: se desconectará la aplicación y se cerrarán todas las sesiones.',
        ],
        action: 'Desconectar la aplicación y elegir una contraseña',
      },
    },
  },
  api_key_added: {
    hasLink: true,
    hasCode: false,
    words: {
      en: {
        title: 'An API key was created',
        text: (product) => [
          `An API key was created for your account at ${product}. A program that has it acts as you. The page about API keys shows its name, and when it ends.`,
          'If this wasn’t you, someone else was signed in to your account. Set a new password with this link: all your API keys are then deleted, and all devices are signed out.',
        ],
        action: 'Delete the keys and set a password',
      },
      de: {
        title: 'Ein API-Schlüssel wurde erstellt',
        text: (product) => [
          `Für Ihr Konto bei ${product} wurde ein API-Schlüssel erstellt. Ein Programm, das ihn hat, handelt in Ihrem Namen. Die Seite über API-Schlüssel zeigt, wie er heißt und wann er abläuft.`,
          'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet. Legen Sie mit diesem Link ein neues Passwort fest: Alle Ihre API-Schlüssel werden dann gelöscht, und alle Geräte werden abgemeldet.',
        ],
        action: 'Schlüssel löschen und Passwort festlegen',
      },
      fr: {
        title: 'Une clé d’API a été créée',
        text: (product) => [
          `Une clé d’API a été créée pour votre compte ${product}. Un programme qui la possède agit en votre nom. La page des clés d’API indique son nom et sa date d’expiration.`,
          'Si ce n’était pas vous, quelqu’un d’autre était connecté à votre compte. Choisissez un nouveau mot de passe avec ce lien : toutes vos clés d’API sont alors supprimées et tous les appareils sont déconnectés.',
        ],
        action: 'Supprimer les clés et choisir un mot de passe',
      },
      es: {
        title: 'Se ha creado una clave de API',
        text: (product) => [
          `Se ha creado una clave de API para su cuenta de ${product}. Un programa que la tenga actúa en su nombre. La página de claves de API muestra su nombre y cuándo caduca.`,
          'Si no ha sido usted, otra persona había iniciado sesión en su cuenta. Elija una nueva contraseña con este enlace: se eliminarán todas sus claves de API y se cerrarán todas las sesiones.',
        ],
        action: 'Eliminar las claves y elegir una contraseña',
      },
    },
  },
});
