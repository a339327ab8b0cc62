import { auditActions, events, preference, rejected } from '../../platform/audit/action';
import { factorEvents } from './factors.events';

export const factorActions = auditActions.define({
  factor_added: { means: 'A user added a second factor.', event: events(factorEvents['factor.added']) },
  factor_removed: { means: 'A user removed a second factor.', event: events(factorEvents['factor.removed']) },
  factor_change_rejected: { means: 'A change of second factors was rejected.', event: rejected },
  factors_reset: {
    means: 'Second factors were removed: by an operator, with the first proof of the address, or by undoing a change.',
    event: events(factorEvents['factor.removed']),
  },
  recovery_codes_changed: { means: 'A user replaced the recovery codes.', event: preference },
  two_step_enabled: {
    means: 'Two-step sign-in was switched on: by a user, or with a new second factor.',
    event: preference,
  },
  two_step_disabled: {
    means: 'A user switched two-step sign-in off, or removed the last second factor.',
    event: preference,
  },
});
