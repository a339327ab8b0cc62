import type { Platform } from '../../wiring/platform';
import { SessionOpener } from '../auth/session-opener';
import { TwoStepSignIn } from '../auth/two-step-sign-in';
import { createRefreshTokens } from './refresh-token';
import { SessionService } from './session.service';

export type Sessions = ReturnType<typeof sessionsModule>;

export function sessionsModule(platform: Platform) {
  const { config, stores, derivationKey, liveSessions, revocations, accessTokens, tokenClaims, clock, log } = platform;
  const sessions = new SessionService({
    store: stores.sessions,
    refreshTokens: createRefreshTokens(derivationKey.derive),
    live: liveSessions,
    revocations,
    lifetimes: { absoluteS: config.sessionAbsoluteTtlS, graceS: config.refreshGraceS },
    mostSessionsPerAccount: config.sessionsPerAccount,
    clock,
    log,
  });
  return {
    sessions,
    opener: new SessionOpener(sessions, accessTokens, tokenClaims, clock),
    twoStep: new TwoStepSignIn(config, clock),
  };
}
