import { updated } from '../../accounts/users/users.events';
import { auditActions } from '../../platform/audit/action';

export const profileActions = auditActions.define({
  profile_changed: {
    label: { en: 'Profile changed', de: 'Profil geändert', fr: 'Profil modifié', es: 'Perfil cambiado' },
    means: 'A signed-in user changed a name, the phone number or the language.',
    event: updated(),
  },
});
