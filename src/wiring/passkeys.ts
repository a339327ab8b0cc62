import type { LoginPolicy } from '../auth/auth.service';
import type { Reauthentication } from '../auth/reauthentication';
import type { RunAsUser } from '../auth/run-as-user';
import type { SessionOpener } from '../auth/session-opener';
import type { Config } from '../config/config';
import { sendsMails } from '../email/email.settings';
import { FactorChanges } from '../mfa/factors.service';
import type { RunOperation } from '../operations/run-operation';
import { PasskeyLoginService } from '../passkeys/passkey-login.service';
import { PasskeysService } from '../passkeys/passkeys.service';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { Core } from './core';
import type { SecondFactorParts } from './second-factors';
import type { Stores } from './stores';

export interface PasskeyServices {
  passkeys: PasskeysService;
  passkeyLogins: PasskeyLoginService;
}

export function createPasskeyServices(
  config: Pick<Config, 'passkeys' | 'email'>,
  { outbox, liveSessions, clock }: Core,
  stores: Stores,
  { mails, challenges, relyingParty, passkeys: verification }: SecondFactorParts,
  authentication: { operation: RunOperation; asUser: RunAsUser; reauthentication: Reauthentication },
  login: { opener: SessionOpener; loginPolicy: LoginPolicy },
  rateLimits: RateLimits,
): PasskeyServices {
  const { operation, asUser, reauthentication } = authentication;
  return {
    passkeys: new PasskeysService({
      asUser,
      passkeys: stores.passkeys,
      reauthentication,
      changes: new FactorChanges({
        transaction: stores.transaction,
        outbox,
        mails,
        liveSessions,
        sendsMails: sendsMails(config),
        clock,
      }),
      challenges,
      relyingParty,
      rateLimits,
      isOn: config.passkeys,
      clock,
    }),
    passkeyLogins: new PasskeyLoginService({
      operation,
      stores,
      verification,
      opener: login.opener,
      loginPolicy: login.loginPolicy,
      rateLimits,
      isOn: config.passkeys,
    }),
  };
}
