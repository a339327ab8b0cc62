/** From this part of the codes of a day on, super admins hear of it. */
export const muchOfBudget = 0.8;

/** What became of a code that a user has asked for. */
const results = ['sent', 'paused', 'spent', 'confirmed'] as const;
type Result = (typeof results)[number];

/** Counts the codes of this instance, for the metrics. */
export class TelCounts {
  private readonly counts: ReadonlyMap<string, Record<Result, number>>;

  constructor(countries: readonly string[]) {
    this.counts = new Map(countries.map((country) => [country, { sent: 0, paused: 0, spent: 0, confirmed: 0 }]));
  }

  count(country: string, result: Result): void {
    const counts = this.counts.get(country);
    if (counts) counts[result] += 1;
  }

  all(): { country: string; result: Result; value: number }[] {
    return [...this.counts].flatMap(([country, counts]) =>
      results.map((result) => ({ country, result, value: counts[result] })),
    );
  }
}
