/** The byte order marks of the encodings that programs write beside UTF-8, such as PowerShell and "Unicode text" of spreadsheets. */
const marks = [
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;

/** Returns a file in UTF-8, also if it begins with the byte order mark of UTF-16. What is not valid there becomes U+FFFD. */
export async function* inUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null = null;
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (start) {
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      const mark = marks.find(({ bytes }) => start?.subarray(0, 2).equals(bytes));
      decoder = mark ? new TextDecoder(mark.encoding) : null;
    }
    const bytes = start ?? chunk;
    start = null;
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (start && start.length > 0) yield start;
  if (decoder) yield Buffer.from(decoder.decode());
}
