import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error';

/** A file of the operator that the pages load. */
export interface ThemeFile {
  /** Such as `.svg`. */
  extension: string;
  type: string;
  content: Buffer;
}

const imageTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const largestFile = 256 * 1024;

/** Reads the file of THEME_CSS. @throws ConfigError if it cannot be used */
export function readTheme(file: string | null): ThemeFile | null {
  if (file === null) return null;
  return { extension: '.css', type: 'text/css; charset=utf-8', content: read('THEME_CSS', file) };
}

/** Reads the file of LOGO. @throws ConfigError if it cannot be used */
export function readLogo(file: string | null): ThemeFile | null {
  if (file === null) return null;
  const extension = path.extname(file).toLowerCase();
  const type = imageTypes[extension];
  if (!type) throw new ConfigError(['LOGO must be a file that ends with .svg, .png or .webp']);
  return { extension, type, content: read('LOGO', file) };
}

function read(setting: string, file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${setting} names a file that cannot be read (${code}). Check the path`]);
  }
  if (content.length > largestFile) throw new ConfigError([`${setting} names a file of more than 256 kB`]);
  return content;
}
