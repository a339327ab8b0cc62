import { mailsNewDevices, sendsMails } from '../../platform/email/email.settings';
import type { Platform } from '../../wiring/platform';
import { SessionOpener } from '../auth/session-opener';
import { TwoStepSignIn } from '../auth/two-step-sign-in';
import { NewDevices } from './new-devices';
import { createRefreshTokens } from './refresh-token';
import { SessionService } from './session.service';

export type Sessions = ReturnType<typeof sessionsModule>;

export function sessionsModule(platform: Platform) {
  const { config, stores, derivationKey, liveSessions, revocations, accessTokens, tokenClaims, clock, log } = platform;
  const { rateLimits } = platform;
  const sessions = new SessionService({
    store: stores.sessions,
    refreshTokens: createRefreshTokens(derivationKey.derive),
    live: liveSessions,
    revocations,
    lifetimes: { absoluteS: config.sessionAbsoluteTtlS, graceS: config.refreshGraceS },
    mostSessionsPerAccount: config.sessionsPerAccount,
    newDevices: mailsNewDevices(config) ? new NewDevices(derivationKey.derive) : null,
    networkOf: sendsMails(config) ? (account, context) => rateLimits.knownNetwork(account, context) : null,
    clock,
    log,
  });
  return {
    sessions,
    opener: new SessionOpener(sessions, accessTokens, tokenClaims, clock),
    twoStep: new TwoStepSignIn(config, clock),
  };
}
