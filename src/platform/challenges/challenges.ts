import { createHash } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';
import { AppError } from '../errors/app-error';
import type { BotChallenge } from '../errors/bot-challenge';
import { BoundChallenges } from '../one-time-tokens/bound-challenges';
import type { SpentChallengeStore } from '../one-time-tokens/spent-challenge.store';
import type { ChallengeAnswer, ChallengeRule, Operation } from '../operations/define-operation';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { EmailAddress } from '../request/email-address';
import type { RequestContext } from '../request/request-context';
import { boundedMap } from '../runtime/bounded-map';
import type { Clock } from '../runtime/clock';
import { NoFreeSlotError, Slots } from '../runtime/slots';
import { challengeReasons } from './challenges.reasons';
import type { ChallengeSettings } from './challenges.settings';
import type { SiteVerifier } from './site-verifier';

const lifetimeS = 600;
/** 2^18 hashes take a browser less than a second, and 2^22 some seconds. */
const bitsOf = { least: 18, most: 22 } as const;
/** No document says one. With twice as many right answers, of which a minute forgets half, a puzzle has one bit more, and so on. */
const calmAnswers = 100;
/** The number of bits, the challenge, and the number that was found. */
const answerFormat = /^(\d\d)([\w-]{72})\.(\d{1,12})$/;
/** The beginning of the challenge, which is random. */
const saltOf = (challenge: string) => challenge.slice(0, 21);
/** Requests that ask at the same time whether their network is known. Others must answer, as a browser does by itself. */
const mostLookups = 4;

interface ChallengesNeeds {
  settings: Pick<ChallengeSettings, 'when' | 'siteKey'>;
  /** The names of operations, CHALLENGE_ON. */
  on: readonly string[];
  /** Null for puzzles. */
  site: Pick<SiteVerifier, 'verify' | 'close'> | null;
  rateLimits: Pick<RateLimits, 'isUnderAttack' | 'knownNetworkOf'>;
  spentChallenges: Pick<SpentChallengeStore, 'insert'>;
  derive: Derive;
  clock: Clock;
}

type Result = 'asked' | 'answered' | 'wrong' | 'away';

/** Asks clients to show that they are no programs: see CHALLENGE. */
export class Challenges {
  /** For the metrics, by operation and result. */
  readonly counts = new Map<string, { labels: { operation: string; result: Result }; value: number }>();
  private readonly puzzles: BoundChallenges;
  /** Those of this process, so that repeats need no query. */
  private readonly spent = boundedMap<true>(50_000);
  private readonly lookups = new Slots(mostLookups, 0);
  private answers = { count: 0, atMs: 0 };

  constructor(private readonly needs: ChallengesNeeds) {
    this.puzzles = new BoundChallenges(needs.derive, 'bot challenges', needs.clock);
  }

  /** For a page, whose answer is for any address. Null if none is asked for now. */
  offer(operation: Operation, context: RequestContext): BotChallenge | null {
    const { challenge } = operation;
    return challenge && this.isAsked(challenge, context) ? this.issue(operation, challenge, '') : null;
  }

  /**
   * Uses up the answer of a request, before anything else is counted or computed for it.
   * @throws AppError `CHALLENGE_REQUIRED`; `SERVICE_UNAVAILABLE`
   */
  async check(
    operation: Operation,
    { challenge, email }: ChallengeAnswer & { email?: EmailAddress },
    context: RequestContext,
  ): Promise<void> {
    const { challenge: rule } = operation;
    if (!rule || !this.isAsked(rule, context)) return;
    const answer = challenge ?? context.challengeAnswer;
    const account = email?.canonical ?? '';
    const hasAnswer = typeof answer === 'string';
    if (!hasAnswer && account !== '' && (await this.isOfKnownNetwork(account, context))) return;
    const result = hasAnswer ? await this.resultOf(answer, operation, rule, account) : 'asked';
    this.count(operation.name, result);
    if (result === 'answered') context.hasAnsweredChallenge = true;
    else if (result !== 'away') {
      const botChallenge = this.issue(operation, rule, account);
      throw new AppError('CHALLENGE_REQUIRED', { botChallenge, reason: challengeReasons[`challenge ${result}`] });
    } else if (rule.costsMoney) {
      throw new AppError('SERVICE_UNAVAILABLE', { reason: challengeReasons['challenge site away'] });
    }
  }

  async close(): Promise<void> {
    await this.needs.site?.close();
  }

  /** A trusted backend defends its own form. In calm times, this compares some numbers in memory. */
  private isAsked({ name, costsMoney }: ChallengeRule, context: RequestContext): boolean {
    const { settings, on } = this.needs;
    if (!on.includes(name) || context.backend !== null || context.hasAnsweredChallenge) return false;
    return settings.when === 'always' || costsMoney === true || this.needs.rateLimits.isUnderAttack(context);
  }

  private isOfKnownNetwork(account: string, context: RequestContext): Promise<boolean> {
    const lookup = this.lookups.run(() => this.needs.rateLimits.knownNetworkOf(context)(account));
    return lookup.then(
      (known) => known !== null,
      (error: unknown) => {
        if (error instanceof NoFreeSlotError) return false;
        throw error;
      },
    );
  }

  private count(operation: string, result: Result): void {
    const key = `${operation} ${result}`;
    const value = (this.counts.get(key)?.value ?? 0) + 1;
    this.counts.set(key, { labels: { operation, result }, value });
    if (result === 'answered') this.recentAnswers(1);
  }

  private issue({ name }: Operation, { name: action }: ChallengeRule, account: string): BotChallenge {
    const { siteKey } = this.needs.settings;
    if (siteKey !== null) return { kind: 'site', siteKey, action };
    const more = Math.floor(Math.log2(Math.max(this.recentAnswers() / calmAnswers, 1)));
    const bits = Math.min(bitsOf.least + more, bitsOf.most);
    const text = this.puzzles.issue(`${name} ${bits} ${account}`, lifetimeS);
    return { kind: 'puzzle', id: `${bits}${text}`, salt: saltOf(text), bits, expiresIn: lifetimeS };
  }

  private async resultOf(answer: string, { name }: Operation, rule: ChallengeRule, account: string): Promise<Result> {
    if (this.needs.site) return this.needs.site.verify(answer, rule.name);
    const [, bits = '', text = '', number = ''] = answerFormat.exec(answer) ?? [];
    const found = this.puzzles.find(text, [`${name} ${bits} `, `${name} ${bits} ${account}`]);
    if (typeof found === 'string') return 'wrong';
    const hash = createHash('sha256').update(saltOf(text) + number);
    if (hash.digest().readUInt32BE() >= 2 ** (32 - Number(bits)) || this.spent.has(text)) return 'wrong';
    this.spent.set(text, true);
    try {
      // Not in the transaction of the operation: else parallel repeats would all hash a password before one of them is rejected.
      return (await this.needs.spentChallenges.insert(found.hash, found.expiresTs)) ? 'answered' : 'wrong';
    } catch (error) {
      this.spent.delete(text);
      throw error;
    }
  }

  private recentAnswers(more = 0): number {
    const atMs = this.needs.clock().getTime();
    this.answers = { count: this.answers.count * 2 ** ((this.answers.atMs - atMs) / 60_000) + more, atMs };
    return this.answers.count;
  }
}
