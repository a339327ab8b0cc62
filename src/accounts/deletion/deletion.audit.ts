import { auditActions, events } from '../../platform/audit/action';
import { userEvents } from '../users/users.events';
import { deletionEvents } from './deletion.events';

export const deletionActions = auditActions.define({
  account_deleted: {
    label: { en: 'Account deleted', de: 'Konto gelöscht', fr: 'Compte supprimé', es: 'Cuenta eliminada' },
    means: 'An account was deleted by its user or an operator. It is erased later.',
    event: events(deletionEvents['user.deleted']),
  },
  deletion_cancelled: {
    label: { en: 'Account restored', de: 'Konto wiederhergestellt', fr: 'Compte rétabli', es: 'Cuenta restablecida' },
    means: 'A deleted account was restored with the link in the e-mail.',
    event: events(userEvents['user.enabled']),
  },
  account_erased: {
    label: { en: 'Account erased', de: 'Konto endgültig entfernt', fr: 'Compte effacé', es: 'Cuenta borrada' },
    means: 'A deleted account was erased. The event names no account.',
    event: '`user.deleted` came with the deletion. The line of the audit names no account.',
  },
});
