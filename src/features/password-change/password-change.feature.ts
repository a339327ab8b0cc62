import type { Feature } from '../../platform/feature';
import { passwordActions } from './password-change.audit';
import { passwordEvents } from './password-change.events';
import { passwordMails } from './password-change.mails';
import * as passwords from './password-change.operations';
import { passwordChangeEnds, passwordChangeReasons } from './password-change.reasons';

export const passwordChangeFeature = {
  operations: [passwords],
  mails: passwordMails,
  actions: [passwordActions],
  events: [passwordEvents],
  reasons: [passwordChangeReasons],
  ends: [passwordChangeEnds],
} satisfies Feature;
