import type { MailWords } from '../mail-words';

const newPassword = 'demandez immédiatement un nouveau mot de passe sur la page de connexion';

export const fr: MailWords = {
  before: (action) => `${action}\u00a0:`,
  linkIsValid: (duration) => `Le lien est valable ${duration}.`,
  codeIsValid: (duration) => `Le code est valable ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `Le lien est valable ${ofLink}, le code ${ofCode}.`,
  verify_email: {
    title: 'Confirmer votre adresse e-mail',
    text: (product) => [
      `Cette adresse e-mail a été saisie pour un compte ${product}. Confirmez qu’elle est bien la vôtre.`,
    ],
    action: 'Confirmer mon adresse',
    code: 'Ou saisissez ce code là où vous avez indiqué l’adresse\u00a0:',
    notMe: 'Si ce n’était pas vous, ignorez cet e-mail. L’adresse reste alors non confirmée.',
  },
  account_exists: {
    title: 'Vous avez déjà un compte',
    text: (product) => [
      `Cette adresse e-mail a été saisie pour un nouveau compte ${product}, mais elle en a déjà un.`,
      'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, demandez-en un nouveau sur la page de connexion.',
    ],
    notMe: 'Si ce n’était pas vous, vous n’avez rien à faire. Votre compte n’a pas été modifié.',
  },
  reset_password: {
    title: 'Choisir un nouveau mot de passe',
    text: (product) => [`Un nouveau mot de passe a été demandé pour votre compte ${product}.`],
    action: 'Choisir un mot de passe',
    code: 'Ou saisissez ce code là où vous en avez fait la demande\u00a0:',
    notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste alors inchangé.',
  },
  email_login: {
    title: 'Connexion',
    text: (product) => [
      `Quelqu’un souhaite se connecter à votre compte ${product}. Cet e-mail ne sert que dans le navigateur ou l’application où il a été demandé.`,
    ],
    action: 'Se connecter',
    code: 'Ou saisissez ce code là où vous l’avez demandé, et ne le donnez à personne\u00a0:',
    notMe: 'Si ce n’était pas vous, ignorez cet e-mail.',
  },
  step_up: {
    title: 'Votre code',
    text: (product) => [
      `Quelqu’un qui est connecté à votre compte ${product} souhaite ajouter un autre moyen de connexion ou rattacher une application. Ce code prouve que c’est vous.`,
    ],
    code: 'Saisissez-le là où vous l’avez demandé, et ne le donnez à personne\u00a0:',
    notMe: `Si ce n’était pas vous, quelqu’un connaît votre mot de passe\u00a0: ${newPassword}.`,
  },
  connect_provider: {
    title: 'Connexion et rattachement',
    text: (product, provider) => [
      `Quelqu’un s’est connecté à ${product} avec ${provider}, et ${provider} a indiqué cette adresse. Si c’était vous, prouvez que l’adresse est la vôtre\u00a0: ${provider} est alors rattaché à votre compte. Cet e-mail n’est utile que dans le navigateur ou l’application où vous vous êtes connecté.`,
    ],
    action: 'Se connecter et rattacher',
    code: 'Ou saisissez ce code là où vous vous êtes connecté. Ne le donnez à personne\u00a0:',
    notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Rien n’est rattaché.',
  },
  password_was_reset: {
    title: 'Un nouveau mot de passe a été enregistré',
    text: (product) => [
      `Un nouveau mot de passe a été enregistré pour votre compte ${product}, grâce à un e-mail envoyé à cette adresse. Tous les appareils ont été déconnectés.`,
    ],
    notMe:
      'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails. Changez d’abord le mot de passe de votre messagerie. Demandez ensuite un nouveau mot de passe sur la page de connexion.',
  },
  password_removed: {
    title: 'Votre mot de passe a été supprimé',
    text: (product) => [
      `Vous vous êtes connecté à ${product} avec un code reçu par e-mail. C’était la première preuve que cette adresse est la vôtre. N’importe qui avait pu choisir le mot de passe auparavant\u00a0: il a donc été supprimé, et tous les autres appareils ont été déconnectés.`,
      'Si vous souhaitez un mot de passe, demandez-en un nouveau sur la page de connexion.',
    ],
    notMe:
      'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails. Changez d’abord le mot de passe de votre messagerie. Demandez ensuite un nouveau mot de passe sur la page de connexion.',
  },
  password_changed: {
    title: 'Votre mot de passe a été modifié',
    text: (product) => [`Le mot de passe de votre compte ${product} a été modifié.`],
    notMe: `Si ce n’était pas vous, ${newPassword}.`,
  },
  confirm_email_change: {
    title: 'Confirmer votre nouvelle adresse e-mail',
    text: (product) => [
      `Cette adresse a été saisie comme nouvelle adresse e-mail d’un compte ${product}. Confirmez qu’elle est bien la vôtre.`,
    ],
    action: 'Confirmer le changement',
    code: 'Ou saisissez ce code là où vous avez changé l’adresse\u00a0:',
    notMe: 'Si ce n’était pas vous, ignorez cet e-mail. Le compte garde alors son ancienne adresse.',
  },
  approve_email_change: {
    title: 'Confirmer le changement de votre adresse e-mail',
    text: (product) => [
      `Une nouvelle adresse e-mail a été saisie pour votre compte ${product}. L’adresse ne change que si vous êtes d’accord.`,
    ],
    action: 'Confirmer le changement',
    code: 'Ou saisissez ce code là où vous avez changé l’adresse\u00a0:',
    notMe: `Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte. Ne confirmez pas le changement, et ${newPassword}.`,
  },
  email_changed: {
    title: 'Votre adresse e-mail a été modifiée',
    text: (product) => [
      `Votre compte ${product} a maintenant une autre adresse e-mail. Celle-ci n’est plus utilisée.`,
      'Si ce n’était pas vous, rétablissez cette adresse. Tous les appareils sont alors déconnectés, et vous choisissez un nouveau mot de passe.',
    ],
    action: 'Rétablir mon adresse',
  },
  email_changed_by_operator: {
    title: 'Votre adresse e-mail a été modifiée',
    text: (product) => [
      `Un exploitant a modifié l’adresse e-mail de votre compte ${product}. Cette adresse n’est plus utilisée. Tous les appareils ont été déconnectés.`,
    ],
    notMe: 'Si vous ne l’avez pas demandé, contactez immédiatement l’exploitant de ce service.',
  },
  invite: {
    title: 'Vous avez une invitation',
    text: (product) => [
      `Un compte ${product} a été créé pour vous. Choisissez un mot de passe pour pouvoir l’utiliser.`,
    ],
    action: 'Choisir un mot de passe',
    notMe:
      'Si vous ne vous y attendiez pas, ignorez cet e-mail. Sans mot de passe, le compte ne peut pas être utilisé.',
  },
  deletion_scheduled: {
    title: 'Votre compte sera effacé',
    text: (product) => [
      `Votre compte ${product} a été supprimé, et tous les appareils ont été déconnectés. Vous pouvez garder le compte tant que le lien est valable. Ensuite, il est effacé.`,
    ],
    action: 'Garder mon compte',
    notMe: `Si vous n’avez pas supprimé le compte, gardez-le. Ensuite, ${newPassword}.`,
  },
  password_listed: {
    title: 'Choisir un autre mot de passe',
    text: (product) => [
      `Les pirates essaient en premier le mot de passe avec lequel vous vous êtes connecté à votre compte ${product}. Il est courant, il se compose de votre nom ou de votre adresse, ou il a été volé sur un autre site.`,
      'Changez-le, y compris sur les autres sites où vous l’utilisez.',
    ],
    notMe: `Si vous ne vous êtes pas connecté, ${newPassword}.`,
  },
  authenticator_added: {
    title: 'Une application d’authentification a été ajoutée',
    text: (product) => [
      `Une application d’authentification a été ajoutée à votre compte ${product}. La connexion en deux étapes est activée : en plus du mot de passe, il faut désormais un code de l’application ou un autre second facteur.`,
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau avec ce lien : l’application est alors supprimée et tous les appareils sont déconnectés.',
    ],
    action: 'Supprimer l’application et choisir un mot de passe',
  },
  passkey_added: {
    title: 'Une clé d’accès a été ajoutée',
    text: (product) => [
      `Une clé d’accès a été ajoutée à votre compte ${product}. Elle vous permet de vous connecter.`,
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau avec ce lien : la clé d’accès est alors supprimée et tous les appareils sont déconnectés.',
    ],
    action: 'Supprimer la clé d’accès et choisir un mot de passe',
  },
  new_device: {
    title: 'Connexion depuis un nouvel appareil',
    text: (product, _, { time, device, country }) => [
      `Quelqu’un s’est connecté à votre compte ${product}. L’appareil est nouveau pour ce compte, ou de nombreuses tentatives avaient échoué auparavant.`,
      `Date\u00a0: ${time}.`,
      ...(device ? [`Appareil\u00a0: ${device}.`] : []),
      ...(country ? [`Pays\u00a0: ${country}.`] : []),
      'Si ce n’était pas vous, choisissez un nouveau mot de passe avec ce lien\u00a0: tous les appareils sont alors déconnectés. Si c’était vous, vous n’avez rien à faire.',
    ],
    action: 'Ce n’était pas moi',
  },
  identity_linked: {
    title: 'Un fournisseur a été rattaché',
    text: (product) => [
      `Un compte chez un autre fournisseur a été rattaché à votre compte ${product}. Vous pouvez vous connecter avec lui. La page de sécurité indique lequel.`,
      'Si ce n’était pas vous, quelqu’un d’autre était connecté à votre compte. Choisissez un nouveau mot de passe avec ce lien : le fournisseur est alors détaché et tous les appareils sont déconnectés.',
    ],
    action: 'Détacher le fournisseur et choisir un mot de passe',
  },
  app_connected: {
    title: 'Une application a été rattachée',
    text: (product) => [
      `Une application peut désormais utiliser votre compte ${product}. La page des applications indique laquelle et ce qu’elle peut faire.`,
      'Si ce n’était pas vous, quelqu’un d’autre était connecté à votre compte. Choisissez un nouveau mot de passe avec ce lien : l’application est alors détachée et tous les appareils sont déconnectés.',
    ],
    action: 'Détacher l’application et choisir un mot de passe',
  },
  identity_unlinked: {
    title: 'Un fournisseur a été détaché',
    text: (product) => [
      `Un compte chez un autre fournisseur a été détaché de votre compte ${product}. Vous ne pouvez plus vous connecter avec lui.`,
    ],
    notMe: `Si ce n’était pas vous, ${newPassword}.`,
  },
  factor_removed: {
    title: 'Un second facteur a été supprimé',
    text: (product) => [
      `Une application d’authentification ou une clé d’accès a été supprimée de votre compte ${product}. Si c’était la dernière, la connexion en deux étapes est maintenant désactivée.`,
    ],
    notMe: `Si ce n’était pas vous, ${newPassword}. Ajoutez-la ensuite de nouveau.`,
  },
  recovery_codes_few: {
    title: 'Il reste peu de codes de secours',
    text: (product) => [
      `Il reste moins de trois codes de secours à votre compte ${product}. Ils servent à vous connecter sans votre second facteur.`,
      'Créez de nouveaux codes tant que vous pouvez encore vous connecter.',
    ],
    notMe: `Si vous n’avez pas utilisé les codes vous-même, ${newPassword}. Créez ensuite de nouveaux codes.`,
  },
  recovery_codes_changed: {
    title: 'Vos codes de secours ont été remplacés',
    text: (product) => [
      `De nouveaux codes de secours ont été créés pour votre compte ${product}. Les anciens ne sont plus valables.`,
    ],
    notMe: `Si ce n’était pas vous, ${newPassword}. Créez ensuite de nouveaux codes.`,
  },
  two_step_enabled: {
    title: 'La connexion en deux étapes est activée',
    text: (product) => [
      `La connexion en deux étapes a été activée pour votre compte ${product}. En plus du mot de passe, il faut désormais un second facteur, par exemple votre clé d’accès, un code de votre application d’authentification ou un code de secours.`,
    ],
    notMe: `Si ce n’était pas vous, ${newPassword}.`,
  },
  two_step_disabled: {
    title: 'La connexion en deux étapes est désactivée',
    text: (product) => [
      `La connexion en deux étapes a été désactivée pour votre compte ${product}. Votre mot de passe suffit désormais pour vous connecter. Les codes de secours ne sont plus valables.`,
    ],
    notMe: `Si ce n’était pas vous, ${newPassword}. Activez-la ensuite de nouveau.`,
  },
  factors_reset: {
    title: 'Vos seconds facteurs ont été supprimés',
    text: (product) => [
      `Un exploitant a supprimé tous les seconds facteurs et codes de secours de votre compte ${product}. Tous les appareils ont été déconnectés.`,
      'Connectez-vous avec votre mot de passe, et ajoutez de nouveau un second facteur.',
    ],
    notMe: 'Si vous ne l’avez pas demandé, contactez immédiatement l’exploitant de ce service.',
  },
  account_disabled: {
    title: 'Votre compte a été désactivé',
    text: (product) => [
      `Un exploitant a désactivé votre compte ${product}. Tous les appareils ont été déconnectés, et vous ne pourrez vous connecter de nouveau que lorsqu’un exploitant aura réactivé le compte.`,
    ],
    notMe: 'Si vous pensez qu’il s’agit d’une erreur, contactez l’exploitant de ce service.',
  },
  impersonated: {
    title: 'Un administrateur a utilisé votre compte',
    text: (product) => [
      `Un administrateur a ouvert votre compte ${product} et peut l’utiliser à votre place pendant 15 minutes au plus, par exemple pour vous aider. Pendant ce temps, il ne peut modifier ni votre mot de passe, ni votre adresse e-mail, ni vos seconds facteurs.`,
    ],
    notMe: 'Si vous n’avez pas demandé d’aide et ne connaissez pas la raison, contactez l’exploitant de ce service.',
  },
  webhook_disabled: {
    title: 'Un point de terminaison de webhooks a été désactivé',
    text: (product) => [
      `Les envois à un point de terminaison de webhooks de ${product} échouent depuis cinq jours, ou son destinataire a répondu qu’il n’existe plus. Le point de terminaison a été désactivé et ne reçoit plus d’événements.`,
    ],
    notMe:
      'En tant que super administrateur, vous pouvez voir la raison dans la console et réactiver le point de terminaison.',
  },
  test: {
    title: 'E-mail de test',
    text: (product) => [
      `Ceci est un e-mail de test (${product}). Il vous est parvenu, donc le serveur de messagerie fonctionne.`,
    ],
  },
};
