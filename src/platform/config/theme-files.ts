import path from 'node:path';
import { ConfigError } from './config-error';
import { orList } from './or-list';
import { readSettingFile } from './setting-file';

/** A file of the operator that the pages load. */
export interface ThemeFile {
  /** Such as `.svg`. */
  extension: string;
  type: string;
  content: Buffer;
}

/**
 * Pages load a picture with `<img>` or `<link rel="icon">`, in which an SVG neither runs scripts nor loads anything, and its own
 * address has the policy `default-src 'none'`.
 */
export const imageTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const iconTypes: typeof imageTypes = { ...imageTypes, '.ico': 'image/x-icon' };
const mostKb = 256;
/** Each page has up to 20 of them. */
const mostProviderIconKb = 32;

/** Reads the file of THEME_CSS. @throws ConfigError if it cannot be used */
export function readTheme(file: string | null): ThemeFile | null {
  if (file === null) return null;
  return { extension: '.css', type: 'text/css; charset=utf-8', content: read('THEME_CSS', file, mostKb) };
}

/** Reads the file of LOGO or LOGO_DARK. @throws ConfigError if it cannot be used */
export const readLogo = (file: string | null, setting = 'LOGO') => readPicture(setting, file, imageTypes, mostKb);

/** @throws ConfigError if it cannot be used */
export const readFavicon = (file: string | null) => readPicture('FAVICON', file, iconTypes, mostKb);

/** Reads the file of PROVIDER_<ID>_ICON. @throws ConfigError if it cannot be used */
export const readProviderIcon = (id: string, file: string | null) =>
  readPicture(`PROVIDER_${id.toUpperCase()}_ICON`, file, imageTypes, mostProviderIconKb);

function readPicture(setting: string, file: string | null, types: typeof imageTypes, mostKb: number): ThemeFile | null {
  if (file === null) return null;
  const extension = path.extname(file).toLowerCase();
  const type = types[extension];
  if (!type) throw new ConfigError([`${setting} must be a file that ends with ${orList(Object.keys(types))}`]);
  return { extension, type, content: read(setting, file, mostKb) };
}

function read(setting: string, file: string, mostKb: number): Buffer {
  const content = readSettingFile(setting, file);
  if (content.length > mostKb * 1024) throw new ConfigError([`${setting} names a file of more than ${mostKb} kB`]);
  return content;
}
