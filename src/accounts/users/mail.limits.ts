import { AppError } from '../../platform/errors/app-error';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import type { RateLimit } from '../../platform/rate-limits/limit-table';
import { rateLimits } from '../../platform/rate-limits/limit-table';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';

export const mailLimits = rateLimits.define({
  MAIL_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    of: 'mails',
    showsAttacks: true,
    what: 'Each request that sends a mail.',
  },
  MAIL_ADDRESS: {
    count: 5,
    seconds: 3600,
    per: 'e-mail address and kind of mail',
    of: 'mails',
    what: 'Each mail that a user or a super admin asks for, also without an account. A registration after the limit sends no mail, and notices are joined. For codes to sign in, each known network of the user has its own count, also of `MAIL_ADDRESS_PAUSE`.',
  },
  MAIL_ADDRESS_PAUSE: {
    count: 1,
    seconds: 60,
    per: 'e-mail address and kind of mail',
    of: 'mails',
    what: 'Each mail that a user asks for. A further request succeeds and sends no mail; one for a code to sign in is rejected.',
  },
  MAIL_GLOBAL: {
    count: 3000,
    seconds: 3600,
    per: 'installation and kind of mail',
    of: 'mails',
    sparesKnownNetworks: true,
    showsAttacks: true,
    what: 'Each mail that a user asks for, also without an account. Known networks neither count nor are limited.',
  },
  RESET_NETWORK: {
    count: 20,
    seconds: 900,
    per: 'network',
    of: 'failures',
    what: 'Each wrong link of a mail. A right one passes.',
  },
  CODE_NETWORK: {
    count: 20,
    seconds: 3600,
    per: 'network',
    of: 'guesses',
    what: 'Each wrong code of a mail. Links still work when the limit is reached.',
  },
  CODE_GLOBAL: {
    count: 100,
    seconds: 3600,
    per: 'installation',
    of: 'guesses',
    sparesKnownNetworks: true,
    what: 'Each wrong code of a mail. Known networks have a count of their own. Links still work when the limit is reached.',
  },
});

/** Of an e-mail that anyone can have sent. */
export const ofMails: readonly RateLimit[] = [mailLimits.MAIL_ADDRESS, mailLimits.MAIL_NETWORK, mailLimits.MAIL_GLOBAL];
/** Of a token or a code of an e-mail. */
export const ofMailedCodes: readonly RateLimit[] = [
  mailLimits.RESET_NETWORK,
  mailLimits.CODE_NETWORK,
  mailLimits.CODE_GLOBAL,
];

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
    const { networks, context } = attempt;
    await attempt.countNetwork(mailLimits.MAIL_NETWORK);
    const known = await networks.knownPairKey(address, context);
    const isOfKnownNetwork = known !== null;
    const of = `${kind} ${isOfUseElsewhere ? address : (known ?? address)}`;
    const pausedS = await attempt.secondsReached(mailLimits.MAIL_ADDRESS_PAUSE, of);
    if (pausedS !== null) return { isPaused: true, waitS: pausedS, isOfKnownNetwork };
    await attempt.count(mailLimits.MAIL_ADDRESS, of);
    if (!(await networks.isOfKnownNetwork(context))) await attempt.count(mailLimits.MAIL_GLOBAL, kind);
    return { isPaused: false, waitS: attempt.limitOf(mailLimits.MAIL_ADDRESS_PAUSE)?.seconds ?? 0, isOfKnownNetwork };
  },
});

/**
 * The code of a mail. It counts for its network and the installation before it is compared: six digits could be guessed with the
 * addresses of a whole domain. Known networks have a count of their own, so that others do not use it up.
 */
export const mailedCode: LimitStrategy = {
  async before(attempt) {
    await attempt.countNetwork(mailLimits.CODE_NETWORK);
    const isOfKnownNetwork = await attempt.networks.isOfKnownNetwork(attempt.context);
    await attempt.count(mailLimits.CODE_GLOBAL, isOfKnownNetwork ? 'known networks' : '');
  },
  afterFailure(attempt, error) {
    // Otherwise, the code was compared with nothing, or was right.
    const isWrongCode = error instanceof AppError && error.reason === oneTimeTokenReasons['wrong code'];
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
    : rateLimits.failures(mailLimits.RESET_NETWORK, context, work);
}
