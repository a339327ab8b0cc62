import { FactorChanges } from '../accounts/factors/factor-changes';
import { createSeedEncryption, SecondFactorCodes } from '../accounts/factors/second-factor-codes';
import { IdentityConnector } from '../accounts/users/identity-connector';
import { IdentityDisconnector } from '../accounts/users/identity-disconnector';
import { WayInMails } from '../accounts/users/way-in-mails';
import { FactorsService } from '../features/mfa/factors.service';
import { LoginChallenges } from '../features/mfa/login-challenges';
import { LoginCompletionService } from '../features/mfa/login-completion.service';
import { StepUpService } from '../features/mfa/step-up.service';
import { PasskeyChallenges } from '../features/passkeys/passkey-challenges';
import { PasskeyVerification } from '../features/passkeys/passkey-verification';
import { relyingPartyOf } from '../features/passkeys/relying-party';
import { sendsMails } from '../platform/email/email.settings';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** What the login, and the services of second factors and passkeys, share. */
export function createSecondFactors(shared: Shared, sessions: Sessions) {
  const { config, stores, derivationKey, rateLimits, oneTimeTokens, outbox, userFields, clock } = shared;
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
    logins: new LoginChallenges({ ...shared, ...sessions, factors, passkeys, mails, connector }),
    changes: new FactorChanges({
      ...shared,
      ...sessions,
      transaction: stores.transaction,
      mails,
      sendsMails: sendsMails(config),
    }),
  };
}

export function createMfa(shared: Shared, needs: SecondFactors & Sessions & Passwords) {
  const { config, stores, operation, rateLimits } = shared;
  const all = { ...shared, ...needs, passkeys: needs.passkeyVerification };
  return {
    factors: new FactorsService({ ...all, product: config.productName }),
    loginCompletion: new LoginCompletionService(operation, needs.logins, rateLimits),
    stepUps: new StepUpService({
      ...all,
      transaction: stores.transaction,
      mailNeeds: shared,
      sendsMails: sendsMails(config),
    }),
  };
}
