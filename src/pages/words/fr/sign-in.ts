import type { Words } from '../en';

export const signIn: Words['signIn'] = {
  continueTo: (host) => `pour continuer vers ${host}`,
  login: {
    title: 'Connexion',
    heading: (product) => `Se connecter à ${product}`,
    action: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    registerQuestion: 'Pas encore de compte ?',
    register: 'Créer un compte',
    or: 'ou',
    passkey: 'Se connecter avec une clé d’accès',
    mail: 'Se connecter avec un code par e-mail',
    passkeyProblem: 'La clé d’accès n’a pas pu être utilisée. Veuillez réessayer ou choisir un autre moyen.',
    signedInTitle: 'Vous êtes connecté',
    signedIn: 'Vous pouvez fermer cette page.',
    sentAgain:
      'L’application vous a renvoyé ici, alors que vous êtes connecté. Si cela se reproduit, contactez l’exploitant de l’application.',
    backTo: (host: string) => `Retour à ${host}`,
    startAgain: 'Cela n’a pas fonctionné ou a pris trop de temps. Veuillez vous connecter à nouveau.',
    signedOut: 'Vous êtes déconnecté.',
    passwordSet: 'Votre mot de passe a été défini. Connectez-vous avec le nouveau mot de passe.',
    deleted: 'Votre compte est en cours de suppression. Nous vous avons envoyé un e-mail.',
    notSaved: 'Votre dernière saisie n’a pas été enregistrée. Connectez-vous, puis recommencez-la.',
    noCookies:
      'Votre navigateur bloque les cookies : vous ne pouvez pas être connecté. Autorisez les cookies pour ce site, puis connectez-vous à nouveau.',
    unknownReturn: 'L’application d’où vous venez n’est pas connue ici. Nous ne pouvons donc pas vous y renvoyer.',
  },
  /** Why the session of this browser is over. */
  ended: {
    logout: 'Vous avez été déconnecté, car vous vous êtes déconnecté dans une autre fenêtre ou une autre application.',
    otherDevice: 'Vous avez été déconnecté depuis un autre de vos appareils.',
    copied:
      'Vous avez été déconnecté par sécurité : quelqu’un a peut-être copié votre connexion. Si cela se reproduit, changez votre mot de passe.',
    disabled:
      'Vous avez été déconnecté, car votre compte est désactivé. Veuillez contacter l’exploitant de ce service.',
    deleted:
      'Vous avez été déconnecté, car votre compte est en cours de suppression. Pour le garder, utilisez le lien de l’e-mail que nous vous avons envoyé.',
    operator: 'L’exploitant de ce service vous a déconnecté.',
    emailChanged: 'Vous avez été déconnecté, car votre adresse e-mail a été changée. Connectez-vous avec la nouvelle.',
    emailChangedByOperator:
      'Vous avez été déconnecté, car l’exploitant de ce service a changé votre adresse e-mail. Connectez-vous avec la nouvelle.',
    emailRestored:
      'Vous avez été déconnecté, car votre ancienne adresse e-mail a été rétablie. Nous y avons envoyé un e-mail pour définir un nouveau mot de passe.',
    emailConfirmed: 'Vous avez été déconnecté, car votre adresse e-mail a été confirmée pour la première fois.',
    passwordChanged: 'Vous avez été déconnecté, car votre mot de passe a été changé. Connectez-vous avec le nouveau.',
    providerDisconnected: 'Vous avez été déconnecté, car un fournisseur a été détaché de votre compte.',
    factorsChanged: 'Vous avez été déconnecté, car les seconds facteurs de votre compte ont été modifiés.',
    tooMany: 'Vous avez été déconnecté, car vous vous êtes connecté sur trop d’autres appareils.',
    expired: 'Vous avez été déconnecté, car votre connexion est trop ancienne.',
    other: 'Vous avez été déconnecté. Veuillez vous reconnecter.',
  },
  authorize: {
    title: 'Cette connexion n’a pas fonctionné',
    wrong:
      'L’application a envoyé une demande qui n’est pas valable ici. Retournez à l’application et réessayez. Si cela se reproduit, contactez les responsables de l’application.',
    over: 'Cette connexion est déjà terminée ou a pris trop de temps. Retournez à l’application et connectez-vous de nouveau.',
    goesOn: 'Retour à l’application',
    action: 'Continuer',
  },
  consent: {
    policy: (name) => `Politique de confidentialité de ${name}`,
    terms: (name) => `Conditions d’utilisation de ${name}`,
    title: (app) => `Continuer vers ${app} ?`,
    signedIn: (email) => `Vous êtes connecté en tant que ${email}.`,
    other: 'Utiliser un autre compte',
    calls: 'Nom que l’application se donne :',
    within: (resource, host) => `Dans ${resource} (${host}) :`,
    actsFor: (app) => `${app} agira avec vos rôles pour l’organisation :`,
    lets: (app) => `${app} pourra :`,
    goesTo: (host) => `Vous irez ensuite sur ${host}.`,
    onDevice: (app) =>
      `${app} fonctionne sur cet appareil, où d’autres programmes peuvent utiliser son nom. Continuez seulement si vous venez d’y commencer cette connexion.`,
    undo: 'Vous pourrez la détacher à tout moment dans votre compte.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  /** A program on a device without a browser (RFC 8628). */
  device: {
    title: 'Se connecter sur un appareil',
    text: 'Saisissez le code qu’affiche l’appareil. Il est valable dix minutes.',
    code: 'Code de l’appareil',
    wrong: 'Aucun appareil n’attend avec ce code. Vérifiez-le, ou recommencez sur l’appareil.',
    question: (app) => `Se connecter à ${app} sur un appareil ?`,
    started: 'Commencé',
    address: 'Adresse réseau',
    program: 'Programme',
    warning:
      'Autorisez-le seulement si vous venez de le commencer sur un appareil devant vous. Personne d’autre ne doit vous envoyer un tel code.',
    other: 'Saisir un autre code',
    done: {
      allowed: {
        title: 'Vous êtes connecté sur l’appareil',
        text: 'Retournez à votre appareil. Vous pouvez fermer cette page.',
      },
      denied: { title: 'Refusé', text: 'L’appareil n’obtient rien. Vous pouvez fermer cette page.' },
    },
  },
  register: {
    title: 'Créer un compte',
    heading: (product) => `Créer un compte ${product}`,
    action: 'Créer le compte',
    loginQuestion: 'Vous avez déjà un compte ?',
    login: 'Se connecter',
    closedTitle: 'Les inscriptions sont fermées',
    closed: 'Seul l’exploitant de ce service peut créer des comptes.',
  },
  setup: {
    title: 'Créer le premier super-administrateur',
    text: 'Vous avez ouvert le lien que ce service a affiché au démarrage. Ce compte administre le service.',
    action: 'Créer le super-administrateur',
    over: 'Il y a déjà un super-administrateur. Ce lien ne sert qu’une fois.',
  },
  forgot: {
    title: 'Mot de passe oublié ?',
    text: 'Saisissez votre adresse e-mail. Si elle a un compte, nous vous envoyons un e-mail pour définir un nouveau mot de passe.',
    action: 'Envoyer l’e-mail',
  },
  email: {
    title: 'Se connecter avec un code',
    text: 'Saisissez votre adresse e-mail. Si elle a un compte, nous vous enverrons un code.',
    action: 'Envoyer le code',
    passwordRemoved:
      'Votre adresse e-mail est maintenant confirmée. N’importe qui avait pu choisir votre mot de passe auparavant : il a donc été supprimé. Vous pouvez en demander un nouveau sur la page de connexion.',
  },
  code: {
    resetSent: (email) =>
      `Si ${email} a un compte, nous y avons envoyé un e-mail. Saisissez ici le code qu’il contient, ou ouvrez son lien.`,
    unverified: (email) =>
      `Votre adresse e-mail n’est pas encore confirmée. Nous avons envoyé un e-mail à ${email}. Saisissez ici le code qu’il contient, ou ouvrez son lien.`,
    other: 'Utiliser une autre adresse',
    confirmedTitle: 'Adresse confirmée',
    confirmed: 'Votre adresse e-mail est confirmée. Vous pouvez vous connecter.',
  },
  provider: {
    missing: { title: 'Presque terminé', text: 'Veuillez compléter ce qui manque.' },
    connect: {
      title: (label: string) => `Rattacher ${label}`,
      text: (label: string, email: string) =>
        `${email} a déjà un compte ici. Pour vous y connecter désormais avec ${label}, montrez que ce compte est le vôtre.`,
      signIn: 'Se connecter autrement',
    },
  },
  deleted: {
    title: 'Ce compte est en cours de suppression',
    text: (email) => `Pour le conserver, ouvrez le lien dans l’e-mail envoyé à ${email}.`,
  },
  secondFactor: {
    title: 'Deuxième étape',
    text: 'Saisissez le code de votre application d’authentification.',
    recoveryText: 'Saisissez l’un de vos codes de secours.',
    useRecovery: 'Utiliser plutôt un code de secours',
    passkeyText: 'Utilisez votre clé d’accès, ou saisissez l’un de vos codes de secours.',
    passkeyOnlyText: 'Utilisez votre clé d’accès.',
    action: 'Continuer',
    passkey: 'Utiliser une clé d’accès',
    restart: 'Recommencer',
  },
  enroll: {
    title: 'Ajouter un second facteur',
    text: 'Ce service demande un second facteur. Scannez le QR code avec une application d’authentification, puis saisissez le code qu’elle affiche.',
    action: 'Continuer',
  },
  stepUp: {
    title: 'Confirmez votre identité',
    text: 'L’étape suivante modifie quelque chose d’important. Veuillez prouver à nouveau qui vous êtes.',
    action: 'Confirmer',
    willSend: 'Nous enverrons un code à l’adresse e-mail de votre compte.',
    sent: (email) => `Nous avons envoyé un e-mail à ${email}. Saisissez ici le code qu’il contient.`,
    passkey: 'Utiliser une clé d’accès',
    lost: 'Vous avez perdu votre clé d’accès ou votre téléphone\u00a0?',
    lostText:
      'Choisissez un nouveau mot de passe à l’aide d’un e-mail, puis connectez-vous dans les 15 minutes. Vous pourrez alors modifier votre compte sans eux.',
    none: 'Vous ne pouvez pas prouver à nouveau qui vous êtes. Veuillez vous déconnecter, puis vous reconnecter.',
  },
  factorNeeded: {
    title: 'Il vous faut un second facteur',
    text: 'La page que vous voulez ouvrir demande un second facteur. Votre compte n’en a pas.',
  },
  logout: {
    title: 'Se déconnecter',
    text: 'Vous vous déconnectez sur cet appareil.',
    asked: (app) => `${app} vous demande de vous déconnecter sur cet appareil.`,
    done: 'Vous êtes déconnecté',
    action: 'Se déconnecter',
  },
};
