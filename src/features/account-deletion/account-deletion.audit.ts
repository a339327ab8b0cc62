import { auditActions, rejected } from '../../platform/audit/action';

export const accountDeletionActions = auditActions.define({
  deletion_rejected: {
    label: {
      en: 'Deletion rejected',
      de: 'Löschung abgelehnt',
      fr: 'Suppression rejetée',
      es: 'Eliminación rechazada',
    },
    means: 'A deletion, or its cancellation, was rejected.',
    event: rejected,
  },
});
