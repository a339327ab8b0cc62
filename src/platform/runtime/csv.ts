/**
 * A spreadsheet executes a cell that begins with one of these as a formula (ASVS 5.0, 1.2.10), also in full width. In many
 * countries it splits lines at a semicolon, and ignores the quotes of the comma-separated form: then a cell also begins
 * after a semicolon, a tab or the end of a line inside a value, before white space or quotes.
 */
const formula = /(^|[;\t\r\n])([\s"]*)(?='*[=+\-@＝＋－＠])/g;
/** One that is read back loses it. An apostrophe that was there before has got another one. */
const inertFormula = /(^|[;\t\r\n])([\s"]*)'(?='*[=+\-@＝＋－＠])/g;
const controlFirst = /^[\t\r\n]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Returns one line of a CSV file (RFC 4180). What looks like the beginning of a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(text: string): string {
  const inert = text.replace(formula, "$1$2'");
  const safe = controlFirst.test(inert) ? `'${inert}` : inert;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the value of which `csvLine` has made a cell. */
export const fromCsvCell = (text: string): string =>
  (/^'[\t\r\n]/.test(text) ? text.slice(1) : text).replace(inertFormula, '$1$2');
