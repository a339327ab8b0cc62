/** What is counted for the metrics, by its name. It is small, because a server that does not use the feature has it, too. */
export class Counts<Name extends string> {
  private readonly counts = new Map<Name, number>();

  add(name: Name): void {
    this.counts.set(name, this.of(name) + 1);
  }

  of(name: Name): number {
    return this.counts.get(name) ?? 0;
  }
}
