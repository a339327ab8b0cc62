import { isUtf8 } from 'node:buffer';
import { hasDuplicateNames } from '../../../platform/runtime/json-text';
import { byteOrderMark, longestImportLine } from '../import-lines';
import { type PresetLine, UnreadableExportError } from './preset';

const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [comma, colon] = [0x2c, 0x3a];

/** Bytes. A longer name is not the name of the array. */
const longestName = 1024;

type State =
  | 'start'
  | 'name-or-end'
  | 'name'
  | 'colon'
  | 'member'
  | 'after-member'
  | 'element-or-end'
  | 'element'
  | 'after-element'
  | 'end';

/**
 * Reads the elements of one array of a JSON document, without the whole document in memory: the document itself if
 * `array` is null, else the member of that name. An element that is too long is a line with a problem. Text outside the
 * array is only checked as far as the search for the array needs it.
 * @param content What the file must contain, for an error message.
 * @throws UnreadableExportError
 */
export async function* readJsonElements(
  source: AsyncIterable<Buffer>,
  array: string | null,
  content: string,
): AsyncGenerator<PresetLine> {
  const splitter = new ArraySplitter(array, content);
  for await (const chunk of source) yield* splitter.push(chunk);
  splitter.end();
}

class ArraySplitter {
  private state: State = 'start';
  private readonly value = new ValueScanner();
  private readonly place = new Place();
  private isInside = false;
  private isFound = false;
  private isArrayNext = false;
  private element = 0;
  private elementLine = 0;

  constructor(
    private readonly array: string | null,
    private readonly content: string,
  ) {}

  *push(chunk: Buffer): Generator<PresetLine> {
    let at = 0;
    while (at < chunk.length) {
      if (this.isInside) {
        const end = this.value.scan(chunk, at);
        if (end === null) break;
        this.isInside = false;
        at = end;
        if (this.state === 'name') this.takeName(chunk, at);
        else if (this.state === 'member') this.state = 'after-member';
        else yield this.takeElement();
      } else {
        const byte = chunk[at] ?? 0;
        if (!isSpace(byte)) this.step(byte, chunk, at);
        if (!this.isInside) at += 1;
      }
    }
    this.place.add(chunk);
  }

  end(): void {
    if (this.state === 'start') throw this.wrongContent();
    if (this.state !== 'end')
      throw new UnreadableExportError(`The file is not whole: it ends at ${this.place.text()}.`);
    if (!this.isFound) throw this.wrongContent();
  }

  /** Handles a byte between two values. */
  private step(byte: number, chunk: Buffer, at: number): void {
    switch (this.state) {
      case 'start':
        if (byte === (this.array === null ? openBracket : openBrace)) {
          this.isFound = this.array === null;
          this.state = this.array === null ? 'element-or-end' : 'name-or-end';
        } else if (!isByteOrderMark(this.place.offset + at, byte)) throw this.wrongContent();
        return;
      case 'name-or-end':
      case 'name':
        if (byte === quote) this.begin('name', longestName, byte);
        else if (byte === closeBrace && this.state === 'name-or-end') this.state = 'end';
        else throw this.malformed(chunk, at);
        return;
      case 'colon':
        if (byte !== colon) throw this.malformed(chunk, at);
        this.state = 'member';
        return;
      case 'member':
        if (this.isArrayNext) {
          if (byte !== openBracket || this.isFound) throw this.wrongContent();
          this.isFound = true;
          this.state = 'element-or-end';
        } else if (startsValue(byte)) this.begin('member', 0, byte);
        else throw this.malformed(chunk, at);
        return;
      case 'after-member':
        if (byte === comma) this.state = 'name';
        else if (byte === closeBrace) this.state = 'end';
        else throw this.malformed(chunk, at);
        return;
      case 'element-or-end':
      case 'element':
        if (startsValue(byte)) {
          this.element += 1;
          this.elementLine = this.place.lineOf(chunk, at);
          this.begin('element', longestImportLine, byte);
        } else if (byte === closeBracket && this.state === 'element-or-end') this.leaveArray();
        else throw this.malformed(chunk, at);
        return;
      case 'after-element':
        if (byte === comma) this.state = 'element';
        else if (byte === closeBracket) this.leaveArray();
        else throw this.malformed(chunk, at);
        return;
      case 'end':
        throw this.malformed(chunk, at);
    }
  }

  private begin(state: State, longest: number, byte: number): void {
    this.state = state;
    this.isInside = true;
    this.value.begin(longest, byte);
  }

  private leaveArray(): void {
    this.state = this.array === null ? 'end' : 'after-member';
  }

