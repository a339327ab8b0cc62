import { csvLine } from '../../src/platform/runtime/csv';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' space', '" space"'],
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['\t=1', "'\t'=1"],
  ['Anna-Lena; Lovelace & Co', 'Anna-Lena; Lovelace & Co'],
])('the cell %j is %j', (cell, expected) => {
  expect(csvLine([cell])).toBe(`${expected}\r\n`);
});

/** Reads a file as a spreadsheet does, with quotes only around whole cells. Other quotes are part of the text. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < file.length; i += 1) {
    const char = file.charAt(i);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (file[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator || char === '\t' || char === '\r' || char === '\n') {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

const beginnings = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];

test.each([',', ';'])('split at %j, no cell begins with a formula', (separator) => {
  for (const sign of beginnings) {
    for (const before of [
      '',
      ' ',
      '\u00a0',
      'x;',
      'x; ',
      ';;',
      'x;"',
      'x;""',
      '"',
      'x\t',
      'x\r',
      'x\n',
      'x\r\n ',
      'x\n"',
      'x,y;',
    ]) {
      const file = csvLine(['id', `${before}${sign}1+1`, 'last']);
      const found = cellsOf(file, separator).filter((cell) => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell));
      expect({ before, sign, found }).toEqual({ before, sign, found: [] });
    }
  }
});
