import { metrics } from './features';
import { accountDeletionModule, deletionParts } from './features/account-deletion/account-deletion.module';
import { administrationModule } from './features/administration/administration.module';
import { authModule } from './features/auth/auth.module';
import { createArrivalProbe, createExaminer } from './features/doctor/examiner';
import { emailChangeModule } from './features/email-change/email-change.module';
import { emailLoginModule } from './features/email-login/email-login.module';
import { accountRules, emailVerificationModule } from './features/email-verification/email-verification.module';
import { federationModule } from './features/federation/federation.module';
import { identitiesModule, identityParts } from './features/identities/identities.module';
import { mfaModule, secondFactorParts } from './features/mfa/mfa.module';
import { oauthClientsModule } from './features/oauth-clients/oauth-clients.module';
import { openidModule } from './features/openid/openid.module';
import { ownDataModule } from './features/own-data/own-data.module';
import { ownershipPart } from './features/ownership/ownership.module';
import { passkeysModule } from './features/passkeys/passkeys.module';
import { passwordResetModule } from './features/password-reset/password-reset.module';
import { passwordsModule } from './features/passwords/passwords.module';
import { profileModule } from './features/profile/profile.module';
import { sessionsModule } from './features/sessions/sessions.module';
import { backgroundModule, closeServices } from './wiring/background.module';
import { createPlatform, defaultTimeLimits, type ServerNeeds } from './wiring/platform';

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
