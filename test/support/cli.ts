import { execFile } from 'node:child_process';
import path from 'node:path';

/** The built command (`npm run build`). */
export const cliFile = path.join(__dirname, '../../dist/cli/main.js');

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs the command to its end, with nothing in its environment but `env`; `input` is its standard input. */
export function runCli(env: Record<string, string>, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [cliFile, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
    child.stdin?.end(input);
  });
}
