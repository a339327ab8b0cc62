import { asked, auditActions, events, installation, rejected } from '../../platform/audit/action';
import { telEvents } from './tel.events';

export const telActions = auditActions.define({
  tel_verification_requested: {
    means: 'A user asked for a code by SMS.',
    event: asked,
  },
  tel_verified: {
    means: 'A user confirmed a phone number.',
    event: events(telEvents['user.tel_verified']),
  },
  tel_verification_rejected: { means: 'The confirmation of a phone number was rejected.', event: rejected },
  tel_country_resumed: { means: 'A super admin ended the pause of a country.', event: installation },
});
