/** The environment, with what a file `.env` in the working folder adds to it. A variable that is set wins over the file. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}

/** The environment alone, without `.env`: for child processes, and for variables that are not Gatehouse's. */
export function inheritedEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Runs `load` while the variable has this value: for a library that cannot be told otherwise. */
export function withVariable<T>(name: string, value: string, load: () => T): T {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return load();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

/** Gives libuv's pool so many threads, unless its variable asks for more. Too late once anything has used the pool. */
export function enlargeThreadPool(threads: number): void {
  const asked = Number(process.env.UV_THREADPOOL_SIZE);
  if (!(asked >= threads)) process.env.UV_THREADPOOL_SIZE = String(threads);
}
