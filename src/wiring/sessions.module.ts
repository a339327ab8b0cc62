import { SessionOpener } from '../features/auth/session-opener';
import { createRefreshTokens } from '../features/sessions/refresh-token';
import { SessionService } from '../features/sessions/session.service';
import type { Platform } from './platform';

export type Sessions = ReturnType<typeof sessionsModule>;

export function sessionsModule(platform: Platform) {
  const { config, stores, derivationKey, liveSessions, revocations, accessTokens, clock, log } = platform;
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
  return { sessions, opener: new SessionOpener(sessions, accessTokens, clock) };
}
