import { asked, auditActions, rejected } from '../../platform/audit/action';

export const verificationActions = auditActions.define({
  registration_requested: {
    label: {
      en: 'Asked to register',
      de: 'Registrierung angefragt',
      fr: 'Inscription demandée',
      es: 'Registro solicitado',
    },
    means: 'A registration waits for the link in its e-mail. Also recorded if the address has an account.',
    event: asked,
  },
  email_verification_rejected: {
    label: {
      en: 'E-mail not verified: wrong link',
      de: 'E-Mail nicht bestätigt: falscher Link',
      fr: 'E-mail non vérifié : lien incorrect',
      es: 'Correo no verificado: enlace incorrecto',
    },
    means: 'The proof of an e-mail address was rejected.',
    event: rejected,
  },
});
