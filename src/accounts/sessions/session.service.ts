import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import { invalidField } from '../../platform/errors/app-error';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import type { Log } from '../../platform/observability/log';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { type Authentication, type FirstStep, nameOf } from '../tokens/authentication';
import { tokenReasons } from '../tokens/tokens.reasons';
import type { Credentials } from '../users/user.store';
import type { ClientSessionStore, DeviceOrigin } from './client-session.store';
import type { LiveSessions } from './live-sessions';
import type { NewDevices } from './new-devices';
import { hashOpaqueToken, isOpaqueToken } from './opaque-token';
import { refreshTokenRejected } from './refresh-rejection';
import type { RefreshToken, RefreshTokens } from './refresh-token';
import type { Revocations } from './revocations';
import { type RefreshingClient, resourcesOf, type SessionOfUser } from './session';
import type { OpenedSession, SessionBound, SessionGuard, SessionStore } from './session.store';
import { sessionActions } from './sessions.audit';
import { sessionEnds, sessionReasons } from './sessions.reasons';

export interface SessionLifetimes {
  absoluteS: number;
  /** For how long a used refresh token returns its successor again. */
  graceS: number;
}

export interface SessionOptions {
  offlineAccess: boolean;
  accessTokenTtlS: number;
  authentication: Authentication;
  guard: SessionGuard;
  /** For the audit: whether the login has replaced a password of another service. */
  migrated: boolean;
  method: FirstStep;
  /** The second factor, after another first step. */
  factor: ChallengeFactor | null;
}

export interface ClientSessionOptions {
  /** A UUIDv7. */
  id: string;
  userId: string;
  clientId: string;
  scopes: readonly string[];
  /** The resource of its access tokens (RFC 8707). Null: as the client says. */
  resource: string | null;
  /** The organization in whose name its access tokens are. Null: none. */
  organizationId: string | null;
  /** The session of the page on which the user signed in. */
  originSessionId: string;
  accessTokenTtlS: number;
  /** The user, if the session is that of the device that sends the request, and not of the device of the page. */
  onDeviceOf: Pick<Credentials, 'user' | 'emailCanonical'> | null;
  /** What the audit says of it. */
  details: AuditDetails;
}

export interface SessionServiceNeeds {
  store: SessionStore;
  refreshTokens: RefreshTokens;
  live: LiveSessions;
  revocations: Revocations;
  lifetimes: SessionLifetimes;
  mostSessionsPerAccount: number;
  /** Null if nobody gets a mail about a login from a new device. */
  newDevices: NewDevices | null;
  /** The network of a login. Null if the service sends no mails: then nobody could be asked for a proof of the mailbox. */
  networkOf: RateLimits['knownNetwork'] | null;
  clock: Clock;
  log: Log;
}

/** Opens and renews sessions. The caller must have authenticated the user. */
export class SessionService {
  constructor(private readonly needs: SessionServiceNeeds) {}

  /**
   * Opens a session and records the login. A session without a refresh token lives as long as its access token,
   * `accessTokenTtlS` seconds. Returns null if the user was deleted or disabled in the meantime, or if what the login has
   * verified, `guard`, has changed. The caller can give the stores of a transaction, and calls `rejectTokensOf` for the
   * ended sessions after the commit.
   */
  async open(
    { user, emailCanonical }: Pick<Credentials, 'user' | 'emailCanonical'>,
    context: RequestContext,
    createdTs: Date,
    options: SessionOptions,
    tx: { sessions: SessionStore } = { sessions: this.needs.store },
  ): Promise<{ session: SessionOfUser; refreshToken: RefreshToken | null; ended: readonly string[] } | null> {
    const userId = user.id;
    const refreshToken = options.offlineAccess ? this.needs.refreshTokens.create() : null;
    const lifetimeS = options.offlineAccess ? this.needs.lifetimes.absoluteS : options.accessTokenTtlS;
    const id = uuidv7(createdTs);
    const newSession = {
      id,
      userId,
      createdTs,
      expiresTs: new Date(createdTs.getTime() + lifetimeS * 1000),
      userAgent: context.userAgent,
      ip: context.ip,
      refreshTokenHash: refreshToken === null ? null : hashOpaqueToken(refreshToken),
      authentication: options.authentication,
      guard: options.guard,
    };
    const details = {
      stepsMs: context.timings.totals(),
      ...(options.authentication.acr === 'aal2' && { acr: 'aal2' }),
      ...(options.migrated && { migrated: true }),
      method: nameOf(options.method),
      ...(options.factor && { factor: options.factor }),
    };
    const audit = successEvent(sessionActions.logged_in, createdTs, context, { userId, sessionId: id, details });
    const network = this.needs.networkOf?.(emailCanonical, context) ?? null;
    const origin = network && {
      network,
      // Whoever has a second factor, or reads the mails of the account, is its owner wherever the login comes from.
      isOwner: options.authentication.acr === 'aal2' || options.method === 'email',
      device: this.needs.newDevices?.of(user, network, context, createdTs) ?? null,
    };
    const opened = await tx.sessions.insert(newSession, audit, this.boundOf(userId, createdTs, context), origin);
    if (!opened) return null;
    return { session: opened.session, refreshToken, ended: opened.ended };
  }

