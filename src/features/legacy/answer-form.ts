/**
 * Replaces the values of an answer that differ in every run by their form: ids, tokens, times, and what was made up for
 * the run. One object has the ids of one service.
 */
export class AnswerForms {
  /** The case that returned an id first. */
  private readonly seen = new Map<string, string>();

  constructor(
    private readonly random: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param secrets the passwords and tokens of the request, which a service may return */
  of(caseName: string, body: unknown, secrets: readonly string[]): unknown {
    const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
    return this.formOf(caseName, '', body, longestFirst, 0);
  }

  private formOf(caseName: string, key: string, value: unknown, secrets: readonly string[], depth: number): unknown {
    if (typeof value === 'object' && value !== null) {
      if (depth === deepest) return '<further levels>';
      if (Array.isArray(value)) return value.map((item) => this.formOf(caseName, key, item, secrets, depth + 1));
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.formOf(caseName, name, item, secrets, depth + 1)]),
      );
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (key === 'id') return this.idForm(caseName, value);
    return typeof value === 'number' ? this.numberForm(value) : this.textForm(key, value, secrets);
  }

  /** An id that an earlier case returned must be the same again. */
  private idForm(caseName: string, id: string | number): string {
    const form = typeof id === 'number' ? 'number' : uuid.test(id) ? 'UUID' : 'text';
    const first = this.seen.get(String(id)) ?? caseName;
    this.seen.set(String(id), first);
    return first === caseName ? `<new id: ${form}>` : `<id from ${first}: ${form}>`;
  }

  private numberForm(value: number): number | string {
    if (isNear(value, this.now() / 1000)) return '<Unix time in seconds>';
    return isNear(value, this.now()) ? '<Unix time in milliseconds>' : value;
  }

  private textForm(key: string, text: string, secrets: readonly string[]): string {
    const isToken = text !== '' && /^jwt$|token$/i.test(key);
    if (isToken) return wholeJwt.test(text) ? '<JWT>' : '<token>';
    // The expressions below take quadratic time.
    if (text.length > longestText) return `<text of ${text.length} characters>`;
    const known = secrets.reduce((result, secret) => result.replaceAll(secret, '<secret>'), text);
    return known
      .replaceAll(this.random, '<random>')
      .replaceAll(jwt, '<JWT>')
      .replaceAll(anyUuid, '<UUID>')
      .replaceAll(dateTime, (_, fraction, zone) => dateTimeForm(fraction !== undefined, zone !== undefined))
      .replaceAll(opaque, '<token>');
  }
}

/** Returns the media type in lower case, without the character set if this is UTF-8. */
export function mediaTypeOf(contentType: string | null): string | null {
  if (contentType === null) return null;
  return contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
    .filter((part) => !/^(charset="?utf-?8"?)?$/.test(part))
    .join('; ');
}

const deepest = 20;
const longestText = 2000;
const wholeJwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const anyUuid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const dateTime = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g;
/** Letters and digits without a space, as in a token or an id that is not a UUID. */
const opaque = /(?<![\w@.-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+/=-]{20,}(?![\w@.-])/gi;

const dateTimeForm = (hasFraction: boolean, hasZone: boolean): string =>
  `<date-time${hasFraction ? '' : ' without fraction'}${hasZone ? ' with zone' : ''}>`;

const tenDays = 10 * 86_400;
const isNear = (value: number, now: number): boolean => Math.abs(value / now - 1) < tenDays / 1.7e9;
