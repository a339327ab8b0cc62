import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MailTemplate } from '../../platform/email/mail-template';
import { AppError } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { SessionOpener } from '../auth/session-opener';
import { freshForS, type TwoStepSignIn } from '../auth/two-step-sign-in';
import type { LiveSessions } from '../sessions/live-sessions';
import type { SessionOfUser } from '../sessions/session';
import type { RevokedAccount, SessionStore } from '../sessions/session.store';
import type { Principal } from '../tokens/access-token';
import { accessTokenRejected } from '../tokens/access-token-rejection';
import { type AuthenticationMethod, combined } from '../tokens/authentication';
import { tokenReasons } from '../tokens/tokens.reasons';
import type { FactorKind, UserStore } from '../users/user.store';
import type { WayInMailStores, WayInMails } from '../users/way-in-mails';
import type { AddedFactor, RecoveryCodes } from './factor.answers';
import type { LockedFactors } from './factor.store';
import { factorActions } from './factors.audit';
import { factorMails } from './factors.mails';
import { factorEnds } from './factors.reasons';
import { createRecoveryCode, hashRecoveryCode, parseRecoveryCode, recoveryCodeCount } from './recovery-code';
import type { FactorTx } from './second-factor-codes';

/** The stores of a transaction that changes second factors. */
export interface FactorChangeStores extends FactorTx, WayInMailStores {
  users: Pick<UserStore, 'findRecipientById'>;
  sessions: SessionStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface FactorChangesNeeds<Stores extends FactorChangeStores = FactorChangeStores> {
  transaction: Transact<Stores>;
  outbox: Outbox;
  mails: WayInMails;
  liveSessions: LiveSessions;
  opener: Pick<SessionOpener, 'tokensOf'>;
  twoStep: TwoStepSignIn;
  /** Whether users get the mails with which they prove their addresses. */
  sendsMails: boolean;
  clock: Clock;
}

/** A second factor that is added, and what it has proved. */
interface NewFactor {
  factor: FactorKind;
  methods: readonly AuthenticationMethod[];
  /** Whether the browser has added the passkey by itself. */
  automatic?: boolean;
}

/** Whose change it is, and what it changes. */
type Changer = Pick<Principal, 'userId' | 'sessionId' | 'acr' | 'authTimeS'>;

/**
 * The proof of the user is checked again when the change is made, because another session can have added a factor since it
 * was started. The user may have needed five minutes to scan a picture or to make a passkey.
 */
const longestChangeS = 2 * freshForS;

/** The changes of second factors and of two-step sign-in, each in one transaction with its e-mail and its event. */
export class FactorChanges<Stores extends FactorChangeStores = FactorChangeStores> {
  constructor(private readonly needs: FactorChangesNeeds<Stores>) {}

  /**
   * Otherwise anyone who registers an address could keep its owner out with a second factor, or keep a way in.
   * @throws AppError `EMAIL_NOT_VERIFIED`
   */
  requireProvenAddress({ emailVerified }: { emailVerified: boolean }, toAdd = 'a second factor'): void {
    if (!emailVerified && this.needs.sendsMails) {
      throw new AppError('EMAIL_NOT_VERIFIED', {
        msg: `Verify the e-mail address of the account before you add ${toAdd}.`,
      });
    }
  }

