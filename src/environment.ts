/** The environment, with what a file `.env` in the working folder adds to it. A variable that is set wins over the file. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}

/** Gives libuv's pool so many threads, unless its variable asks for more. Too late once anything has used the pool. */
export function enlargeThreadPool(threads: number): void {
  const asked = Number(process.env.UV_THREADPOOL_SIZE);
  if (!(asked >= threads)) process.env.UV_THREADPOOL_SIZE = String(threads);
}
