import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error';

/** Reads the file of a setting. @throws ConfigError if it cannot be read */
export function readSettingFile(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${setting} names a file that cannot be read (${code}). Check the path`]);
  }
}
