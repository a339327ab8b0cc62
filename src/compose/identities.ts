import { createRunAsUser } from '../accounts/auth/run-as-user';
import { IdentityLinks } from '../accounts/providers/identity-links';
import { ProviderResults } from '../accounts/providers/provider-results';
import { Providers } from '../accounts/providers/providers';
import { IdentitiesService } from '../features/identities/identities.service';
import { ProviderLoginService } from '../features/identities/provider-login.service';
import { sendsMails } from '../platform/email/email.settings';
import { createOperation } from '../platform/operations/run-operation';
import type { AccountRules } from './email-verification';
import type { SecondFactors } from './mfa';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

export type Connecting = ReturnType<typeof createConnecting>;

/** What the ways to sign in share. */
export function createConnecting(shared: Shared) {
  const { config, timeLimits, clock, log } = shared;
  const providers = new Providers(config.providers, config.publicUrl, timeLimits.providerMs.request, clock, log);
  return {
    providers,
    links: new IdentityLinks({ ...shared, providers, sendsMails: sendsMails(config) }),
  };
}

export function createIdentities(
  shared: Shared,
  needs: Connecting & SecondFactors & Sessions & Passwords & AccountRules,
) {
  const { config, stores, oneTimeTokens, audit, timeLimits, clock } = shared;
  const results = new ProviderResults(stores, oneTimeTokens, clock);
  const slowOperation = createOperation(audit, timeLimits.providerMs.operation);
  const { redirectUris } = config.pages;
  return {
    providerLogins: new ProviderLoginService({ ...shared, ...needs, results, slowOperation, redirectUris }),
    identities: new IdentitiesService({
      ...shared,
      ...needs,
      results,
      asUserSlowly: createRunAsUser(slowOperation, shared.authenticator),
    }),
  };
}
