import type { Feature } from '../../platform/feature';
import * as account from './account.operations';
import { authActions } from './auth.audit';
import { authMails } from './auth.mails';
import * as auth from './auth.operations';
import { authEnds, authReasons } from './auth.reasons';
import * as forwardAuth from './forward-auth.operations';
import { forwardAuthSettings } from './forward-auth.settings';
import { loginLimits } from './login.limits';
import { loginMetrics } from './logins.metrics';

export const authFeature = {
  limits: loginLimits,
  settings: [forwardAuthSettings],
  operations: [auth, account, forwardAuth],
  actions: [authActions],
  metrics: [loginMetrics],
  mails: authMails,
  reasons: [authReasons],
  ends: [authEnds],
} satisfies Feature;
