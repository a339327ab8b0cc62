import { providerMails } from '../../accounts/providers/providers.mails';
import { providerPurposes } from '../../accounts/providers/providers.purposes';
import { providerEnds, providerReasons } from '../../accounts/providers/providers.reasons';
import { providersSettings } from '../../accounts/providers/providers.settings';
import type { Feature } from '../../platform/feature';
import { identityActions } from './identities.audit';
import { identitiesMetrics } from './identities.metrics';
import * as identities from './identities.operations';
import { providerLimits } from './provider-login.limits';

export const identitiesFeature = {
  limits: providerLimits,
  settings: [providersSettings],
  operations: [identities],
  actions: [identityActions],
  metrics: [identitiesMetrics],
  purposes: providerPurposes,
  mails: providerMails,
  reasons: [providerReasons],
  ends: [providerEnds],
} satisfies Feature;
