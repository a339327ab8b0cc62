import type { ExamineInstallation } from '../features/administration/admin-installation.service';
import type { MeasuredPasswordHasher } from '../features/passwords/password-hasher';
import type { Config } from '../platform/config/config';
import type { Log } from '../platform/observability/log';
import { accountModule, accountRules } from './account.module';
import { accountDeletionModule } from './account-deletion.module';
import { administrationModule } from './administration.module';
import { authModule } from './auth.module';
import { backgroundModule, closeServices } from './background.module';
import { federationModule } from './federation.module';
import { collectMetrics } from './metrics';
import { mfaModule, secondFactorParts } from './mfa.module';
import { oauthClientsModule } from './oauth-clients.module';
import { passkeysModule } from './passkeys.module';
import { passwordsModule } from './passwords.module';
import { createPlatform, defaultTimeLimits } from './platform';
import { sessionsModule } from './sessions.module';
import type { Stores } from './stores';

export type Services = ReturnType<typeof createServices>;

/** Creates the services of a server, in the order in which they need each other. Tests on slow machines change the time limits. */
export function createServices(
  config: Config,
  stores: Stores,
  hasher: MeasuredPasswordHasher,
  log: Log,
  examine: ExamineInstallation,
  timeLimits = defaultTimeLimits,
) {
  const platform = createPlatform(config, stores, log, timeLimits);
  const sessions = sessionsModule(platform);
  const passwords = passwordsModule(platform, hasher);
  const deletions = accountDeletionModule(platform);
  const rules = accountRules(platform, deletions);
  const factors = secondFactorParts(platform, sessions);
  const parts = { ...sessions, ...passwords, ...deletions, ...rules, ...factors };
  const clients = oauthClientsModule(platform);
  const background = backgroundModule(platform, parts);
  const all = { ...platform, ...parts, ...clients, ...background };
  const { audit, keys, revocations, oneTimeTokens } = platform;
  const { hashQueue, listedPasswordNotices } = passwords;
  const { mailbox, readiness } = background;
  const ofServer = { audit, keys, revocations, oneTimeTokens, hashQueue, listedPasswordNotices, mailbox, readiness };
  return {
    ...ofServer,
    eraser: deletions.eraser,
    oauthTokens: clients.oauthTokens,
    ...authModule(platform, { ...parts, secondFactors: factors.logins }),
    ...accountModule(platform, parts),
    ...mfaModule(platform, parts),
    ...passkeysModule(platform, parts),
    federation: federationModule(platform),
    administration: administrationModule(platform, deletions, examine),
    metrics: collectMetrics(all),
    close: () => closeServices(all),
  };
}
