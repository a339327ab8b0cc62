import { LRUCache } from 'lru-cache';
import { readTextUpTo } from '../../platform/runtime/bounded-text';
import { type BreachList, UnusableRange } from './breach-list';
import { isInRange, prefixLength, suffixesIn } from './range';

/** Bytes. A range of Have I Been Pwned has up to 2000 lines of 40 bytes, with padding. */
const longestAnswer = 256 * 1024;
/** A range takes about 40 kB of memory. */
const cachedRanges = 200;
const cachedForMs = 3_600_000;

/**
 * The range API of Have I Been Pwned, version 3, or a mirror of it. The API gets the first 5 hex digits of the SHA-1 hash,
 * and answers with the rest of each hash that begins with them. With padding, an observer cannot recognize the range by
 * the length of the answer.
 */
export class RangeApi implements BreachList {
  private readonly ranges = new LRUCache<string, string>({ max: cachedRanges, ttl: cachedForMs });

  constructor(private readonly url: string) {}

  async includes(sha1: Buffer, signal: AbortSignal): Promise<boolean> {
    const hex = sha1.toString('hex').toUpperCase();
    const prefix = hex.slice(0, prefixLength);
    const range = this.ranges.get(prefix) ?? (await this.fetchRange(prefix, signal));
    return isInRange(range, hex);
  }

  close(): void {}

  private async fetchRange(prefix: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(`${this.url}/range/${prefix}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Gatehouse' },
      redirect: 'error',
      signal,
    });
    const { ok, status } = response;
    if (!ok) {
      await response.body?.cancel();
      throw new UnusableRange(`the range API answered with status ${status}`, status);
    }
    const range = suffixesIn(await textOf(response));
    this.ranges.set(prefix, range);
    return range;
  }
}

async function textOf(response: Response): Promise<string> {
  const text = await readTextUpTo(longestAnswer, response);
  if (text === null) throw new UnusableRange('the answer of the range API is too long', response.status);
  return text;
}
