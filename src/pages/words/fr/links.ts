import type { LinkWords } from '../link-words';

export const links: LinkWords = {
  verify: {
    title: 'Confirmer votre adresse e-mail',
    text: 'Utilisez le bouton pour confirmer que cette adresse e-mail est la vôtre.',
    action: 'Confirmer mon adresse',
    done: 'Votre adresse e-mail est confirmée.',
    already: 'Votre adresse e-mail est déjà confirmée.',
    notMe: 'Je ne me suis pas inscrit',
    notMeText:
      'Si vous ne vous êtes pas inscrit, quelqu’un d’autre a saisi votre adresse. Vous pouvez supprimer le compte.',
    disowned: 'Le compte associé à votre adresse a été supprimé.',
  },
  createAccount: {
    title: 'Créer votre compte',
    text: 'Choisissez le mot de passe de votre compte. Vous pouvez reprendre celui de votre inscription.',
    action: 'Créer mon compte',
    done: 'Votre compte est prêt.',
  },
  changeEmail: {
    title: 'Confirmer la nouvelle adresse e-mail',
    text: 'Utilisez le bouton pour accepter le changement de votre adresse e-mail.',
    action: 'Confirmer le changement',
    done: 'Votre adresse e-mail a été modifiée.',
    waiting: 'Confirmé. L’adresse change dès que l’e-mail envoyé à votre autre adresse est confirmé lui aussi.',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    text: 'Choisissez un nouveau mot de passe. Tous vos appareils sont ensuite déconnectés, sauf celui-ci.',
    action: 'Enregistrer le mot de passe',
    done: 'Votre mot de passe est enregistré.',
  },
  welcome: {
    title: (product) => `Bienvenue chez ${product}`,
    text: 'Vous avez été invité. Choisissez un mot de passe pour commencer.',
    action: 'Activer mon compte',
    done: 'Votre compte est prêt.',
  },
  secure: {
    title: 'Protéger votre compte',
    text: 'Quelqu’un d’autre s’est connecté\u00a0? Choisissez un nouveau mot de passe. Tous les appareils sont déconnectés, et ce qui a été ajouté à votre compte depuis cette connexion est supprimé\u00a0: clés d’accès, applications d’authentification et fournisseurs rattachés.',
    action: 'Protéger mon compte',
    done: 'Votre nouveau mot de passe est défini, et tous les appareils ont été déconnectés.',
  },
  undoEmailChange: {
    title: 'Rétablir votre adresse e-mail',
    text: 'Utilisez le bouton si vous n’avez pas changé l’adresse. Tous les appareils sont déconnectés, et vous recevez un e-mail pour choisir un nouveau mot de passe.',
    action: 'Rétablir mon adresse',
    done: 'Votre adresse e-mail est rétablie. Nous vous avons envoyé un e-mail pour choisir un nouveau mot de passe.',
  },
  cancelDeletion: {
    title: 'Garder votre compte',
    text: 'Votre compte a été supprimé et sera bientôt effacé. Utilisez le bouton pour le garder.',
    action: 'Garder mon compte',
    done: 'Votre compte est rétabli.',
  },
  invitation: {
    title: (organization) => `Vous avez une invitation à rejoindre ${organization}`,
    organization: 'Organisation',
    invitedBy: 'Invitation de',
    address: 'Adresse invitée',
    join: 'Rejoindre l’organisation',
    register: 'Créez votre compte avec cette adresse pour rejoindre l’organisation.',
    signIn: 'Cette adresse a un compte. Connectez-vous pour rejoindre l’organisation.',
    otherPerson: (email) => `Vous êtes connecté en tant que ${email}, mais une autre adresse a été invitée.`,
    done: (organization) => `Bienvenue dans ${organization}`,
    joined: 'Vous êtes maintenant membre de l’organisation.',
    full: 'L’organisation est complète, ou vous êtes membre de trop d’organisations. L’invitation reste valable.',
    disabled: 'Cette organisation est désactivée. L’invitation sera de nouveau valable quand elle sera réactivée.',
  },
  signIn: {
    title: 'Connexion',
    text: 'Utilisez le bouton pour vous connecter ici.',
    action: 'Se connecter',
    elsewhere:
      'Ce lien ne fonctionne que dans le navigateur où vous l’avez demandé. Retournez-y et saisissez le code de l’e-mail.',
    openThere: 'Ce lien ne fonctionne que dans le navigateur où vous l’avez demandé. Ouvrez-le là-bas.',
  },
  doneTitle: 'C’est fait',
  again: 'M’envoyer un nouvel e-mail',
  sentAgain: 'Nous avons envoyé un nouvel e-mail à la même adresse. Utilisez le plus récent.',
  problemTitle: 'Cela n’a pas fonctionné',
  problems: {
    invalidLink:
      'Ce lien n’est plus valable. Il a déjà été utilisé, il a expiré, ou un e-mail plus récent l’a remplacé.',
    conflict: 'Cette adresse e-mail a déjà un compte. Rien n’a été modifié.',
    disabled: 'Ce compte est désactivé. Contactez l’exploitant de ce service.',
    unavailable: 'Le service n’est pas disponible pour le moment. Réessayez dans une minute. Le lien reste valable.',
  },
};
