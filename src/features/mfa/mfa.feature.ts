import { factorLimits } from '../../accounts/auth/login.limits';
import { FactorStore } from '../../accounts/factors/factor.store';
import { factorActions } from '../../accounts/factors/factors.audit';
import { factorEvents } from '../../accounts/factors/factors.events';
import { factorMails } from '../../accounts/factors/factors.mails';
import { factorEnds, factorReasons } from '../../accounts/factors/factors.reasons';
import type { Feature } from '../../platform/feature';
import { mfaActions } from './mfa.audit';
import { mfaMails } from './mfa.mails';
import * as mfa from './mfa.operations';
import { mfaPurposes } from './mfa.purposes';
import { mfaReasons } from './mfa.reasons';
import { mfaSettings } from './mfa.settings';
import { mfaTables } from './mfa.tables';
import * as stepUp from './step-up.operations';

export const mfaFeature = {
  limits: factorLimits,
  settings: [mfaSettings],
  operations: [mfa, stepUp],
  actions: [factorActions, mfaActions],
  events: [factorEvents],
  stores: { factors: FactorStore },
  tables: mfaTables,
  purposes: mfaPurposes,
  mails: { ...factorMails, ...mfaMails },
  reasons: [factorReasons, mfaReasons],
  ends: [factorEnds],
} satisfies Feature;
