const prefixBytes = 4;
/** The maximum size of a frame. The largest messages are pages of an export and batches of an import: about 2 MB. */
export const mostFrameBytes = 32 << 20;

class FrameTooLargeError extends Error {
  override readonly name = 'FrameTooLargeError';
}

/** Returns the bytes with their length before them, as 32 bits. @throws FrameTooLargeError */
export function toFrame(bytes: Uint8Array): Buffer {
  if (bytes.byteLength > mostFrameBytes) {
    throw new FrameTooLargeError(`a message has ${bytes.byteLength} bytes, and at most ${mostFrameBytes} are allowed`);
  }
  const frame = Buffer.allocUnsafe(prefixBytes + bytes.byteLength);
  frame.writeUInt32BE(bytes.byteLength);
  frame.set(bytes, prefixBytes);
  return frame;
}

/** Puts the chunks of a stream together. Never holds more than one frame and one chunk. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(private mostBytes = mostFrameBytes) {}

  /** Whether a part of a frame has arrived. */
  get isInside(): boolean {
    return this.bytes > 0;
  }

  allow(mostBytes: number): void {
    this.mostBytes = mostBytes;
  }

  /**
   * Returns the frames that this chunk completes, one at a time, without their lengths.
   * @throws FrameTooLargeError before the content of a frame that is too large is kept
   */
  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
    for (;;) {
      if (this.bytes < prefixBytes) return;
      if ((this.chunks[0]?.byteLength ?? 0) < prefixBytes) this.join();
      const [first] = this.chunks;
      const length = first?.readUInt32BE() ?? 0;
      if (length > this.mostBytes) {
        throw new FrameTooLargeError(`a message has ${length} bytes, and at most ${this.mostBytes} are allowed`);
      }
      const end = prefixBytes + length;
      if (this.bytes < end) return;
      const all = this.join();
      this.bytes -= end;
      this.chunks = this.bytes > 0 ? [all.subarray(end)] : [];
      yield all.subarray(prefixBytes, end);
    }
  }

  private join(): Buffer {
    const [first] = this.chunks;
    const all = this.chunks.length === 1 && first ? first : Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
