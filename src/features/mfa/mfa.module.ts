import { sendsMails } from '../../platform/email/email.settings';
import type { Platform } from '../../wiring/platform';
import { PasskeyChallenges } from '../passkeys/passkey-challenges';
import { PasskeyVerification } from '../passkeys/passkey-verification';
import { relyingPartyOf } from '../passkeys/relying-party';
import type { Passwords } from '../passwords/passwords.module';
import type { Sessions } from '../sessions/sessions.module';
import { IdentityConnector } from '../users/identity-connector';
import { IdentityDisconnector } from '../users/identity-disconnector';
import { WayInMails } from '../users/way-in-mails';
import { FactorChanges } from './factor-changes';
import { FactorsService } from './factors.service';
import { LoginChallenges } from './login-challenges';
import { LoginCompletionService } from './login-completion.service';
import { createSeedEncryption, SecondFactorCodes } from './second-factor-codes';
import { StepUpService } from './step-up.service';

export type SecondFactorParts = ReturnType<typeof secondFactorParts>;

/** What the login, and the services of second factors and passkeys, share. */
export function secondFactorParts(platform: Platform, { opener, twoStep }: Sessions) {
  const { config, stores, derivationKey, rateLimits, oneTimeTokens, outbox, liveSessions, userFields, clock } =
    platform;
  const seeds = createSeedEncryption(derivationKey.derive);
  const secondFactors = new SecondFactorCodes(stores.factors, seeds, rateLimits, outbox, clock);
  const challenges = new PasskeyChallenges(derivationKey.derive, clock);
  const relyingParty = relyingPartyOf(config);
  const passkeys = new PasskeyVerification(stores.passkeys, challenges, relyingParty, rateLimits, clock);
  const mails = new WayInMails(oneTimeTokens, outbox, clock);
  const factors = secondFactors;
  const connector = new IdentityConnector(mails, userFields, clock);
  return {
    seeds,
    secondFactors,
    challenges,
    relyingParty,
    passkeyVerification: passkeys,
    wayInMails: mails,
    connector,
    disconnector: new IdentityDisconnector(outbox, clock),
    logins: new LoginChallenges({ stores, factors, passkeys, oneTimeTokens, opener, mails, connector, twoStep, clock }),
    changes: new FactorChanges({
      transaction: stores.transaction,
      outbox,
      mails,
      liveSessions,
      opener,
      twoStep,
      sendsMails: sendsMails(config),
      clock,
    }),
  };
}

export function mfaModule(platform: Platform, needs: SecondFactorParts & Sessions & Passwords) {
  const { config, stores, operation, rateLimits } = platform;
  const all = { ...platform, ...needs, passkeys: needs.passkeyVerification };
  return {
    factors: new FactorsService({ ...all, product: config.productName }),
    loginCompletion: new LoginCompletionService(operation, needs.logins, rateLimits),
    stepUps: new StepUpService({
      ...all,
      transaction: stores.transaction,
      mailNeeds: platform,
      sendsMails: sendsMails(config),
    }),
  };
}
