/** The maximum number of ids in one statement, because more ids would delay the first request. */
const mostTogether = 100;

interface Waiting<Found> {
  id: string;
  resolve(found: Found | null): void;
  reject(error: unknown): void;
}

/**
 * Finds rows by id. All ids of one turn of the event loop are found with one statement, because the statement is half of the
 * work of a short request. A statement starts after the requests that it answers have arrived. So no request gets an older
 * state than from a statement of its own.
 */
export class Lookup<Found> {
  private waiting: Waiting<Found>[] = [];

  /** @param findByIds finds rows in any order, without those that do not exist */
  constructor(
    private readonly findByIds: (ids: readonly string[]) => Promise<readonly Found[]>,
    private readonly idOf: (found: Found) => string,
  ) {}

  /** Returns null if there is no such row. @throws AppError `SERVICE_UNAVAILABLE` */
  findById(id: string): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(this.flush);
      this.waiting.push({ id, resolve, reject });
    });
  }

  private readonly flush = (): void => {
    const lookups = this.waiting.splice(0, mostTogether);
    if (this.waiting.length > 0) setImmediate(this.flush);
    this.findByIds([...new Set(lookups.map(({ id }) => id))]).then(
      (found) => {
        const byId = new Map(found.map((one) => [this.idOf(one), one]));
        for (const { id, resolve } of lookups) resolve(byId.get(id) ?? null);
      },
      (error: unknown) => {
        for (const { reject } of lookups) reject(error);
      },
    );
  };
}
