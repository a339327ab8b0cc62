import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HashQueue } from '../../accounts/passwords/hash-queue';
import type { LegacyPasswords } from '../../accounts/passwords/password-check';
import type { RequestContext } from '../../platform/request/request-context';
import type { LegacyAnswer } from './legacy-client';
import type { OldService } from './old-service';

/** Milliseconds: longer than an operation. A login that began before the new hash was stored need not ask again. */
const sharedForMs = 10_000;
const mostShared = 1000;

/**
 * Asks the old service whether a password is right. Logins with the same address and password at the same time share one
 * request. A request that waits has no slot of the hash queue.
 */
export class SharedLogins implements LegacyPasswords {
  /** By a keyed hash of the address and the password, so that no password is kept. Only right passwords stay. */
  private readonly shared = new LRUCache<string, Promise<LegacyAnswer>>({ max: mostShared, ttl: sharedForMs });
  private readonly key = randomBytes(32);

  constructor(
    private readonly oldService: Pick<OldService, 'login' | 'pretend'>,
    private readonly hashQueue: Pick<HashQueue, 'outside'>,
  ) {}

  async accepts(email: string, password: string, context: RequestContext): Promise<boolean> {
    return (await this.login(email, password, context)).success;
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` */
  login(email: string, password: string, context: RequestContext): Promise<LegacyAnswer> {
    return this.waiting(context, () => this.share(email, password));
  }

  pretend(context: RequestContext): Promise<void> {
    return this.waiting(context, () => this.oldService.pretend());
  }

  private share(email: string, password: string): Promise<LegacyAnswer> {
    const key = createHmac('sha256', this.key)
      .update(JSON.stringify([email, password]))
      .digest('base64');
    const running = this.shared.get(key);
    if (running) return running;
    const asking = this.oldService.login(email, password);
    this.shared.set(key, asking);
    const forget = () => {
      if (this.shared.get(key) === asking) this.shared.delete(key);
    };
    asking.then(({ success }) => (success ? undefined : forget()), forget);
    return asking;
  }

  private waiting<Result>({ timings }: RequestContext, work: () => Promise<Result>): Promise<Result> {
    return timings.measure('legacy', () => this.hashQueue.outside(work));
  }
}
