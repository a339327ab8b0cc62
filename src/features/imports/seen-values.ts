import { createHash } from 'node:crypto';

/** Entries of one generation: the ids and addresses of 1.5 million lines. */
const mostEntries = 3_000_000;
const firstSlots = 1 << 12;
/** A table is never fuller, so that a search ends after a few slots. */
const fullest = 0.75;

/**
 * The values that occurred in a file, and the line of each. The memory is bounded: two tables of at most 50 MB. A value
 * that occurred more than 3 million values before can be forgotten.
 */
export class SeenValues {
  private current = new FingerprintTable();
  private previous = new FingerprintTable();

  constructor(private readonly most = mostEntries) {}

  /** Returns the number of the line that has the value. Null without such a line. */
  find(value: string): number | null {
    const { high, low } = fingerprintOf(value);
    return this.current.find(high, low) ?? this.previous.find(high, low);
  }

  /** The value must not be there already. */
  add(value: string, line: number): void {
    if (this.current.size >= this.most) {
      this.previous = this.current;
      this.current = new FingerprintTable();
    }
    const { high, low } = fingerprintOf(value);
    this.current.add(high, low, line);
  }
}

/** 64 bits: in a file of a million lines, the chance that two different values have the same ones is one in ten million. */
function fingerprintOf(value: string): { high: number; low: number } {
  const digest = createHash('sha256').update(value).digest();
  return { high: digest.readUInt32LE(0), low: digest.readUInt32LE(4) };
}

/** A hash table with open addressing: 64 bits of a hash, and a line number. A line number of 0 is a free slot. */
class FingerprintTable {
  size = 0;
  private slots = firstSlots;
  private cells = new Uint32Array(3 * firstSlots);

  find(high: number, low: number): number | null {
    return this.cells[this.slotOf(high, low) + 2] || null;
  }

  add(high: number, low: number, line: number): void {
    if (this.size >= fullest * this.slots) this.grow();
    this.put(high, low, line);
    this.size += 1;
  }

  private put(high: number, low: number, line: number): void {
    this.cells.set([high, low, line], this.slotOf(high, low));
  }

  /** The place of the entry in `cells`, or the free place for it. */
  private slotOf(high: number, low: number): number {
    const { cells, slots } = this;
    let slot = high & (slots - 1);
    while (cells[3 * slot + 2] !== 0 && (cells[3 * slot] !== high || cells[3 * slot + 1] !== low)) {
      slot = (slot + 1) & (slots - 1);
    }
    return 3 * slot;
  }

  private grow(): void {
    const { cells } = this;
    this.slots *= 2;
    this.cells = new Uint32Array(3 * this.slots);
    for (let i = 0; i < cells.length; i += 3) {
      const line = cells[i + 2] ?? 0;
      if (line !== 0) this.put(cells[i] ?? 0, cells[i + 1] ?? 0, line);
    }
  }
}
