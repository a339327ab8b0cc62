import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { longestImportLine } from '../import-lines';
import { type PresetLine, UnreadableExportError, wrongContent } from './preset';

interface ElementsOptions {
  /** The name of the member that is the array. Null: the document itself is it. */
  array?: string | null;
  /** What the file must contain, for an error message. */
  content: string;
  /** The name of the member that tells objects apart, if the document is an array of objects with such an array. */
  group?: string | undefined;
  /** The value of that member in the object whose elements are returned. Null: the document is one object. */
  chosen?: string | null;
}

/**
 * Reads the elements of one array of a JSON document, without the whole document in memory. An element that is too long
 * is a line with a problem.
 * @throws UnreadableExportError
 */
export async function* readJsonElements(
  source: AsyncIterable<Buffer>,
  options: ElementsOptions,
): AsyncGenerator<PresetLine> {
  const elements = new Elements(options);
  for await (const chunk of source) yield* elements.push(chunk);
  elements.end();
}

const { LEFT_BRACE, RIGHT_BRACE, LEFT_BRACKET, RIGHT_BRACKET, COLON, COMMA, STRING } = TokenType;
const begins = (token: TokenType): boolean => token === LEFT_BRACE || token === LEFT_BRACKET;
const ends = (token: TokenType): boolean => token === RIGHT_BRACE || token === RIGHT_BRACKET;

/** The code of Node's TextDecoder. */
const invalidUtf8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

class Elements {
  private readonly tokenizer = new Tokenizer();
  /** Checks the order of the tokens. Has an element in memory, and no longer than until it is taken. */
  private parser = new TokenParser();
  private readonly places = new Places();
  /** The names so far of each open object. Null for an open array. */
  private readonly open: (Set<unknown> | null)[] = [];
  private isStarted = false;
  /** The number of open values around the object that has the array. */
  private outer = 0;
  private group: unknown = null;
  private hasChosen = false;
  private isNameNext = false;
  /** The last name in the outermost object. */
  private member: unknown = null;
  private array: 'not found' | 'open' | 'read' = 'not found';
  private element = { number: 0, line: 0, offset: 0, hasNameTwice: false };
  /** The offset of the last token. */
  private offset = 0;
  private taken: PresetLine[] = [];

  private readonly name: string | null;
  private readonly content: string;
  private readonly groupName: string | null;
  private readonly chosen: string | null;

  constructor({ array = null, content, group, chosen = null }: ElementsOptions) {
    this.name = array;
    this.content = content;
    this.groupName = group ?? null;
    this.chosen = group === undefined ? null : chosen;
    this.tokenizer.onToken = ({ token, value, offset }) => {
      this.offset = offset;
      this.enter(token, value);
      this.parser.write({ token, value });
      this.leave(token);
    };
  }

  push(chunk: Buffer): PresetLine[] {
    this.places.begin(chunk);
    try {
      this.tokenizer.write(chunk);
    } catch (error) {
      throw this.problemOf(error);
    }
    this.places.end();
    return this.taken.splice(0);
  }

  end(): void {
    if (!this.isStarted) throw this.wrongContent('is empty');
    if (!this.parser.isEnded) throw new UnreadableExportError(`The file is not whole: it ends at ${this.places.last}.`);
    if (this.chosen !== null && !this.hasChosen)
      throw this.wrongContent(`has no ${this.groupName} of the name "${this.chosen}"`);
    if (this.array === 'not found' && this.outer === 0) throw this.wrongContent(`has no "${this.name}"`);
  }

  /** The number of open values around an element. */
  private get depth(): number {
    return this.name === null ? 1 : this.outer + 2;
  }

  /** Before the parser sees the token. */
  private enter(token: TokenType, value: unknown): void {
    const depth = this.open.length;
    const isValue = !ends(token) && token !== COLON && token !== COMMA;
    if (!this.isStarted) this.start(token);
    else if (this.outer === 1 && depth === 1 && token === LEFT_BRACE) {
      this.array = 'not found';
      this.group = null;
      this.member = null;
    }
    const names = this.open.at(-1);
    if (this.isNameNext && names && token === STRING) {
      this.element.hasNameTwice ||= names.has(value);
      names.add(value);
      if (depth === this.outer + 1) this.member = value;
    } else if (isValue && (this.name === null ? depth === 0 : depth === this.outer + 1 && this.member === this.name)) {
      if (token !== LEFT_BRACKET) throw this.wrongContent(`has "${this.name}", which is not an array`);
      if (this.array !== 'not found') throw this.wrongContent(`has "${this.name}" twice`);
      this.array = 'open';
    } else if (isValue && this.groupName !== null && depth === this.outer + 1 && this.member === this.groupName) {
      this.group = value;
      this.hasChosen ||= value === this.chosen;
    } else if (isValue && this.array === 'open' && depth === this.depth) {
      const { number } = this.element;
      const line = this.places.lineOf(this.offset);
      this.element = { number: number + 1, line, offset: this.offset, hasNameTwice: false };
    }
    this.isNameNext = token === LEFT_BRACE || (token === COMMA && Boolean(names));
    if (begins(token)) this.open.push(token === LEFT_BRACE ? new Set() : null);
  }

