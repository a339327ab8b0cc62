/**
 * Escapes DEL and the C1 control characters. `JSON.stringify` does not escape them, and a terminal executes them: for
 * example, 0x9B starts a sequence like ESC [.
 */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

const stringOrBracket = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g;

/** Whether an object in this JSON text has a duplicate name. `JSON.parse` would silently keep the last value. */
export function hasDuplicateNames(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [found] of json.matchAll(stringOrBracket)) {
    if (found === '{' || found === '[') open.push(new Set());
    else if (found === '}' || found === ']') open.pop();
    else if (found.endsWith(':')) {
      // The names are parsed, because `s` and `\u0073` are the same name.
      const name: string = JSON.parse(found.slice(0, -1));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
