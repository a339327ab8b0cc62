import { closeSync, existsSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { UsageError } from './usage-error';

/** A file that only its owner can read. */
export class PrivateFile {
  private constructor(private readonly fd: number) {}

  /** Replaces an existing file, so that the new file has its own permissions. */
  static open(file: string): PrivateFile {
    rmSync(file, { force: true });
    return new PrivateFile(openSync(file, 'wx', 0o600));
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.fd, bytes, written);
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** @throws UsageError if the output would replace the input */
export function rejectSameFile(input: string, output: string): void {
  if (existsSync(input) && existsSync(output) && realpathSync(input) === realpathSync(output)) {
    throw new UsageError(`${output} is the file to read. Write to another file`);
  }
}