  private start(token: TokenType): void {
    const isArray = token === LEFT_BRACKET;
    if (!isArray && token !== LEFT_BRACE) throw this.wrongContent('is a single value');
    const { name, groupName, chosen } = this;
    if (name === null && !isArray) throw this.wrongContent('is an object');
    if (name !== null && isArray) {
      if (groupName === null) throw this.wrongContent('is an array');
      if (chosen === null) throw this.wrongContent(`is an array of each ${groupName}: choose one with --${groupName}`);
      this.outer = 1;
    }
    const path = name === null ? '$.*' : `${this.outer === 1 ? '$.*' : '$'}.${name}.*`;
    this.parser = new TokenParser({ paths: [path], keepStack: false });
    this.parser.onValue = ({ value }) => this.take(value);
    this.isStarted = true;
  }

  /** After the parser has accepted the token. */
  private leave(token: TokenType): void {
    if (!ends(token)) return;
    this.open.pop();
    if (this.array === 'open' && this.open.length < this.depth) this.array = 'read';
  }

  private take(record: unknown): void {
    // The export of the service has the name first.
    if (this.chosen !== null && this.group === null)
      throw this.wrongContent(`has "${this.name}" before "${this.groupName}"`);
    if (this.chosen !== null && this.group !== this.chosen) return;
    const { number, line, offset, hasNameTwice } = this.element;
    const place = { line, element: number };
    const bytes = typeof record === 'string' ? Buffer.byteLength(JSON.stringify(record)) : this.offset - offset + 1;
    if (bytes > longestImportLine) this.taken.push({ ...place, problem: `is longer than ${longestImportLine} bytes` });
    else if (hasNameTwice) this.taken.push({ ...place, problem: 'has a field twice' });
    else this.taken.push({ ...place, record });
  }

  /** The message of the parser can contain a part of the text, which can be a password hash. */
  private problemOf(error: unknown): unknown {
    const isUtf8Problem = error instanceof TypeError && 'code' in error && error.code === invalidUtf8;
    if (isUtf8Problem)
      return new UnreadableExportError(`The file is not valid UTF-8 after ${this.places.of(this.offset)}.`);
    if (!(error instanceof TokenizerError || error instanceof TokenParserError)) return error;
    if (!this.isStarted) return this.wrongContent('is not JSON');
    const [, position = this.offset] = /absolute position "(\d+)"/.exec(error.message) ?? [];
    return new UnreadableExportError(`The file is not valid JSON at ${this.places.of(Number(position))}.`);
  }

  private wrongContent(met: string): UnreadableExportError {
    return wrongContent(met, this.content);
  }
}

const lineFeed = 0x0a;

/** Counts the lines of what was read. */
class Places {
  private chunk: Buffer = Buffer.alloc(0);
  private chunkOffset = 0;
  private counted = 0;
  private line = 1;
  private lineOffset = 0;

  begin(chunk: Buffer): void {
    this.chunk = chunk;
    this.counted = 0;
  }

  end(): void {
    const end = this.chunkOffset + this.chunk.length;
    this.lineOf(end);
    this.chunkOffset = end;
    this.chunk = Buffer.alloc(0);
  }

  /** The line of a byte, from 1. Must be called with increasing offsets. */
  lineOf(offset: number): number {
    for (;;) {
      const found = this.chunk.indexOf(lineFeed, this.counted);
      if (found === -1 || this.chunkOffset + found >= offset) return this.line;
      this.line += 1;
      this.counted = found + 1;
      this.lineOffset = this.chunkOffset + this.counted;
    }
  }

  of(offset: number): string {
    return `line ${this.lineOf(offset)}, byte ${offset - this.lineOffset + 1}`;
  }

  /** Where what was read ends. */
  get last(): string {
    return this.of(this.chunkOffset);
  }
}
