/**
 * Runs a command with databases behind a PgBouncer in transaction mode, in front of the server of `TEST_DATABASE_URL`:
 * npx tsx test/support/through-pgbouncer.ts npx jest test/db
 */
import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pgbouncerIni, startPgBouncer } from './pgbouncer';

async function main(program: string, args: readonly string[]): Promise<number> {
  const direct = new URL(process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres');
  const pgbouncer = await startPgBouncer(pgbouncerIni(Number(direct.port || 5432)));
  try {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_DATABASE_URL: pgbouncer.url(direct.pathname.slice(1)),
        TEST_DATABASE_DIRECT_URL: direct.href,
      },
    });
    const [code] = await once(child, 'close');
    return code ?? 1;
  } finally {
    await pgbouncer.stop();
  }
}

const [program = 'npx', ...args] = process.argv.slice(2);
main(program, args).then((code) => process.exit(code));
