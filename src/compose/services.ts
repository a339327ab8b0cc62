import { createArrivalProbe, createExaminer } from '../doctor/examiner';
import { accountDeletionModule, deletionParts } from './account-deletion';
import { administrationModule } from './administration';
import { authModule } from './auth';
import { backgroundModule, closeServices } from './background';
import { emailChangeModule } from './email-change';
import { emailLoginModule } from './email-login';
import { accountRules, emailVerificationModule } from './email-verification';
import { metrics } from './features';
import { federationModule } from './federation';
import { identitiesModule, identityParts } from './identities';
import { mfaModule, secondFactorParts } from './mfa';
import { oauthClientsModule } from './oauth-clients';
import { openidModule } from './openid';
import { ownDataModule } from './own-data';
import { ownershipPart } from './ownership';
import { passkeysModule } from './passkeys';
import { passwordResetModule } from './password-reset';
import { passwordsModule } from './passwords';
import { profileModule } from './profile';
import { sessionsModule } from './sessions';
import { createPlatform, defaultTimeLimits, type ServerNeeds } from './shared';

export type Services = ReturnType<typeof createServices>;

/** Creates the services of a server, in the order in which they need each other. Tests on slow machines change the time limits. */
export function createServices(needs: ServerNeeds, timeLimits = defaultTimeLimits) {
  const platform = createPlatform(needs, timeLimits);
  const sessions = sessionsModule(platform);
  const passwords = passwordsModule(platform, sessions, needs.hasher);
  const deletions = deletionParts(platform);
  const factors = secondFactorParts(platform, sessions);
  const others = { ...accountRules(platform, deletions), ...ownershipPart(platform), ...oauthClientsModule(platform) };
  const openid = openidModule(platform, { ...sessions, ...passwords, ...factors, ...others });
  const parts = { ...sessions, ...passwords, ...deletions, ...identityParts(platform), ...factors, ...others };
  const all = { ...platform, ...parts, ...openid, ...backgroundModule(platform, parts) };
  const { audit, keys, revocations, oneTimeTokens, hashQueue, listedPasswordNotices, eraser } = all;
  const { oauthTokens, clientOrigins, mailbox, readiness, figureCounter } = all;
  return {
    ...{ audit, keys, revocations, oneTimeTokens, hashQueue, listedPasswordNotices, eraser },
    ...{ oauthTokens, clientOrigins, mailbox, readiness, figureCounter },
    ...authModule(platform, { ...parts, secondFactors: factors.logins }),
    ...emailVerificationModule(platform, parts),
    ...passwordResetModule(platform, parts),
    ...emailChangeModule(platform, parts),
    ...emailLoginModule(platform, parts),
    ...identitiesModule(platform, parts),
    ...openid,
    ...profileModule(platform, parts),
    ...ownDataModule(platform, parts),
    ...accountDeletionModule(platform, parts),
    ...mfaModule(platform, parts),
    ...passkeysModule(platform, parts),
    federation: federationModule(platform),
    arrivalProbe: createArrivalProbe(platform),
    administration: administrationModule(platform, parts, createExaminer(needs)),
    metrics: metrics.flatMap((read) => read(all)),
    close: () => closeServices(all),
  };
}
