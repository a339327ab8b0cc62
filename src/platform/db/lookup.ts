import type { User } from './user';
import type { UserStore } from './user.store';

/** The maximum number of ids in one statement, because more ids would delay the first request. */
const mostTogether = 100;

interface Lookup {
  id: string;
  resolve(user: User | null): void;
  reject(error: unknown): void;
}

/**
 * Finds users by id. All ids of one turn of the event loop are found with one statement, because the statement is half
 * of the work of `me`. A statement starts after the requests that it answers have arrived. So no request gets an older
 * state than from a statement of its own.
 */
export class UserLookup {
  private waiting: Lookup[] = [];

  constructor(private readonly users: Pick<UserStore, 'findByIds'>) {}

  /** Returns null if there is no such user. @throws AppError `SERVICE_UNAVAILABLE` */
  findById(id: string): Promise<User | null> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(this.flush);
      this.waiting.push({ id, resolve, reject });
    });
  }

  private readonly flush = (): void => {
    const lookups = this.waiting.splice(0, mostTogether);
    if (this.waiting.length > 0) setImmediate(this.flush);
    this.users.findByIds(lookups.map(({ id }) => id)).then(
      (users) => {
        const byId = new Map(users.map((user) => [user.id, user]));
        for (const { id, resolve } of lookups) resolve(byId.get(id) ?? null);
      },
      (error: unknown) => {
        for (const { reject } of lookups) reject(error);
      },
    );
  };
}
