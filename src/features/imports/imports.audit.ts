import { auditActions } from '../../platform/audit/action';

export const importActions = auditActions.define({
  users_imported: {
    label: { en: 'Accounts imported', de: 'Konten importiert', fr: 'Comptes importés', es: 'Cuentas importadas' },
    means: 'An operator or, with an `actorId`, a super admin imported accounts. Recorded at the end.',
    event: 'The operator who imports has the accounts, and a receiver would get a million events.',
  },
});
