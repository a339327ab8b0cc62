import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** A hash that is computed in JavaScript. */
export interface CryptTask {
  kind: 'phpass' | 'sha256-crypt' | 'sha512-crypt';
  password: string;
  salt: string;
  rounds: number;
}

/** Tests and development run the TypeScript files. */
const isSource = __filename.endsWith('.ts');
const code = path.join(__dirname, isSource ? 'crypt-worker.ts' : 'crypt-worker.js');
const options = isSource ? { execArgv: ['--require', 'tsx/cjs'] } : {};
/** A hash takes at most half a second. On a machine that is overloaded, a thread that does not answer is not waited for. */
const answersWithinMs = 30_000;
/** A thread takes a few megabytes, and users of such hashes become fewer with each login. */
const idleMs = 60_000;

interface Thread {
  worker: Worker;
  idle: NodeJS.Timeout | null;
}

/**
 * Threads that compute hashes in JavaScript, so that the event loop does not wait for them. A thread computes one hash at
 * a time. A slot of the hasher is taken for each hash, so there are at most as many threads as slots.
 */
export class CryptWorkers {
  private readonly free: Thread[] = [];
  private readonly all = new Set<Thread>();
  private isClosed = false;

  /** For tests. */
  get threads(): number {
    return this.all.size;
  }

  /**
   * Returns the hash as it is stored, without its salt.
   * @throws Error if the thread ends, or does not answer
   */
  async compute(task: CryptTask): Promise<string> {
    if (this.isClosed) throw new Error('the threads for password hashes are closed');
    const thread = this.free.pop() ?? this.start();
    if (thread.idle) clearTimeout(thread.idle);
    try {
      const text = await answerOf(thread.worker, task);
      this.release(thread);
      return text;
    } catch (error) {
      await this.end(thread);
      throw error;
    }
  }

  /** Ends the threads. A hash that is being computed fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.all].map((thread) => this.end(thread)));
  }

  private start(): Thread {
    const worker = new Worker(code, options);
    // An idle thread does not keep the process alive.
    worker.unref();
    // Without a listener, an error of an idle thread would end the process.
    worker.on('error', () => undefined);
    const thread: Thread = { worker, idle: null };
    worker.once('exit', () => this.forget(thread));
    this.all.add(thread);
    return thread;
  }

  private release(thread: Thread): void {
    if (!this.all.has(thread)) return;
    this.free.push(thread);
    thread.idle = setTimeout(() => void this.end(thread), idleMs).unref();
  }

  private async end(thread: Thread): Promise<void> {
    this.forget(thread);
    await thread.worker.terminate();
  }

  private forget(thread: Thread): void {
    if (thread.idle) clearTimeout(thread.idle);
    this.all.delete(thread);
    const at = this.free.indexOf(thread);
    if (at !== -1) this.free.splice(at, 1);
  }
}

function answerOf(worker: Worker, task: CryptTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', exited);
      act();
    };
    const answered = (text: string) => settle(() => resolve(text));
    const failed = (error: Error) => settle(() => reject(error));
    const exited = () => settle(() => reject(new Error('a thread for password hashes has ended')));
    const timer = setTimeout(() => failed(new Error('a thread for password hashes does not answer')), answersWithinMs);
    worker.on('message', answered).on('error', failed).on('exit', exited);
    worker.postMessage(task);
  });
}
