import type { Queryable } from '../../platform/db/database';
import type { Acr, AuthenticationMethod } from '../tokens/authentication';
import type { SessionFacts, SessionOfUser } from './session';

/** The session of a cookie, with the facts that decide whether the cookie is accepted. */
export interface CookieSession extends SessionFacts {
  session: SessionOfUser;
  /** The e-mail address of the user. */
  email: string;
}

export class PageCookieStore {
  constructor(private readonly db: Queryable) {}

  /** A session has one cookie. A further one replaces it. */
  async save(sessionId: string, hash: Uint8Array<ArrayBuffer>, createdTs: Date): Promise<void> {
    const values = { hash, createdTs };
    const row = { sessionId, hash, createdTs };
    await this.db.prisma.pageCookie.upsert({ where: { sessionId }, create: row, update: values });
  }

  async find(hash: Uint8Array<ArrayBuffer>): Promise<CookieSession | null> {
    const user = { select: { email: true, revision: true, roles: true, disabled: true } };
    const found = await this.db.prisma.pageCookie.findUnique({
      where: { hash },
      select: { session: { include: { user } } },
    });
    if (!found) return null;
    const { session: row } = found;
    // The session of an application opens no page.
    if (row.clientId !== null) return null;
    const { id, userId, createdTs, lastUsedTs, expiresTs, userAgent, ip, actorId, actorSessionId } = row;
    const { email, revision, roles, disabled } = row.user;
    const session = {
      id,
      userId,
      createdTs,
      lastUsedTs,
      expiresTs,
      authTs: row.authTs ?? createdTs,
      acr: row.acr as Acr,
      amr: row.amr as AuthenticationMethod[],
      userAgent,
      ip,
      revision,
      roles,
      actor: actorId && actorSessionId ? { userId: actorId, sessionId: actorSessionId } : null,
      client: null,
      originSessionId: null,
    };
    const { revokedTs, revokedReason } = row;
    return { session, email, disabled, revokedReason, isRevoked: revokedTs !== null || row.revision !== revision };
  }

  /** Records that the session was used, so that its idle lifetime starts again. */
  async touch(id: string, at: Date): Promise<void> {
    await this.db.prisma.session.updateMany({
      where: { id, revokedTs: null, lastUsedTs: { lt: at } },
      data: { lastUsedTs: at },
    });
  }
}
