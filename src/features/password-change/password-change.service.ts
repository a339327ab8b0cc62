import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { PasswordHasher } from '../../accounts/passwords/password-hasher';
import type { PasswordPolicy } from '../../accounts/passwords/password-policy';
import type { LiveSessions, WhichSessions } from '../../accounts/sessions/live-sessions';
import type { Principal } from '../../accounts/tokens/access-token';
import { successEvent } from '../../platform/audit/audit-event';
import { AppError } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { passwordActions } from './password-change.audit';
import { passwordMails } from './password-change.mails';
import { changePassword } from './password-change.operations';
import { passwordChangeEnds, passwordChangeReasons } from './password-change.reasons';
import type { EndedSessions, PasswordStores } from './password-reset.service';

interface PasswordChange extends EndedSessions {
  /** Whether the session of this request was ended, too. If so, the API removes the refresh cookie. */
  current: boolean;
}

interface PasswordChangeServiceNeeds {
  asUser: RunAsUser;
  stores: PasswordStores;
  reauthentication: Reauthentication;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  liveSessions: LiveSessions;
  passwords: Pick<PasswordHasher, 'hash'>;
  passwordPolicy: PasswordPolicy;
  clock: Clock;
}

/** Changes the password of a signed-in user, who sends the current password, too. */
export class PasswordChangeService {
  constructor(private readonly needs: PasswordChangeServiceNeeds) {}

  /** By default, all other sessions end (ASVS 5.0, 7.4.3). */
  changePassword(input: unknown, context: RequestContext): Promise<PasswordChange> {
    return this.needs.asUser(
      changePassword,
      context,
      input,
      async (principal, { currentPassword, password, sessions, keys }) => {
        return this.needs.reauthentication.confirm(principal, currentPassword, context, async (credentials) => {
          this.needs.passwordPolicy.rejectCommon(password, credentials.user);
          await this.needs.passwordPolicy.rejectBreached(password, context);
          const passwordHash = await context.timings.measure('hash', () => this.needs.passwords.hash(password));
          const { ended } = await context.timings.measure('database', () =>
            this.setPassword(
              principal,
              { from: credentials.passwordHash, to: passwordHash },
              { which: sessions, keys },
              context,
            ),
          );
          return { ended, current: sessions !== 'others' };
        });
      },
    );
  }

  private async setPassword(
    { userId, sessionId }: Principal,
    hash: { from: string | null; to: string },
    ending: { which: WhichSessions; keys: boolean },
    context: RequestContext,
  ): Promise<EndedSessions> {
    const at = this.needs.clock();
    const audit = successEvent(passwordActions.password_changed, at, context, { userId, sessionId });
    const { ended, announce } = await this.needs.stores.transaction(userId, async (tx) => {
      const password = { passwordHash: hash.to, from: hash.from, at, provesEmail: false };
      const user = await tx.userChanges.setPassword(userId, password);
      if (!user) {
        const msg = 'The password was changed at the same time. Try again.';
        throw new AppError('CONFLICT', { msg, reason: passwordChangeReasons['changed password'] });
      }
      await this.needs.oneTimeTokens.voidAll(tx, userId);
      await this.needs.outbox.notify(tx, passwordMails.password_changed, userId, context.locale);
      await tx.audit.insert([audit]);
      return this.needs.liveSessions.endWith(
        tx,
        { userId, sessionId },
        ending,
        passwordChangeEnds.password_changed,
        context,
      );
    });
    announce();
    return { ended };
  }
}