  /**
   * Adds a factor with `work`. The other sessions continue. An authenticator app switches two-step sign-in on. The
   * user has just proved the new factor, so it raises the session: the first factor, or one that is added in a session which
   * has used another one. A passkey that the browser has added by itself proves nothing, and is no factor.
   * @throws AppError `STEP_UP_REQUIRED`, `EMAIL_NOT_VERIFIED`; what `work` throws
   */
  async add(
    changer: Changer,
    { factor, methods, automatic = false }: NewFactor,
    context: RequestContext,
    work: (tx: Stores) => Promise<void>,
  ): Promise<AddedFactor> {
    const { userId, sessionId } = changer;
    const { session, recoveryCodes } = await this.change(changer, context, async (tx, before) => {
      this.requireProvenAddress(before.user);
      await work(tx);
      await tx.factors.refresh(userId);
      const at = this.needs.clock();
      await tx.audit.insert([
        successEvent(factorActions.factor_added, at, context, {
          userId,
          sessionId,
          details: { factor, ...(automatic && { method: 'automatic' }) },
        }),
      ]);
      const addedTs = (await tx.factors.newestTs(userId)) ?? at;
      await this.needs.mails.write(
        tx,
        { userId, wayIn: automatic ? 'automaticPasskey' : factor, addedTs },
        context.locale,
      );
      const switchesOn = !before.twoStep && !automatic && (factor === 'totp' || this.needs.twoStep.isRequired(before));
      const recoveryCodes = switchesOn ? await this.switchOn(tx, changer, context) : [];
      // The mail about an authenticator app says so itself.
      if (switchesOn && factor === 'passkey') await this.notify(tx, factorMails.two_step_enabled, changer, context);
      const proven = automatic ? [] : methods;
      return { session: await this.renewSession(tx, changer, before, proven), recoveryCodes };
    });
    const renewed = { session, refreshToken: null };
    const { jwt } = await this.needs.opener.tokensOf(renewed, 'body', this.needs.clock(), context.timings);
    return { jwt, recoveryCodes };
  }

  /**
   * Removes a factor with `work`, and ends all other sessions (ASVS 5.0, 7.4.3). The last one switches two-step sign-in off.
   * @throws AppError `STEP_UP_REQUIRED`, `FORBIDDEN` if the account must keep one; what `work` throws
   */
  async remove(
    changer: Changer,
    factor: FactorKind,
    context: RequestContext,
    work: (tx: Stores) => Promise<void>,
  ): Promise<void> {
    const { userId, sessionId } = changer;
    const ended = await this.change(changer, context, async (tx, before) => {
      await work(tx);
      const left = await tx.factors.refresh(userId);
      const wasLast = before.factors.length > 0 && left.length === 0;
      if (wasLast && this.needs.twoStep.isRequired(before)) throw mustKeepOne();
      const at = this.needs.clock();
      await tx.audit.insert([
        successEvent(factorActions.factor_removed, at, context, { userId, sessionId, details: { factor } }),
      ]);
      if (before.twoStep && left.length === 0) await this.record(tx, factorActions.two_step_disabled, changer, context);
      await this.notify(tx, factorMails.factor_removed, changer, context);
      return this.endOthers(tx, changer, context);
    });
    this.needs.liveSessions.rejectTokensOf(ended);
  }

  /**
   * Replaces the recovery codes, and ends all other sessions.
   * @throws AppError `STEP_UP_REQUIRED`, `CONFLICT` while two-step sign-in is off
   */
  async replaceRecoveryCodes(changer: Changer, context: RequestContext): Promise<RecoveryCodes> {
    const { ended, recoveryCodes } = await this.change(changer, context, async (tx, before) => {
      requireFactorOf(before);
      if (!this.needs.twoStep.isOn(before)) throw new AppError('CONFLICT', { msg: 'Two-step sign-in is off.' });
      // An account for which it is required from now on can have it off.
      await tx.factors.setTwoStep(changer.userId, true, this.needs.clock());
      const recoveryCodes = await this.createCodes(tx, changer);
      await this.record(tx, factorActions.recovery_codes_changed, changer, context);
      await this.notify(tx, factorMails.recovery_codes_changed, changer, context);
      return { recoveryCodes, ended: await this.endOthers(tx, changer, context) };
    });
    this.needs.liveSessions.rejectTokensOf(ended);
    return { recoveryCodes };
  }

  /**
   * Switches two-step sign-in on and returns new recovery codes, or switches it off, removes them and ends all other sessions.
   * Changes nothing if it is on, or off, already.
   * @throws AppError `STEP_UP_REQUIRED`, `CONFLICT` without a second factor, `FORBIDDEN` if it must stay on,
   * `EMAIL_NOT_VERIFIED`
   */
  async setTwoStep(changer: Changer, isOn: boolean, context: RequestContext): Promise<RecoveryCodes> {
    const { ended, recoveryCodes } = await this.change(changer, context, async (tx, before) => {
      const nothing = { recoveryCodes: [], ended: null };
      requireFactorOf(before);
      if (!isOn && this.needs.twoStep.isRequired(before)) throw mustStayOn();
      if (before.twoStep === isOn) return nothing;
      if (isOn) {
        this.requireProvenAddress(before.user);
        const recoveryCodes = await this.switchOn(tx, changer, context);
        await this.notify(tx, factorMails.two_step_enabled, changer, context);
        await this.renewSession(tx, changer, before, []);
        return { recoveryCodes, ended: null };
      }
      await tx.factors.setTwoStep(changer.userId, false, this.needs.clock());
      await this.record(tx, factorActions.two_step_disabled, changer, context);
      await this.notify(tx, factorMails.two_step_disabled, changer, context);
      return { ...nothing, ended: await this.endOthers(tx, changer, context) };
    });
    this.needs.liveSessions.rejectTokensOf(ended);
    return { recoveryCodes };
  }

