import type { Words } from '../en';

export const common: Words['common'] = {
  language: 'Langue',
  skip: 'Aller au contenu',
  account: 'Votre compte',
  console: 'Console',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  back: 'Retour',
  cancel: 'Annuler',
  continue: 'Continuer',
  save: 'Enregistrer',
  footer: { help: 'Aide', terms: 'Conditions', privacy: 'Confidentialité' },
  optional: '(facultatif)',
  fields: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    currentPassword: 'Mot de passe actuel',
    firstName: 'Prénom',
    lastName: 'Nom',
    tel: 'Téléphone',
    code: 'Code',
    recoveryCode: 'Code de secours',
  },
  userFields: { listHint: 'Séparez par des virgules.' },
  showPassword: 'Afficher',
  hidePassword: 'Masquer',
  passwordRules: {
    longEnough: 'Plus de 8 caractères',
    notOwn: 'Pas seulement votre nom ou votre adresse e-mail',
    notCommon: 'Les mots de passe courants ne sont pas acceptés.',
  },
  summary: 'Veuillez vérifier les champs marqués.',
  invalid: {
    email: 'Saisissez une adresse e-mail, par exemple ada@example.com.',
    password: 'Saisissez un mot de passe.',
    currentPassword: 'Saisissez votre mot de passe actuel.',
    firstName: 'Saisissez un prénom de 100 caractères au plus.',
    lastName: 'Saisissez un nom de 100 caractères au plus.',
    tel: 'Saisissez 32 caractères au plus.',
    code: 'Saisissez le code.',
    other: 'Cette valeur ne peut pas être utilisée.',
  },
  invalidPassword: {
    too_short: 'Ce mot de passe est trop court. Utilisez plus de 8 caractères.',
    too_long: 'Ce mot de passe est trop long. Utilisez 256 caractères au plus.',
    common:
      'Ce mot de passe est trop courant : c’est l’un des premiers essayés par les pirates. Choisissez-en un autre.',
    own_words:
      'Ce mot de passe est composé de votre nom, de votre adresse e-mail ou du nom de ce service. Choisissez-en un autre.',
    breached: 'Ce mot de passe figure dans une liste de mots de passe volés. Choisissez-en un autre.',
  },
  code: {
    title: 'Consultez votre messagerie',
    sent: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Saisissez ici le code qu’il contient, ou ouvrez son lien.`,
    label: 'Code reçu par e-mail',
    wrong: 'Ce code est incorrect. Vérifiez-le, puis réessayez.',
    over: 'Ce code n’est plus valable. Demandez un nouvel e-mail.',
    again: 'Renvoyer l’e-mail',
    sentAgain: 'Nous avons envoyé un autre e-mail. Utilisez le plus récent.',
    tooSoon: 'Nous venons d’envoyer un e-mail. Regardez aussi dans vos courriers indésirables.',
    wait: (seconds) => `Vous pourrez demander un autre e-mail dans ${seconds} s.`,
  },
  agreement: {
    terms: 'En continuant, vous acceptez les {terms}.',
    both: 'En continuant, vous acceptez les {terms} et la {privacy}.',
    links: { terms: 'conditions d’utilisation', privacy: 'politique de confidentialité' },
  },
  appKey: {
    qr: 'QR code pour une application d’authentification',
    open: 'Ouvrir dans votre application d’authentification',
    key: 'Impossible de le scanner\u00a0? Saisissez cette clé dans l’application\u00a0:',
    copy: 'Copier la clé',
    copied: 'Copiée',
  },
  notFound: {
    title: 'Cette page n’existe pas',
    text: 'Vérifiez l’adresse. Un lien d’un e-mail doit être complet.',
    home: 'Page d’accueil',
  },
  provider: {
    lastUsed: 'Dernier utilisé',
    goOn: (label: string) => `Continuer avec ${label}`,
    going: (label: string) => `Vers ${label} …`,
  },
  otherPerson: {
    title: 'Réservé aux super-administrateurs',
    text: (email) => `Vous êtes connecté en tant que ${email}. Ce compte ne donne pas accès à la console.`,
    change: 'Se connecter avec un autre compte',
    stay: 'Aller à votre compte',
  },
  scopes: {
    openid: 'Vous reconnaître',
    profile: 'Voir votre nom et votre langue',
    email: 'Voir votre adresse e-mail',
    phone: 'Voir votre numéro de téléphone',
    roles: 'Voir vos rôles',
    groups: 'Voir vos rôles',
    offline_access: 'Vous garder connecté jusqu’à ce que vous la détachiez',
  },
  backTo: (product) => `Retour à ${product}`,
  openAgain: 'Rouvrir la page',
  problemTitle: 'Cela n’a pas fonctionné',
  noMails: 'Ce service n’envoie pas d’e-mails pour le moment. Veuillez contacter son exploitant.',
  problems: {
    wrongCredentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
    wrongPassword: 'Le mot de passe est incorrect.',
    wrongCode: 'Ce code est incorrect ou a déjà été utilisé. Attendez le code suivant, puis réessayez.',
    invalidLink: 'Ce lien ou ce code n’est plus valable. Veuillez en demander un nouveau.',
    emailTaken: 'Cette adresse e-mail a déjà un compte.',
    disabled: 'Ce compte est désactivé. Veuillez contacter l’exploitant de ce service.',
    deleted: 'Ce compte est en cours de suppression. Le lien dans l’e-mail que vous avez reçu permet de le conserver.',
    notVerified:
      'Veuillez d’abord confirmer votre adresse e-mail. Nous vous avons envoyé un nouvel e-mail avec un lien.',
    tooMany: (seconds: number) =>
      seconds > 120
        ? `Il y a eu trop de tentatives. Veuillez réessayer dans ${Math.ceil(seconds / 60)} minutes.`
        : `Il y a eu trop de tentatives. Veuillez réessayer dans ${seconds} ${seconds > 1 ? 'secondes' : 'seconde'}.`,
    providerCancelled:
      'La connexion avec le fournisseur a été annulée. Vous pouvez réessayer ou choisir un autre moyen.',
    providerRejected:
      'Le fournisseur n’a pas confirmé qui vous êtes, ou cela a pris trop de temps. Veuillez recommencer.',
    conflict: 'Quelque chose a changé entre-temps, nous n’avons donc rien modifié. Veuillez vérifier à nouveau.',
    forbidden: 'Vous n’avez pas le droit de faire cela.',
    otherDomain: 'Les adresses de ce domaine ne peuvent pas être utilisées ici.',
    foreignForm:
      'Le formulaire n’a pas été envoyé depuis cette page. Veuillez rouvrir la page et renvoyer le formulaire.',
    notFound: 'Cette page ou cet élément n’existe pas.',
    tooLarge: 'Le formulaire contient trop de texte.',
    malformed: 'Le formulaire n’a pas pu être lu. Veuillez rouvrir la page.',
    unavailable: 'Le service n’est pas disponible pour le moment. Veuillez réessayer dans une minute.',
    unexpected:
      'Une erreur inattendue s’est produite. Veuillez réessayer. Si elle se reproduit, contactez l’exploitant.',
    request: (id: string) => `ID de cette requête\u00a0: ${id}`,
  },
};
