import type { Feature } from '../../platform/feature';
import { verificationActions } from './email-verification.audit';
import { verificationMails } from './email-verification.mails';
import * as emailVerification from './email-verification.operations';
import { verificationPurposes } from './email-verification.purposes';
import { verificationReasons } from './email-verification.reasons';
import { emailVerificationSettings } from './email-verification.settings';
import { PendingRegistrationStore } from './pending-registration.store';
import { pendingRegistrationCleanUp } from './pending-registration-clean-up';

export const emailVerificationFeature = {
  settings: [emailVerificationSettings],
  operations: [emailVerification],
  actions: [verificationActions],
  stores: { pendingRegistrations: PendingRegistrationStore },
  cleanUp: pendingRegistrationCleanUp,
  tables: {
    pending_registrations: { kind: 'pending', not: 'no account yet, and anyone can have typed them' },
  },
  purposes: verificationPurposes,
  mails: verificationMails,
  reasons: [verificationReasons],
} satisfies Feature;