  private change<Result>(
    { userId, acr, authTimeS }: Changer,
    { timings }: RequestContext,
    work: (tx: Stores, before: LockedFactors) => Promise<Result>,
  ): Promise<Result> {
    return timings.measure('database', () =>
      this.needs.transaction(userId, async (tx) => {
        const before = await tx.factors.lock(userId);
        if (!before) throw accessTokenRejected(tokenReasons['no account']);
        this.needs.twoStep.requireProof({ acr, authTimeS }, before, longestChangeS);
        return work(tx, before);
      }),
    );
  }

  private async switchOn(tx: Stores, changer: Changer, context: RequestContext): Promise<string[]> {
    await tx.factors.setTwoStep(changer.userId, true, this.needs.clock());
    await this.record(tx, factorActions.two_step_enabled, changer, context);
    return this.createCodes(tx, changer);
  }

  private async createCodes(tx: Stores, { userId }: Changer): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
    await tx.factors.replaceRecoveryCodes(userId, codes.map(hashOf));
    return codes;
  }

  /**
   * Raises the session of the change with the factor that the user has just proved, if there is one.
   * @throws AppError `UNAUTHENTICATED` if the session has ended, for example with a reset of the password
   */
  private async renewSession(
    tx: Stores,
    { userId, sessionId: id }: Changer,
    { factors }: LockedFactors,
    methods: readonly AuthenticationMethod[],
  ): Promise<SessionOfUser> {
    const at = this.needs.clock();
    const before = await tx.sessions.findById(id);
    const isRaised = methods.length > 0 && (factors.length === 0 || before?.acr === 'aal2');
    const stepUp =
      before &&
      (isRaised
        ? { authentication: { acr: 'aal2' as const, amr: combined(before.amr, methods, ['mfa']) }, authTs: at }
        : { authentication: before, authTs: before.authTs });
    const idleSince = this.needs.liveSessions.idleSince(at);
    const session = stepUp && (await tx.sessions.stepUp({ userId, id }, { ...stepUp, at, idleSince }));
    if (!session) throw accessTokenRejected(tokenReasons['ended session']);
    return session;
  }

  /** @throws AppError `UNAUTHENTICATED` if the session of the change has ended */
  private async endOthers(
    tx: Stores,
    { userId, sessionId }: Changer,
    context: RequestContext,
  ): Promise<RevokedAccount> {
    const which = { userId, exceptSessionId: sessionId };
    const ended = await this.needs.liveSessions.endAllWith(tx, which, factorEnds.factors_changed, context);
    if (!ended) throw accessTokenRejected(tokenReasons['ended session']);
    return ended;
  }

  private record(
    tx: Stores,
    action: AuditAction,
    { userId, sessionId }: Changer,
    context: RequestContext,
  ): Promise<void> {
    return tx.audit.insert([successEvent(action, this.needs.clock(), context, { userId, sessionId })]);
  }

  private notify(tx: Stores, template: MailTemplate, { userId }: Changer, { locale }: RequestContext): Promise<void> {
    return this.needs.outbox.notify(tx, template, userId, locale);
  }
}

function requireFactorOf({ factors }: LockedFactors): void {
  if (factors.length === 0) throw new AppError('CONFLICT', { msg: 'The account has no second factor.' });
}

const hashOf = (code: string) => hashRecoveryCode(parseRecoveryCode(code) ?? '');
const mustKeepOne = () =>
  new AppError('FORBIDDEN', {
    msg: 'This account must have a second factor. Add another one before you remove this one.',
  });
const mustStayOn = () => new AppError('FORBIDDEN', { msg: 'This account must use two-step sign-in.' });
