/**
 * The same JSON without the characters that `JSON.stringify` leaves as they are and a terminal obeys: DEL and C1, in
 * which 0x9B begins a sequence as ESC [ does.
 */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

const stringOrBracket = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g;

/** Whether an object in this JSON text, at any depth, has a name twice: of these JSON.parse keeps the last. */
export function hasDuplicateNames(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [found] of json.matchAll(stringOrBracket)) {
    if (found === '{' || found === '[') open.push(new Set());
    else if (found === '}' || found === ']') open.pop();
    else if (found.endsWith(':')) {
      // Parsed, because `s` and `\u0073` are one name.
      const name: string = JSON.parse(found.slice(0, -1));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
