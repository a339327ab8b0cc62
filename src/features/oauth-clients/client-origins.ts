import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import type { Clock } from '../../platform/runtime/clock';

/** No document says one. How long the list is used before it is read again. */
const keptMs = 10_000;

/** The origins of the applications that run in a browser. A flood of requests with other origins reads the list no more often. */
export class ClientOrigins {
  private origins: ReadonlySet<string> = new Set();
  private readAtMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<OAuthClientStore, 'listPublicAddresses'>,
    private readonly clock: Clock,
  ) {}

  /** Does not throw: while the database does not answer, the last list counts. */
  async has(origin: string): Promise<boolean> {
    if (this.clock().getTime() - this.readAtMs >= keptMs) {
      this.reading ??= this.read();
      await this.reading;
    }
    return this.origins.has(origin);
  }

  /** A browser sends the request for tokens of a new client within a second. */
  expire(): void {
    this.readAtMs = Number.NEGATIVE_INFINITY;
  }

  private async read(): Promise<void> {
    try {
      const addresses = await this.store.listPublicAddresses();
      // An application of a device has a scheme of its own, and its origin is the text "null".
      const origins = addresses.map((address) => new URL(address).origin);
      this.origins = new Set(origins.filter((origin) => origin !== 'null'));
    } catch {
    } finally {
      this.readAtMs = this.clock().getTime();
      this.reading = null;
    }
  }
}
