import { auditActions, rejected } from '../../platform/audit/action';

export const identityActions = auditActions.define({
  identity_change_rejected: {
    label: {
      en: 'Change of a provider rejected',
      de: 'Änderung eines Anbieters abgelehnt',
      fr: 'Changement d’un fournisseur rejeté',
      es: 'Cambio de un proveedor rechazado',
    },
    means: 'The connection or disconnection of a provider was rejected.',
    event: rejected,
  },
  provider_rejected: {
    label: {
      en: 'Provider did not confirm the person',
      de: 'Anbieter hat die Person nicht bestätigt',
      fr: 'Le fournisseur n’a pas confirmé la personne',
      es: 'El proveedor no confirmó a la persona',
    },
    means: 'The answer of a provider did not confirm the person.',
    event: rejected,
  },
});
