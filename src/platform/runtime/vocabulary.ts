/**
 * A set of words that features declare, such as the actions of the audit. The composition fills it, so that what reads all of
 * them, such as a filter of the audit, stands below the features.
 */
export class Vocabulary<Word extends { readonly name: string }> {
  private words: ReadonlyMap<string, Word> | null = null;

  /**
   * @param what of what the words are, for errors
   * @param order of what: `features` where words that belong together stand together
   */
  constructor(
    private readonly what: string,
    private readonly order: 'features' | 'names' = 'features',
  ) {}

  /** Declares the words of a feature, each with its key as its name. */
  define<const Table extends Readonly<Record<string, Facts<Word>>>>(table: Table): Named<Table> {
    return Object.fromEntries(Object.entries(table).map(([name, facts]) => [name, { ...facts, name }])) as Named<Table>;
  }

  /**
   * Takes the words of all features. Once, before the first request.
   * @throws Error if two features declare the same word
   */
  fill(tables: readonly Readonly<Record<string, Word>>[]): void {
    const words = new Map<string, Word>();
    const all = tables.flatMap((table) => Object.values(table));
    if (this.order === 'names') all.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const word of all) {
      if (words.has(word.name)) throw new Error(`two features declare the ${this.what} ${word.name}`);
      words.set(word.name, word);
    }
    this.words = words;
  }

  /** @throws Error before `fill` */
  all(): readonly Word[] {
    return [...this.filled().values()];
  }

  /** @throws Error before `fill` */
  names(): readonly string[] {
    return [...this.filled().keys()];
  }

  /** Null for a word that no feature of this version declares, such as one in a row of an older or newer version. */
  find(name: string): Word | null {
    return this.filled().get(name) ?? null;
  }

  private filled(): ReadonlyMap<string, Word> {
    if (this.words === null) throw new Error(`${this.what}: no feature is composed`);
    return this.words;
  }
}

/** A word without its name, also of a union. */
type Facts<Word> = Word extends unknown ? Omit<Word, 'name'> : never;

/** The words of a table, each with its key as its name. */
type Named<Table> = { readonly [Name in keyof Table & string]: Table[Name] & { readonly name: Name } };
