/** A table in Markdown. A cell can have several lines. */
export function table(header: string[], rows: string[][]): string {
  const cellOf = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\n+(- )?/g, '<br>');
  const line = (cells: string[]) => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** As code; a text that has code, or is a sentence such as `on outside production`, stays as it is. */
export const code = (text: string): string =>
  text === '' || text.includes('`') || /^number of| outside /.test(text) ? text : `\`${text}\``;
