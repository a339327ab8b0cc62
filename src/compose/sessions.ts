import { SessionOpener } from '../accounts/auth/session-opener';
import { TwoStepSignIn } from '../accounts/auth/two-step-sign-in';
import { NewDevices } from '../accounts/sessions/new-devices';
import { createRefreshTokens } from '../accounts/sessions/refresh-token';
import { SessionService } from '../accounts/sessions/session.service';
import { mailsNewDevices, sendsMails } from '../platform/email/email.settings';
import type { Shared } from './shared';

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(shared: Shared) {
  const { config, stores, derivationKey, liveSessions, revocations, accessTokens, tokenClaims, clock, log } = shared;
  const { rateLimits } = shared;
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
