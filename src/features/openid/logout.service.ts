import { isClientUrl } from '../../accounts/applications/client-url';
import { type OAuthClient, shownNameOf } from '../../accounts/applications/oauth-client';
import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import { authEnds } from '../../accounts/auth/auth.reasons';
import type { ClientSessionStore } from '../../accounts/sessions/client-session.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Revocations } from '../../accounts/sessions/revocations';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { RunOperation } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import { withQuery } from '../../platform/runtime/with-query';
import type { HintedLogin, IdTokens } from './id-tokens';
import { oauthLogout } from './logout.operations';

/** What a client sends with the browser (RP-Initiated Logout 1.0, section 2). The values can be wrong. */
export interface LogoutRequest {
  idTokenHint: string | null;
  clientId: string | null;
  postLogoutRedirectUri: string | null;
  state: string | null;
}

export interface LogoutPlan {
  /** Whether the person is asked. Otherwise the client has shown that it means the person who is signed in. */
  isAsked: boolean;
  /** Null if there is none, or if the request is not right. */
  client: Pick<OAuthClient, 'id' | 'name'> | null;
  /** Where the browser goes then: an address that is registered. Null if there is none. */
  goTo: string | null;
  /** Whether the hint is not ours, or the address is not registered. */
  isWrong: boolean;
  /** The session of the client that its ID token names. */
  clientSession: { userId: string; id: string } | null;
}

interface PageSessionIds {
  userId: string;
  id: string;
}

export interface LogoutServiceNeeds {
  operation: RunOperation;
  hints: Pick<IdTokens, 'read'>;
  stores: {
    oauthClients: Pick<OAuthClientStore, 'findById' | 'findByMetadataUrl'>;
    transaction: Transact<{ sessions: SessionStore; clientSessions: ClientSessionStore }>;
  };
  liveSessions: Pick<LiveSessions, 'find' | 'end' | 'endWith'>;
  revocations: Pick<Revocations, 'add'>;
  clock: Clock;
}

/** Signs a person out where clients send the browser for that. */
export class LogoutService {
  constructor(private readonly needs: LogoutServiceNeeds) {}

  /** Decides what a request of a client does. `session` is that of the browser. */
  plan(request: LogoutRequest, session: PageSessionIds | null, context: RequestContext): Promise<LogoutPlan> {
    return this.needs.operation(oauthLogout, context, () => this.planOf(request, session, context));
  }

  private async planOf(
    request: LogoutRequest,
    session: PageSessionIds | null,
    context: RequestContext,
  ): Promise<LogoutPlan> {
    const { idTokenHint, clientId, postLogoutRedirectUri, state } = request;
    const hint = idTokenHint === null ? null : this.needs.hints.read(idTokenHint);
    const isOfOther = hint !== null && clientId !== null && clientId !== hint.clientId;
    const isHintWrong = (idTokenHint !== null && hint === null) || isOfOther;
    const client = isHintWrong ? null : await this.findClient(hint?.clientId ?? clientId, context);
    const isRegistered =
      postLogoutRedirectUri !== null && client?.postLogoutRedirectUris.includes(postLogoutRedirectUri);
    const isWrong = isHintWrong || (postLogoutRedirectUri !== null && !isRegistered);
    const isMeant = hint !== null && client !== null && (session === null || session.userId === hint.userId);
    return {
      isAsked: isWrong || !isMeant,
      client: client && { id: client.id, name: shownNameOf(client) },
      goTo: isRegistered ? withState(postLogoutRedirectUri, state) : null,
      isWrong,
      clientSession: isMeant && !isWrong ? await this.sessionOf(hint, client, context) : null,
    };
  }

  private findClient(id: string | null, { timings }: RequestContext): Promise<OAuthClient | null> {
    if (id === null || !(isUuid(id) || isClientUrl(id))) return Promise.resolve(null);
    const { oauthClients } = this.needs.stores;
    return timings.measure('database', async () => {
      const client = isUuid(id)
        ? await oauthClients.findById(id.toLowerCase())
        : await oauthClients.findByMetadataUrl(id);
      return client?.disabledTs ? null : client;
    });
  }

  /** A session that stays signed in without the page is the client's own matter. */
  private async sessionOf(
    { userId, sessionId }: HintedLogin,
    client: OAuthClient,
    { timings }: RequestContext,
  ): Promise<PageSessionIds | null> {
    const session = await timings.measure('database', () => this.needs.liveSessions.find(sessionId));
    if (session?.userId !== userId || session.client?.id !== client.id) return null;
    return session.client.scopes.includes('offline_access') ? null : { userId, id: session.id };
  }

  /**
   * Ends the session of a page, and the sessions that clients got from it without `offline_access`.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  end({ userId, id }: PageSessionIds, context: RequestContext): Promise<void> {
    const { operation, stores, liveSessions, revocations, clock } = this.needs;
    return operation(oauthLogout, context, async () => {
      const at = clock();
      const audit = successEvent(sessionActions.session_ended, at, context, {
        userId,
        details: { reason: authEnds.logout.name },
      });
      const { given, announce } = await context.timings.measure('database', () =>
        stores.transaction(userId, async (tx) => {
          const own = await liveSessions.endWith(
            tx,
            { userId, sessionId: id },
            { which: 'current' },
            authEnds.logout,
            context,
          );
          return {
            given: await tx.clientSessions.endFrom(userId, id, { reason: authEnds.logout, at, audit }),
            announce: own.announce,
          };
        }),
      );
      announce();
      for (const sessionId of given) revocations.add({ sessionId });
    });
  }

  /** Ends the session of the client that has asked for it. */
  endClientSession(session: PageSessionIds, context: RequestContext): Promise<void> {
    return this.needs.operation(oauthLogout, context, async () => {
      await context.timings.measure('database', () => this.needs.liveSessions.end(session, authEnds.logout, context));
    });
  }
}

/** Keeps the address as it is registered, which can have parameters. */
const withState = (uri: string, state: string | null): string =>
  state === null ? uri : withQuery(uri, `state=${encodeURIComponent(state)}`);