  private takeName(chunk: Buffer, end: number): void {
    const bytes = this.value.take();
    let name: unknown = null;
    try {
      if (bytes) name = JSON.parse(bytes.toString());
    } catch {
      throw this.malformed(chunk, end - 1);
    }
    this.isArrayNext = name === this.array;
    this.state = 'colon';
  }

  private takeElement(): PresetLine {
    this.state = 'after-element';
    const place = { line: this.elementLine, element: this.element };
    const bytes = this.value.take();
    if (!bytes) return { ...place, problem: `is longer than ${longestImportLine} bytes` };
    if (!isUtf8(bytes)) return { ...place, problem: 'is not valid UTF-8' };
    const text = bytes.toString();
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      // The message of the parser contains a part of the text, which can be a password hash.
      throw new UnreadableExportError(
        `The file is not valid JSON: in record ${place.element}, which begins on line ${place.line}.`,
      );
    }
    return hasDuplicateNames(text) ? { ...place, problem: 'has a field twice' } : { ...place, record };
  }

  private malformed(chunk: Buffer, at: number): UnreadableExportError {
    return new UnreadableExportError(`The file is not valid JSON at ${this.place.text(chunk, at)}.`);
  }

  private wrongContent(): UnreadableExportError {
    return new UnreadableExportError(`The file must contain ${this.content}.`);
  }
}

/** Finds the end of one JSON value, and keeps its bytes if they are few enough. */
class ValueScanner {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isWord = false;
  private longest = 0;
  private length = 0;
  private parts: Buffer[] = [];

  begin(longest: number, first: number): void {
    this.depth = 0;
    this.isInString = false;
    this.isEscaped = false;
    // A number, true, false or null.
    this.isWord = first !== quote && first !== openBrace && first !== openBracket;
    this.longest = longest;
    this.length = 0;
    this.parts = [];
  }

  /** Returns the index after the value, or null if the value continues in the next chunk. */
  scan(chunk: Buffer, start: number): number | null {
    const end = this.isWord ? endOfWord(chunk, start) : this.endOfText(chunk, start);
    this.length += (end ?? chunk.length) - start;
    if (this.length > this.longest) this.parts = [];
    else this.parts.push(chunk.subarray(start, end ?? chunk.length));
    return end;
  }

  /** Returns the bytes of the value, or null if they are too many. */
  take(): Buffer | null {
    const bytes = this.length > this.longest ? null : Buffer.concat(this.parts, this.length);
    this.parts = [];
    return bytes;
  }

  private endOfText(chunk: Buffer, start: number): number | null {
    let { depth, isInString } = this;
    let at = this.isEscaped ? start + 1 : start;
    this.isEscaped = false;
    while (at < chunk.length) {
      const byte = chunk[at];
      at += 1;
      if (isInString) {
        if (byte === backslash) at += 1;
        else if (byte === quote) {
          isInString = false;
          if (depth === 0) return at;
        }
      } else if (byte === quote) isInString = true;
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    this.depth = depth;
    this.isInString = isInString;
    this.isEscaped = at > chunk.length;
    return null;
  }
}

function endOfWord(chunk: Buffer, start: number): number | null {
  for (let at = start; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (isSpace(byte) || byte === comma || byte === closeBracket || byte === closeBrace) return at;
  }
  return null;
}

/** Counts lines and bytes. */
class Place {
  /** The bytes before the chunk. */
  offset = 0;
  private line = 1;
  private lineStart = 0;
  private counted = 0;

  /** The line of a byte of the chunk, from 1. Must be called with increasing places. */
  lineOf(chunk: Buffer, at: number): number {
    for (let found = chunk.indexOf(lineFeed, this.counted); found !== -1 && found < at; ) {
      this.line += 1;
      this.lineStart = this.offset + found + 1;
      this.counted = found + 1;
      found = chunk.indexOf(lineFeed, this.counted);
    }
    return this.line;
  }

  add(chunk: Buffer): void {
    this.lineOf(chunk, chunk.length);
    this.offset += chunk.length;
    this.counted = 0;
  }

  text(chunk: Buffer = Buffer.alloc(0), at = 0): string {
    const line = this.lineOf(chunk, at);
    return `line ${line}, byte ${this.offset + at - this.lineStart + 1}`;
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;

const valueStarts = new Set(Buffer.from('{["-0123456789tfn'));
const startsValue = (byte: number): boolean => valueStarts.has(byte);

const isByteOrderMark = (offset: number, byte: number): boolean => byteOrderMark[offset] === byte;