  /**
   * Opens a session for an OAuth client, in the transaction that uses up its code, and records it. Without offline access, the
   * session lives as long as its access token. Returns null if the session of the page is over, or the user is
   * disabled or may not act for the organization. The caller calls `rejectTokensOf` for the ended sessions after the commit.
   */
  async openForClient(
    tx: { clientSessions: ClientSessionStore },
    { accessTokenTtlS, details, onDeviceOf, ...options }: ClientSessionOptions,
    context: RequestContext,
  ): Promise<(OpenedSession & { refreshToken: RefreshToken | null }) | null> {
    const { id, userId, scopes } = options;
    const { ip, userAgent } = context;
    const at = this.needs.clock();
    const offlineAccess = scopes.includes('offline_access');
    const refreshToken = offlineAccess ? this.needs.refreshTokens.create() : null;
    const lifetimeS = offlineAccess ? this.needs.lifetimes.absoluteS : accessTokenTtlS;
    const newSession = {
      ...options,
      device: onDeviceOf && { ip, userAgent },
      at,
      expiresTs: new Date(at.getTime() + lifetimeS * 1000),
      idleSince: this.needs.live.idleSince(at),
      refreshTokenHash: refreshToken === null ? null : hashOpaqueToken(refreshToken),
    };
    const audit = successEvent(sessionActions.app_authorized, at, context, {
      userId,
      sessionId: id,
      details,
    });
    const origin = onDeviceOf && this.deviceOrigin(onDeviceOf, context, at);
    const opened = await tx.clientSessions.open(newSession, audit, this.boundOf(userId, at, context), origin);
    return opened && { session: opened.session, ended: opened.ended, refreshToken };
  }

  /** Null if nobody gets a mail about a login from a new device. */
  private deviceOrigin(
    { user, emailCanonical }: Pick<Credentials, 'user' | 'emailCanonical'>,
    context: RequestContext,
    at: Date,
  ): DeviceOrigin | null {
    const network = this.needs.networkOf?.(emailCanonical, context);
    const device = network && this.needs.newDevices?.of(user, network, context, at);
    return device ? { network, device } : null;
  }

  private boundOf(userId: string, at: Date, context: RequestContext): SessionBound {
    const details = { reason: sessionEnds.too_many_sessions.name };
    return {
      atMost: this.needs.mostSessionsPerAccount,
      audit: successEvent(sessionActions.session_ended, at, context, { userId, details }),
    };
  }

  /** This process rejects the tokens immediately. The other instances wait for the notification of the database. */
  rejectTokensOf(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.needs.revocations.add({ sessionId });
  }

  /**
   * Exchanges a refresh token for its successor (RFC 9700, section 4.14.2). During the grace period, a used token
   * returns the same successor again. After the grace period, a used token may have been stolen, so its session ends.
   * @param client the OAuth client that sends the token. Null for a login at an API or on a page
   * @throws AppError `UNAUTHENTICATED`, also if the user may not act for its organization; `VALIDATION_FAILED` if its session has tokens for another resource
   */
  async renew(
    token: RefreshToken,
    context: RequestContext,
    subject: AuditSubject,
    client: RefreshingClient | null = null,
  ): Promise<{ session: SessionOfUser; refreshToken: RefreshToken }> {
    if (!isOpaqueToken(token)) throw refreshTokenRejected(sessionReasons['unknown token']);
    const at = this.needs.clock();
    const idleSince = this.needs.live.idleSince(at);
    const hash = hashOpaqueToken(token);
    const refreshToken = this.needs.refreshTokens.successorOf(token);
    const successorHash = hashOpaqueToken(refreshToken);

    const session = await this.needs.store.rotate({ hash, successorHash, at, idleSince, client });
    if (session) return { session, refreshToken };

    const used = await this.needs.store.findRefreshToken(hash, at, idleSince);
    // The token of another client, which proves nothing about its session.
    if (!used || (used.session.client?.id ?? null) !== (client?.id ?? null))
      throw refreshTokenRejected(sessionReasons['unknown token']);
    subject.userId = used.session.userId;
    subject.sessionId = used.session.id;
    const graceEndsMs = (used.usedTs ?? at).getTime() + this.needs.lifetimes.graceS * 1000;
    const isOfResource = resourcesOf(client).includes(used.session.client?.resource ?? '');
    // Not of a stolen token: that ends the session, whatever it asks for.
    if (used.live && at.getTime() <= graceEndsMs && !isOfResource) {
      throw invalidField('resource', 'is not that of the session, or not for this client now', 'invalid_target');
    }
    if (used.live && at.getTime() <= graceEndsMs && !used.mayAct)
      throw refreshTokenRejected(tokenReasons['ended organization']);
    if (!used.live || !used.usedTs) throw refreshTokenRejected(tokenReasons['ended session'], used.end);
    if (at.getTime() <= graceEndsMs) {
      return { session: used.session, refreshToken };
    }
    const { id: sessionId, userId } = used.session;
    await this.needs.live.end({ userId, id: sessionId }, sessionEnds.refresh_token_reuse, context);
    const { requestId, ip } = context;
    this.needs.log.warn(
      { event: 'refresh_token_reuse', sessionId, userId, requestId, ip },
      'a used refresh token was sent again: its session was ended, because the token may have been stolen',
    );
    throw refreshTokenRejected(sessionReasons['used token'], sessionEnds.refresh_token_reuse);
  }
}
