import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { Log } from '../../platform/observability/log';
import type { Operation } from '../../platform/operations/define-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { RequestTimings } from '../../platform/request/request-timings';
import { boundedMap } from '../../platform/runtime/bounded-map';
import type { Clock } from '../../platform/runtime/clock';
import type { Revocations } from '../sessions/revocations';
import { tokenReasons } from '../tokens/tokens.reasons';
import type { VerifiedApiKey } from './api-key';
import { apiKeyLimits } from './api-key.limits';
import type { ApiKeyStore } from './api-key.store';
import { apiKeyRejected } from './api-key-rejection';
import { hashApiKey, isWellFormed } from './api-key-text';
import { ApiKeyUses } from './api-key-uses';
import { apiKeyReasons } from './api-keys.reasons';

/** No document says one. What has changed without a notification is seen after so many milliseconds. */
const rememberedMs = 60_000;
const mostRemembered = 10_000;

type Result = 'accepted' | 'rejected' | 'malformed';

interface ApiKeyVerifierNeeds {
  store: Pick<ApiKeyStore, 'find' | 'noteUse'>;
  revocations: Pick<Revocations, 'isLive' | 'rejectionOf'>;
  rateLimits: Pick<RateLimits, 'failures'>;
  /** Unless ORGANIZATIONS is off. */
  hasOrganizations: boolean;
  clock: Clock;
  log: Log;
}

/** Verifies API keys. The first use of a key is one query, which is remembered until the feed of revocations names the key or its user. */
export class ApiKeyVerifier {
  /** How many keys were verified, by the result. */
  readonly counts: Record<Result, number> = { accepted: 0, rejected: 0, malformed: 0 };
  /** By the hash, so that the memory has no key. */
  private readonly verified = boundedMap<{ key: VerifiedApiKey; untilMs: number }>(mostRemembered);
  private readonly uses: ApiKeyUses;

  constructor(private readonly needs: ApiKeyVerifierNeeds) {
    this.uses = new ApiKeyUses(needs.store, needs.clock, needs.log);
  }

  /**
   * Verifies the key of a request, and notes the use. A failure counts for the network if the operation has the limit.
   * @throws AppError `UNAUTHENTICATED`; `RATE_LIMITED` for a wrong key after the limit; `SERVICE_UNAVAILABLE`
   */
  async verify(text: string, context: RequestContext, { limits }: Pick<Operation, 'limits'>): Promise<VerifiedApiKey> {
    const found = await this.find(text, context.timings);
    if (isKey(found)) {
      this.uses.note(found, context.ip);
      return found;
    }
    const reject = () => Promise.reject(apiKeyRejected(found));
    // Not a guess: a typing error, or a text that is no key. It costs no query, and no count.
    const isGuess = found !== apiKeyReasons['malformed API key'];
    if (!isGuess || !limits.includes(apiKeyLimits.KEY_NETWORK)) return reject();
    return this.needs.rateLimits.failures(apiKeyLimits.KEY_NETWORK, context, reject);
  }

  /**
   * The same, for a key that a service of the operator has got: neither a count nor a use of the network that asks.
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE`
   */
  async check(text: string, timings: RequestTimings): Promise<VerifiedApiKey> {
    const found = await this.find(text, timings);
    if (!isKey(found)) throw apiKeyRejected(found);
    return found;
  }

  private async find(text: string, timings: RequestTimings): Promise<VerifiedApiKey | RejectionReason> {
    const isForm = isWellFormed(text);
    const found = isForm ? await this.findWellFormed(text, timings) : apiKeyReasons['malformed API key'];
    this.counts[isKey(found) ? 'accepted' : isForm ? 'rejected' : 'malformed'] += 1;
    return found;
  }

  private async findWellFormed(text: string, timings: RequestTimings): Promise<VerifiedApiKey | RejectionReason> {
    const hash = hashApiKey(text);
    const name = Buffer.from(hash).toString('base64');
    const nowMs = this.needs.clock().getTime();
    const known = this.verified.get(name);
    if (known && known.untilMs > nowMs && this.isCurrent(known.key)) return known.key;
    this.verified.delete(name);
    const stored = await timings.measure('database', () => this.needs.store.find(hash));
    if (!stored) return apiKeyReasons['unknown API key'];
    const { isRevoked, disabled, isOrganizationDisabled, ...key } = stored;
    if (isRevoked) return apiKeyReasons['ended API key'];
    if (key.expiresTs.getTime() <= nowMs) return apiKeyReasons['expired API key'];
    if (disabled) return tokenReasons['disabled account'];
    if (key.organization && (isOrganizationDisabled || !this.needs.hasOrganizations))
      return tokenReasons['ended organization'];
    this.verified.set(name, { key, untilMs: Math.min(nowMs + rememberedMs, key.expiresTs.getTime()) });
    return key;
  }

  /** As for an access token: what ends one, or changes its rights, also does so for what is remembered of a key. */
  private isCurrent({ userId, id, revision, organization }: VerifiedApiKey): boolean {
    const { revocations } = this.needs;
    return revocations.isLive && revocations.rejectionOf({ userId, sessionId: id, revision, organization }) === null;
  }

  close(): Promise<void> {
    return this.uses.close();
  }
}

const isKey = (found: VerifiedApiKey | RejectionReason): found is VerifiedApiKey => 'userId' in found;
