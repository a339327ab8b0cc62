import { auditActions, rejected } from '../../platform/audit/action';

export const deviceActions = auditActions.define({
  device_code_failed: {
    label: {
      en: 'Wrong code of a device',
      de: 'Falscher Code eines Geräts',
      fr: 'Code d’appareil incorrect',
      es: 'Código de dispositivo incorrecto',
    },
    means: 'Somebody typed a code of a device that does not exist, was decided, or has expired.',
    event: rejected,
  },
});
