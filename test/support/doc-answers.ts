/**
 * Compares the answers of a page with the real ones. In the answer of a page, `…` stands for any text, a word that ends
 * with `…` for one word, `"…": "…"` for further keys, and a last element `"…"` for further elements. An id, a date-time
 * and Unix seconds stand for others of the same form.
 */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Maps an id or a token of the page to the id or the token of this run. */
export type Known = Map<string, string>;

const any = '…';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const dateTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/;
const jwt = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}/;
const abbreviated = /[\w.-]*…/;
const masks = new RegExp([uuid, dateTime, jwt, abbreviated].map(({ source }) => `(${source})`).join('|'), 'g');
const unixSeconds = (value: number): boolean => value > 1e9 && value < 4e9;

/**
 * The real answer as the page writes it: what the page masks has the page's text, so that only differences differ.
 * The real values of ids and tokens are remembered in `known`.
 */
export function asDocumented(real: Json, documented: Json, known: Known): Json {
  if (documented === any) return any;
  if (typeof documented === 'string' && typeof real === 'string') return textAsDocumented(real, documented, known);
  if (typeof documented === 'number' && typeof real === 'number') {
    return unixSeconds(documented) && unixSeconds(real) ? documented : real;
  }
  if (Array.isArray(documented) && Array.isArray(real)) {
    const isOpen = documented.length > 0 && documented.at(-1) === any;
    const closed = isOpen ? documented.slice(0, -1) : documented;
    const rest = isOpen ? [any] : real.slice(closed.length);
    return [...real.slice(0, closed.length).map((one, i) => asDocumented(one, closed[i] ?? null, known)), ...rest];
  }
  if (isObject(documented) && isObject(real)) {
    const isOpen = any in documented;
    const shown = Object.entries(real).filter(([key]) => !isOpen || key in documented);
    const compared = shown.map(([key, value]) => [key, asDocumented(value, documented[key] ?? null, known)] as const);
    return Object.fromEntries([...compared, ...(isOpen ? [[any, any]] : [])]);
  }
  return real;
}

export function textAsDocumented(real: string, documented: string, known: Known): string {
  if (fits(real, documented, known)) return documented;
  const lines = documented.split('\n');
  return real
    .split('\n')
    .map((line, i) => (lines[i] !== undefined && fits(line, lines[i], known) ? lines[i] : line))
    .join('\n');
}

function fits(real: string, documented: string, known: Known): boolean {
  const words: string[] = [];
  let pattern = '';
  let end = 0;
  for (const match of documented.matchAll(masks)) {
    pattern += `${literal(documented.slice(end, match.index))}(${patternOf(match[0])})`;
    words.push(match[0]);
    end = match.index + match[0].length;
  }
  const found = new RegExp(`^${pattern}${literal(documented.slice(end))}$`, 's').exec(real);
  if (!found) return false;
  words.forEach((word, i) => {
    if (word !== any && !dateTime.test(word)) known.set(word, found[i + 1] ?? '');
  });
  return true;
}

function patternOf(word: string): string {
  if (word === any) return '.*?';
  // The start of an access token is always the same.
  if (word.endsWith(any)) return `${word.startsWith('eyJ') ? word.slice(0, -1) : ''}[\\w.+/=-]+`;
  return jwt.test(word)
    ? jwt.source
    : uuid.test(word)
      ? uuid.source
      : word.replaceAll(/\d/g, '\\d').replace('.', '\\.');
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An HTTP answer as text, with the values that are in the page. */
export function httpAsDocumented(real: string, documented: string, known: Known): { real: object; documented: object } {
  const [is, shouldBe] = [parseHttp(real), parseHttp(documented)];
  const headers = [...new Set(shouldBe.headers.map(([name]) => name))].flatMap((name) => {
    const expected = shouldBe.headers.filter(([one]) => one === name);
    const values = is.headers.filter(([one]) => one === name);
    return values.map(([, value], i) => [name, textAsDocumented(value, expected[i]?.[1] ?? '', known)]);
  });
  // A page may leave the body out.
  const body = shouldBe.body === '' ? '' : bodyAsDocumented(is.body, shouldBe.body, known);
  const status = textAsDocumented(is.status, shouldBe.status, known);
  return { real: { status, headers, body }, documented: { ...shouldBe, body: jsonOr(shouldBe.body) } };
}

/** Compared as JSON if the page has JSON. */
export function bodyAsDocumented(real: string, documented: string, known: Known): Json {
  const [is, shouldBe] = [jsonOr(real), jsonOr(documented)];
  return typeof shouldBe === 'string'
    ? textAsDocumented(real.trim(), shouldBe, known)
    : asDocumented(is, shouldBe, known);
}

export function jsonOr(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}

function parseHttp(text: string) {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').trim().split('\n\n');
  const [status = '', ...lines] = head.split('\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: ?(.*)/s);
    return [name.toLowerCase(), value];
  });
  return { status, headers, body: rest.join('\n\n') };
}
