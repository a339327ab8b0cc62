import { createHmac } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
import type { Log } from '../../platform/observability/log';
import { legacyPassword } from '../users/legacy-password';
import { formatOf } from './formats/hash-formats';
import type { PasswordSchemeStore, SchemeCount } from './password-scheme.store';
import { readStoredHash, type StoredHash } from './stored-hash';

const everyMs = 60_000;

/** `$legacy$`, or a stored hash that no password matches. */
export type DecoyHash = typeof legacyPassword | StoredHash;

interface Decoy {
  scheme: string;
  storedHash: DecoyHash;
  /** The probability that an address gets this decoy, if it gets none of the decoys before. */
  share: number;
}

/**
 * Chooses what an unknown address is compared with, so that the time of an answer does not reveal whether the address has
 * an account. As long as accounts have hashes of another service, unknown addresses get them in the same proportions. An
 * HMAC of the address decides, so the same address always takes the same time. The proportions are counted once a minute.
 */
export class Decoys {
  private decoys: readonly Decoy[] = [];
  private timer: NodeJS.Timeout | null = null;
  private counting: Promise<void> = Promise.resolve();

  constructor(
    private readonly schemes: Pick<PasswordSchemeStore, 'count'>,
    private readonly derive: Derive,
    /** Whether the old service is asked for passwords: else an account with `$legacy$` is like an unknown address. */
    private readonly isLegacyAsked: boolean,
    /** Whether a stored hash has another algorithm or other parameters than new hashes. */
    private readonly isOutdated: (storedHash: StoredHash) => boolean,
    private readonly log: Log,
  ) {}

  /** Counts for the first time. @throws AppError `SERVICE_UNAVAILABLE` */
  async start(): Promise<void> {
    await this.refresh();
    this.timer ??= setInterval(() => {
      this.counting = this.counting.then(() => this.refresh()).catch((error: unknown) => this.warn(error));
    }, everyMs).unref();
  }

  /** Counts again. If it fails, the last proportions stay. @throws AppError `SERVICE_UNAVAILABLE` */
  async refresh(): Promise<void> {
    const known = new Map(this.decoys.map(({ scheme, storedHash }) => [scheme, storedHash]));
    this.decoys = this.decoysOf(await this.schemes.count(), known);
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.counting;
  }

  /**
   * Returns null if the address gets the decoy of new hashes.
   * @param account the canonical e-mail address
   */
  pick(account: string): DecoyHash | null {
    if (this.decoys.length === 0) return null;
    const key = this.derive('decoys');
    for (const { scheme, storedHash, share } of this.decoys) {
      const random = createHmac('sha256', key).update(`${scheme}\n${account}`).digest().readUInt32BE() / 2 ** 32;
      if (random < share) return storedHash;
    }
    return null;
  }

  /**
   * Each scheme has its own HMAC. So while users change to argon2id, nearly all addresses whose decoy changes do the same.
   * Their place in one list of all schemes would move many from one old scheme to another, which no account does.
   */
  private decoysOf(counts: readonly SchemeCount[], known: ReadonlyMap<string, DecoyHash>): Decoy[] {
    const usable = counts.flatMap(({ scheme, accounts }) => {
      const storedHash = known.get(scheme) ?? this.decoyOf(scheme);
      return storedHash === null ? [] : [{ scheme, accounts, storedHash }];
    });
    let left = usable.reduce((sum, { accounts }) => sum + accounts, 0);
    const foreign = usable.filter(({ storedHash }) => storedHash === legacyPassword || this.isOutdated(storedHash));
    foreign.sort((a, b) => (a.scheme < b.scheme ? -1 : 1));
    return foreign.map(({ scheme, accounts, storedHash }) => {
      const share = accounts / left;
      left -= accounts;
      return { scheme, storedHash, share };
    });
  }

  /** Returns null for a scheme that no account can use. */
  private decoyOf(scheme: string): DecoyHash | null {
    if (scheme === legacyPassword) return this.isLegacyAsked ? legacyPassword : null;
    const decoy = readStoredHash(formatOf(scheme)?.decoyOf(scheme) ?? '');
    return typeof decoy === 'string' ? null : decoy;
  }

  private warn(error: unknown): void {
    this.log.warn({ err: error }, 'the formats of the password hashes could not be counted: the last count stays');
  }
}
