/**
 * Parses a CSV file as strictly as RFC 4180 defines it: lines end with CR LF, and a quotation mark is only in a cell with
 * quotation marks around it. @throws Error if the text is not such a file
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, content, end] = cell.exec(text) ?? [];
    if (content === undefined) throw new Error(`not a CSV file at ${at}: ${text.slice(at, at + 40)}`);
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) throw new Error('the last line has no end');
  return rows;
}
