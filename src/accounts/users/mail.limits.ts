import { AppError } from '../../platform/errors/app-error';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';

/** Whether a mail is sent now, and when the next one can be asked for. */
export interface MailTurn {
  /** Such a mail was sent to the address a moment ago. */
  isPaused: boolean;
  /** Seconds until another mail of this kind can be asked for. */
  waitS: number;
}

interface CountedMail extends MailTurn {
  /** Whether the user of the address has signed in from the network of the client. */
  isOfKnownNetwork: boolean;
}

/**
 * A mail that a client can have sent to a canonical address. It counts before the address is looked up, so that the result does
 * not reveal which addresses have accounts. Each kind of mail has its own counts: a request may send nothing, and then must not
 * use up the mails of another kind. Clients in known networks do not count for the installation, and its limit does not stop
 * them. While `isPaused`, the work succeeds and sends nothing.
 * @param isOfUseElsewhere whether the mail helps who reads it, and not only who has asked for it. Else each known network has
 * its own counts, because strangers who ask for many would lock the user out
 */
export const requestedMail = (
  kind: string,
  address: string,
  { isOfUseElsewhere = true } = {},
): LimitStrategy<CountedMail> => ({
  async before(attempt) {
    const { networks, context, isOfOneClient } = attempt;
    await attempt.countNetwork('MAIL_NETWORK');
    const pair = networks.pairKey(address, context);
    const isOfKnownNetwork = isOfOneClient && (await networks.isKnown(pair));
    const of = `${kind} ${!isOfUseElsewhere && isOfKnownNetwork ? pair : address}`;
    const pausedS = await attempt.secondsReached('MAIL_ADDRESS_PAUSE', of);
    if (pausedS !== null) return { isPaused: true, waitS: pausedS, isOfKnownNetwork };
    await attempt.count('MAIL_ADDRESS', of);
    if (!(await networks.isOfKnownNetwork(context))) await attempt.count('MAIL_GLOBAL', kind);
    return { isPaused: false, waitS: attempt.limitOf('MAIL_ADDRESS_PAUSE')?.seconds ?? 0, isOfKnownNetwork };
  },
});

/**
 * The code of a mail. It counts for its network and the installation before it is compared: six digits could be guessed with the
 * addresses of a whole domain. Known networks have a count of their own, so that others do not use it up.
 */
export const mailedCode: LimitStrategy = {
  async before(attempt) {
    await attempt.countNetwork('CODE_NETWORK');
    const isOfKnownNetwork = await attempt.networks.isOfKnownNetwork(attempt.context);
    await attempt.count('CODE_GLOBAL', isOfKnownNetwork ? 'known networks' : '');
  },
  afterFailure(attempt, error) {
    // Otherwise, the code was compared with nothing, or was right.
    const isWrongCode = error instanceof AppError && error.reason === 'wrong code';
    if (!isWrongCode) attempt.undo();
  },
  afterSuccess: () => [],
};

/**
 * Counts an attempt with the link or the code of a mail: a wrong link as `failures` does, a code as `mailedCode` says.
 * @throws AppError `RATE_LIMITED`; what `work` throws
 */
export function provingMail<Result>(
  rateLimits: Pick<RateLimits, 'count' | 'failures'>,
  proof: { token: string } | { code: string },
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  return 'code' in proof
    ? rateLimits.count(mailedCode, context, work)
    : rateLimits.failures('RESET_NETWORK', context, work);
}

/**
 * Counts a login with the link or the code of a mail, as `provingMail` does. The caller then calls `noteNetwork`.
 * @throws AppError `RATE_LIMITED`; what `work` throws
 */
export function signingInByMail<Result>(
  rateLimits: Pick<RateLimits, 'count' | 'failures'>,
  proof: { link: string } | { code: string },
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const counting = 'code' in proof ? () => rateLimits.count(mailedCode, context, work) : work;
  return rateLimits.failures('PASSWORDLESS_NETWORK', context, counting);
}
