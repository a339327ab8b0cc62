import { readTextUpTo } from './bounded-text';

interface JsonPost {
  /** JSON. */
  body: string;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Sends JSON to another service. A redirect is not followed. @throws TypeError without an answer */
export function postJson(url: string, { body, headers = {}, signal }: JsonPost): Promise<Response> {
  const own = { 'Content-Type': 'application/json', Accept: 'application/json', 'User-Agent': 'Gatehouse' };
  return fetch(url, { method: 'POST', headers: { ...own, ...headers }, body, redirect: 'manual', signal });
}

/** Returns the JSON of a response: undefined if it is none, and `too long` for a body of more bytes, which is not read further. */
export async function readJsonUpTo(longestBytes: number, response: Response): Promise<{ json: unknown } | 'too long'> {
  const text = await readTextUpTo(longestBytes, response);
  if (text === null) return 'too long';
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { json: undefined };
  }
}
