import { asked, auditActions, events, read } from '../../platform/audit/action';
import { userEvents } from './users.events';

export const userActions = auditActions.define({
  registered: {
    label: { en: 'Registered', de: 'Registriert', fr: 'Inscrit', es: 'Registrado' },
    means: 'An account was created.',
    event: events(userEvents['user.created']),
  },
  user_created: {
    label: {
      en: 'Account created by an operator',
      de: 'Konto vom Betreiber angelegt',
      fr: 'Compte créé par l’exploitant',
      es: 'Cuenta creada por el operador',
    },
    means: 'An account was created by an operator.',
    event: events(userEvents['user.created']),
  },
  user_invited: {
    label: { en: 'Invited', de: 'Eingeladen', fr: 'Invité', es: 'Invitado' },
    means: 'An account was created by an operator, and its user was invited.',
    event: events(userEvents['user.created']),
  },
  email_verified: {
    label: { en: 'E-mail verified', de: 'E-Mail bestätigt', fr: 'E-mail vérifié', es: 'Correo verificado' },
    means: 'The e-mail address was verified: by its user or, with an `actorId`, by a super admin.',
    event: events(userEvents['user.email_verified']),
  },
  email_login_requested: {
    label: {
      en: 'Code to sign in requested',
      de: 'Code zum Anmelden angefordert',
      fr: 'Code de connexion demandé',
      es: 'Código para iniciar sesión solicitado',
    },
    means: 'An e-mail with a code to sign in was requested.',
    event: asked,
  },
  password_reset_requested: {
    label: {
      en: 'Link to set a password requested',
      de: 'Link für ein Passwort angefordert',
      fr: 'Lien de mot de passe demandé',
      es: 'Enlace de contraseña solicitado',
    },
    means: 'An e-mail to reset the password was requested, by a person or by a super admin.',
    event: asked,
  },
  email_changed: {
    label: { en: 'E-mail changed', de: 'E-Mail geändert', fr: 'E-mail changé', es: 'Correo cambiado' },
    means:
      'The e-mail address was changed: with the links in the e-mails or, with an `actorId` and a `statedReason`, by a super admin.',
    event: events(userEvents['user.email_changed']),
  },
  identity_linked: {
    label: {
      en: 'Provider connected',
      de: 'Anbieter verbunden',
      fr: 'Fournisseur rattaché',
      es: 'Proveedor conectado',
    },
    means: 'An account at a provider was connected with the account.',
    event: events(userEvents['identity.linked']),
  },
  identity_unlinked: {
    label: {
      en: 'Provider disconnected',
      de: 'Anbieter getrennt',
      fr: 'Fournisseur détaché',
      es: 'Proveedor desconectado',
    },
    means:
      'An account at a provider was disconnected: by the user, by a super admin (`actorId`), with the first proof of the address, or by undoing a change.',
    event: events(userEvents['identity.unlinked']),
  },
  user_disabled: {
    label: { en: 'Account disabled', de: 'Konto gesperrt', fr: 'Compte désactivé', es: 'Cuenta desactivada' },
    means: 'An account was disabled.',
    event: events(userEvents['user.disabled']),
  },
  user_enabled: {
    label: { en: 'Account enabled', de: 'Konto entsperrt', fr: 'Compte activé', es: 'Cuenta activada' },
    means: 'An account was enabled.',
    event: events(userEvents['user.enabled']),
  },
  users_exported: {
    label: { en: 'Accounts exported', de: 'Konten exportiert', fr: 'Comptes exportés', es: 'Cuentas exportadas' },
    means: 'An operator exported accounts. Recorded before the first account leaves, and at the end with their number.',
    event: read,
  },
});
