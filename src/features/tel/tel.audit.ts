import { asked, auditActions, events, installation, rejected } from '../../platform/audit/action';
import { telEvents } from './tel.events';

export const telActions = auditActions.define({
  tel_verification_requested: {
    label: {
      en: 'Code to a phone number requested',
      de: 'Code an eine Telefonnummer angefordert',
      fr: 'Code demandé vers un numéro',
      es: 'Código a un teléfono solicitado',
    },
    means: 'A user asked for a code by SMS.',
    event: asked,
  },
  tel_verified: {
    label: {
      en: 'Phone number confirmed',
      de: 'Telefonnummer bestätigt',
      fr: 'Numéro de téléphone confirmé',
      es: 'Teléfono confirmado',
    },
    means: 'A user confirmed a phone number.',
    event: events(telEvents['user.tel_verified']),
  },
  tel_verification_rejected: {
    label: {
      en: 'Phone number not confirmed',
      de: 'Telefonnummer nicht bestätigt',
      fr: 'Numéro de téléphone non confirmé',
      es: 'Teléfono no confirmado',
    },
    means: 'The confirmation of a phone number was rejected.',
    event: rejected,
  },
  tel_country_resumed: {
    label: {
      en: 'Codes to a country sent again',
      de: 'Pause eines Landes beendet',
      fr: 'Fin de la pause d’un pays',
      es: 'Fin de la pausa de un país',
    },
    means: 'A super admin ended the pause of a country.',
    event: installation,
  },
});
