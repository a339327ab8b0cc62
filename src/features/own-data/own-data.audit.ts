import { auditActions, read } from '../../platform/audit/action';

export const ownDataActions = auditActions.define({
  data_exported: {
    label: {
      en: 'Own data downloaded',
      de: 'Eigene Daten heruntergeladen',
      fr: 'Données téléchargées par la personne',
      es: 'Datos propios descargados',
    },
    means: 'A user exported their own data. Recorded before the first row leaves.',
    event: read,
  },
});
