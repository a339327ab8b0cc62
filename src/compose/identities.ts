import { createRunAsUser } from '../accounts/auth/run-as-user';
import { IdentityLinks } from '../accounts/providers/identity-links';
import { ProviderResults } from '../accounts/providers/provider-results';
import { Providers } from '../accounts/providers/providers';
import { IdentitiesService } from '../features/identities/identities.service';
import { ProviderLoginService } from '../features/identities/provider-login.service';
import { sendsMails } from '../platform/email/email.settings';
import { createOperation } from '../platform/operations/run-operation';
import type { AccountRules } from './email-verification';
import type { SecondFactorParts } from './mfa';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Platform } from './shared';

export type Connecting = ReturnType<typeof identityParts>;

/** What the ways to sign in share. */
export function identityParts(platform: Platform) {
  const { config, timeLimits, clock, log } = platform;
  const providers = new Providers(config.providers, config.publicUrl, timeLimits.providerMs.request, clock, log);
  return {
    providers,
    links: new IdentityLinks({ ...platform, providers, sendsMails: sendsMails(config) }),
  };
}

export function identitiesModule(
  platform: Platform,
  needs: Connecting & SecondFactorParts & Sessions & Passwords & AccountRules,
) {
  const { config, stores, oneTimeTokens, audit, timeLimits, clock } = platform;
  const results = new ProviderResults(stores, oneTimeTokens, clock);
  const slowOperation = createOperation(audit, timeLimits.providerMs.operation);
  const { redirectUris } = config.pages;
  return {
    providerLogins: new ProviderLoginService({ ...platform, ...needs, results, slowOperation, redirectUris }),
    identities: new IdentitiesService({
      ...platform,
      ...needs,
      results,
      asUserSlowly: createRunAsUser(slowOperation, platform.authenticator),
    }),
  };
}
