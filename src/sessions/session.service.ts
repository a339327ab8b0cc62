import { v7 as uuidv7 } from 'uuid';
import { deed } from '../audit/audit-event';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { refreshTokenRejected } from '../errors';
import type { Log } from '../log';
import type { LiveSessions } from './live-sessions';
import { hashRefreshToken, isRefreshToken, type RefreshToken, type RefreshTokens } from './refresh-token';
import type { Revocations } from './revocations';
import type { RevocationReason, Session } from './session';
import type { SessionStore } from './session.store';

/** Seconds. */
export interface SessionLifetimes {
  absoluteS: number;
  /** How long a used refresh token gives its successor again. */
  graceS: number;
}

/** Opens and renews sessions. Whoever calls has authenticated the user. */
export class SessionService {
  constructor(
    private readonly store: SessionStore,
    private readonly refreshTokens: RefreshTokens,
    private readonly live: LiveSessions,
    private readonly revocations: Revocations,
    private readonly lifetimes: SessionLifetimes,
    /** How many sessions an account may have. */
    private readonly perAccount: number,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Opens a session and records the login. Without a refresh token it lives as long as its one access token,
   * `accessTokenTtlS`. Null if the user is gone or disabled by now.
   */
  async open(
    userId: string,
    client: Client,
    createdTs: Date,
    options: { offlineAccess: boolean; accessTokenTtlS: number },
  ): Promise<{ session: Session; refreshToken: RefreshToken | null } | null> {
    const refreshToken = options.offlineAccess ? this.refreshTokens.create() : null;
    const lifetimeS = options.offlineAccess ? this.lifetimes.absoluteS : options.accessTokenTtlS;
    const id = uuidv7({ msecs: createdTs.getTime() });
    const newSession = {
      id,
      userId,
      createdTs,
      expiresTs: new Date(createdTs.getTime() + lifetimeS * 1000),
      userAgent: client.userAgent,
      ip: client.ip,
      refreshTokenHash: refreshToken === null ? null : hashRefreshToken(refreshToken),
    };
    const details = { stepsMs: client.trail.totals() };
    const audit = deed('logged_in', createdTs, client, { userId, sessionId: id, details });
    const reason: RevocationReason = 'too_many_sessions';
    const bound = {
      atMost: this.perAccount,
      audit: deed('session_ended', createdTs, client, { userId, details: { reason } }),
    };
    const opened = await this.store.insert(newSession, audit, bound);
    if (!opened) return null;
    // Here at once; the other instances are told by the database.
    for (const sessionId of opened.ended) this.revocations.add({ sessionId });
    return { session: opened.session, refreshToken };
  }

  /**
   * Exchanges a refresh token for its successor (RFC 9700, section 4.14.2). Within the grace a used token gives the
   * same successor again; after it, one that comes back was copied, and its session ends.
   * @throws AppError `UNAUTHENTICATED`
   */
  async renew(token: RefreshToken, client: Client): Promise<{ session: Session; refreshToken: RefreshToken }> {
    const { about } = client.trail;
    if (!isRefreshToken(token)) throw refreshTokenRejected('unknown token');
    const at = this.clock();
    const idleSince = this.live.idleSince(at);
    const hash = hashRefreshToken(token);
    const refreshToken = this.refreshTokens.successorOf(token);
    const successorHash = hashRefreshToken(refreshToken);

    const session = await this.store.rotate({ hash, successorHash, at, idleSince });
    if (session) return { session, refreshToken };

    const used = await this.store.findRefreshToken(hash, at, idleSince);
    if (!used) throw refreshTokenRejected('unknown token');
    about.userId = used.session.userId;
    about.sessionId = used.session.id;
    if (!used.live || !used.usedTs) throw refreshTokenRejected('ended session');
    if (at.getTime() - used.usedTs.getTime() <= this.lifetimes.graceS * 1000) {
      return { session: used.session, refreshToken };
    }
    const { id: sessionId, userId } = used.session;
    await this.live.end({ userId, id: sessionId }, 'refresh_token_reuse', client);
    const { requestId, ip } = client;
    this.log.warn({ event: 'refresh_token_reuse', sessionId, userId, requestId, ip }, 'a used refresh token came back');
    throw refreshTokenRejected('used token');
  }
}
