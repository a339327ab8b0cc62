import type { Authenticator } from '../auth/authenticator';
import type { Reauthentication } from '../auth/reauthentication';
import type { RunAsUser } from '../auth/run-as-user';
import type { SessionOpener } from '../auth/session-opener';
import type { Config } from '../config/config';
import { sendsMails } from '../email/email.settings';
import { FactorMails } from '../mfa/factor-mails';
import { FactorChanges, FactorsService } from '../mfa/factors.service';
import { LoginCompletionService } from '../mfa/login-completion.service';
import { SecondFactorLogins } from '../mfa/second-factor-logins';
import { createSeedEncryption, SecondFactors, type SeedEncryption } from '../mfa/second-factors';
import { StepUpService } from '../mfa/step-up.service';
import type { RunOperation } from '../operations/run-operation';
import { Challenges } from '../passkeys/challenges';
import { PasskeyVerification } from '../passkeys/passkey-verification';
import { type RelyingParty, type RelyingPartySettings, relyingPartyOf } from '../passkeys/relying-party';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { Core } from './core';
import type { Stores } from './stores';

export interface SecondFactorServices {
  factors: FactorsService;
  loginCompletion: LoginCompletionService;
  stepUps: StepUpService;
}

/** What the login and the services of second factors share. */
export interface SecondFactorParts {
  mails: FactorMails;
  seeds: SeedEncryption;
  secondFactors: SecondFactors;
  challenges: Challenges;
  relyingParty: RelyingParty;
  passkeys: PasskeyVerification;
  logins: SecondFactorLogins;
}

export function createSecondFactors(
  config: Pick<Config, 'mfa'> & RelyingPartySettings,
  { derivationKey, oneTimeTokens, outbox, clock }: Core,
  stores: Stores,
  opener: SessionOpener,
  rateLimits: RateLimits,
): SecondFactorParts {
  const seeds = createSeedEncryption(derivationKey.derive);
  const secondFactors = new SecondFactors(stores.factors, seeds, rateLimits, outbox, clock);
  const challenges = new Challenges(derivationKey.derive, clock);
  const relyingParty = relyingPartyOf(config);
  const passkeys = new PasskeyVerification(stores.passkeys, challenges, relyingParty, rateLimits, clock);
  const isRequired = config.mfa === 'required';
  const mails = new FactorMails(oneTimeTokens, outbox, clock);
  const logins = new SecondFactorLogins({
    stores,
    factors: secondFactors,
    passkeys,
    oneTimeTokens,
    opener,
    mails,
    isRequired,
    clock,
  });
  return { mails, seeds, secondFactors, challenges, relyingParty, passkeys, logins };
}

export function createSecondFactorServices(
  config: Pick<Config, 'productName' | 'email'>,
  { outbox, liveSessions, clock }: Core,
  stores: Stores,
  { mails, seeds, secondFactors, passkeys, logins }: SecondFactorParts,
  authentication: {
    operation: RunOperation;
    asUser: RunAsUser;
    authenticator: Authenticator;
    reauthentication: Reauthentication;
    opener: SessionOpener;
  },
  rateLimits: RateLimits,
): SecondFactorServices {
  const { operation, asUser, authenticator, reauthentication, opener } = authentication;
  const changes = new FactorChanges({
    transaction: stores.transaction,
    outbox,
    mails,
    liveSessions,
    sendsMails: sendsMails(config),
    clock,
  });
  return {
    factors: new FactorsService({
      operation,
      asUser,
      stores,
      authenticator,
      reauthentication,
      secondFactors,
      passkeys,
      logins,
      seeds,
      changes,
      rateLimits,
      product: config.productName,
      clock,
    }),
    loginCompletion: new LoginCompletionService(operation, logins, rateLimits),
    stepUps: new StepUpService({
      asUser,
      transaction: stores.transaction,
      reauthentication,
      secondFactors,
      passkeys,
      liveSessions,
      opener,
      clock,
    }),
  };
}
