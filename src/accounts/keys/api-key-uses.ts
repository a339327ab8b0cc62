import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import type { VerifiedApiKey } from './api-key';
import type { ApiKeyStore } from './api-key.store';

const hourMs = 3_600_000;
/** So many keys wait to be written at most. A use beyond that is not noted: the next one is. */
const mostWaiting = 1000;

/** Writes when keys were last used, to the hour, and never in a request: one after the other. */
export class ApiKeyUses {
  private readonly waiting = new Map<string, { hour: Date; ip: string | null }>();
  private writing: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<ApiKeyStore, 'noteUse'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  note(key: VerifiedApiKey, ip: string | null): void {
    const hour = new Date(Math.floor(this.clock().getTime() / hourMs) * hourMs);
    if (key.lastUsedTs && key.lastUsedTs >= hour) return;
    if (this.waiting.size >= mostWaiting) return;
    key.lastUsedTs = hour;
    this.waiting.set(key.id, { hour, ip });
    this.writing ??= this.write().finally(() => {
      this.writing = null;
    });
  }

  private async write(): Promise<void> {
    for (const [id, use] of this.waiting) {
      this.waiting.delete(id);
      await this.store.noteUse({ id, ...use }).catch((error: unknown) => {
        this.log.warn({ err: error }, 'the last use of an API key was not written');
      });
    }
  }

  async close(): Promise<void> {
    await this.writing;
  }
}
