import { updated } from '../../accounts/users/users.events';
import { auditActions } from '../../platform/audit/action';

export const adminUserActions = auditActions.define({
  user_updated: {
    label: {
      en: 'Account changed by a super admin',
      de: 'Konto von einem Superadministrator geändert',
      fr: 'Compte modifié par un super-administrateur',
      es: 'Cuenta cambiada por un superadministrador',
    },
    means: 'A super admin changed the data of an account.',
    event: updated(),
  },
  roles_changed: {
    label: { en: 'Roles changed', de: 'Rollen geändert', fr: 'Rôles modifiés', es: 'Roles cambiados' },
    means: 'The roles of a user were changed.',
    event: updated('roles'),
  },
  super_admin_granted: {
    label: {
      en: 'Became a super admin',
      de: 'Wurde Superadministrator',
      fr: 'Devenu super-administrateur',
      es: 'Nombrado superadministrador',
    },
    means: 'A user became a super admin.',
    event: updated('is_super_admin'),
  },
  super_admin_revoked: {
    label: {
      en: 'No longer a super admin',
      de: 'Nicht mehr Superadministrator',
      fr: 'N’est plus super-administrateur',
      es: 'Ya no es superadministrador',
    },
    means: 'A user is no longer a super admin.',
    event: updated('is_super_admin'),
  },
  limits_lifted: {
    label: { en: 'Limit lifted', de: 'Grenze aufgehoben', fr: 'Limite levée', es: 'Límite levantado' },
    means: 'A super admin lifted the limits of failed logins of an account.',
    event: 'The account is the same.',
  },
});
