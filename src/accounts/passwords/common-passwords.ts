import { gunzipSync } from 'node:zlib';
import { comparable } from './own-words';

/** The most frequent passwords of stolen sets that are long enough. The list is loaded when it is first needed. */
export class CommonPasswords {
  private list: ReadonlySet<string> | null = null;

  /** @param password upper and lower case make no difference */
  includes(password: string): boolean {
    this.list ??= load();
    return this.list.has(comparable(password));
  }
}

function load(): ReadonlySet<string> {
  const { gzippedLines } = require('./common-password-list.json') as typeof import('./common-password-list.json');
  return new Set(gunzipSync(Buffer.from(gzippedLines, 'base64')).toString().split('\n'));
}
