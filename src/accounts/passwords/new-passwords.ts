import type { RequestContext } from '../../platform/request/request-context';
import type { HashQueue } from './hash-queue';
import type { PasswordOwner } from './own-words';
import type { PasswordHasher } from './password-hasher';
import type { PasswordPolicy } from './password-policy';

/** Checks and hashes the passwords that users set after they have proved their e-mail address. */
export class NewPasswords {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly queue: HashQueue,
    private readonly passwords: Pick<PasswordHasher, 'hash'>,
  ) {}

  /**
   * Runs `store` with the hash, in the same slot of the hash queue.
   * @param account for which the request waits in the queue
   * @throws AppError `VALIDATION_FAILED`, `SERVICE_UNAVAILABLE`; what `store` throws
   */
  async set<Result>(
    password: string,
    { account, owner }: { account: string; owner: PasswordOwner },
    context: RequestContext,
    store: (passwordHash: string) => Promise<Result>,
  ): Promise<Result> {
    this.policy.rejectCommon(password, owner);
    return this.queue.run(context, account, async () => {
      await this.policy.rejectBreached(password, context);
      const passwordHash = await context.timings.measure('hash', () => this.passwords.hash(password));
      return context.timings.measure('database', () => store(passwordHash));
    });
  }
}
