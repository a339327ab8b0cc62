import { createHash } from 'node:crypto';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { Log } from '../../platform/observability/log';
import type { RequestContext } from '../../platform/request/request-context';
import { boundedMap } from '../../platform/runtime/bounded-map';
import type { Clock } from '../../platform/runtime/clock';
import type { PasswordPolicy } from '../passwords/password-policy';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import { authActions } from './auth.audit';
import { authMails } from './auth.mails';

interface NoticeStores {
  audit: Pick<AuditStore, 'insertOnce'>;
  users: Pick<UserStore, 'findRecipientById'>;
  messages: Pick<MessageStore, 'insert'>;
}

/** A login that finds this number of checks running is not checked. The next login of the user is. */
const mostAtOnce = 4;
/** The number of passwords that this process remembers as checked. */
const mostRemembered = 10_000;

/**
 * Finds passwords of accounts that are on a list, when their users sign in. A login with such a password succeeds, because
 * the password may be older than the rule, or was registered where the rule does not apply. The user gets one mail about
 * it. The checks run in the background, so that a login takes no longer.
 */
export class ListedPasswordNotices {
  private readonly checked = boundedMap<true>(mostRemembered);
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly policy: Pick<PasswordPolicy, 'isOn' | 'findList'>,
    private readonly transaction: Transact<NoticeStores>,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Checks the right password of a login, once for each password. A second factor may be missing. */
  observe(user: User, credentials: { password: string; passwordHash: string }, context: RequestContext): void {
    if (!this.policy.isOn) return;
    // The stored hash has a random salt, so a new password has another key.
    const found = `password_listed ${user.id} ${credentials.passwordHash}`;
    // Only a verified address gets the mail, so the password is found again after the verification.
    const key = createHash('sha256')
      .update(user.emailVerified ? found : `${found} unverified`)
      .digest('hex');
    if (this.checked.has(key) || this.running.size >= mostAtOnce) return;
    this.checked.set(key, true);
    const checking = this.check(user, credentials.password, key, context).catch((error: unknown) => {
      this.checked.delete(key);
      this.log.warn({ err: error }, 'the password of a login could not be compared with the lists');
    });
    this.running.add(checking);
    void checking.then(() => this.running.delete(checking));
  }

  /** Waits for the checks that are running. */
  async close(): Promise<void> {
    await Promise.all(this.running);
  }

  private async check(user: User, password: string, foldKey: string, context: RequestContext): Promise<void> {
    const list = await this.policy.findList(password, user);
    if (list === null) return;
    const event = successEvent(authActions.password_listed, this.clock(), context, {
      userId: user.id,
      details: { list },
    });
    await this.transaction(user.id, async (tx) => {
      const isNew = await tx.audit.insertOnce({ ...event, foldKey });
      if (isNew) await this.outbox.notify(tx, authMails.password_listed, user.id, context.locale);
    });
  }
}
