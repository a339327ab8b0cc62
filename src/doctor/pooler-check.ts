import type { DatabasePath, DatabasePaths } from '../platform/db/database-paths';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

const direct = 'DATABASE_DIRECT_URL';

/**
 * Checks the settings of a connection pooler between Gatehouse and PostgreSQL.
 * @param isUp whether Gatehouse can use the database
 */
export async function checkPooler(inspect: () => Promise<DatabasePaths | null>, isUp: boolean): Promise<CheckResult> {
  try {
    const paths = await inspect();
    return paths ? resultOf(paths) : skipped(say`the embedded database needs no connection pooler`);
  } catch (error) {
    return isUp ? failure(messageOf(error)) : skipped(say`the database does not answer`);
  }
}

function resultOf({ url, directUrl, isSameDatabase }: DatabasePaths): CheckResult {
  if (directUrl === null) return withoutDirectUrl(url);
  if (directUrl.kind !== 'direct') {
    return failure(
      say`${direct} leads to a connection pooler in ${directUrl.kind} mode. Set it to the URL of the database without the pooler`,
    );
  }
  if (!isSameDatabase) {
    return failure(
      say`DATABASE_URL and ${direct} lead to two databases, so notifications and migrations miss the accounts. Correct ${direct}`,
    );
  }
  if (url.kind === 'direct') {
    return warning(
      say`DATABASE_URL leads to no connection pooler. Remove ${direct}: without it, statements are prepared`,
    );
  }
  const says = say`DATABASE_URL leads to a connection pooler in ${url.kind} mode, and ${direct} to the same database without it`;
  return url.statementTimeoutMs > 0
    ? ok(say`${says}. The server ends a statement after ${url.statementTimeoutMs} ms`)
    : warning(
        say`${says}. The server does not end a statement whose client is gone. Set statement_timeout in connect_query of the pooler`,
      );
}

function withoutDirectUrl({ kind, statementTimeoutMs }: DatabasePath): CheckResult {
  if (kind === 'direct') return ok(say`DATABASE_URL leads to no connection pooler`);
  if (kind === 'transaction') {
    return failure(
      say`DATABASE_URL leads to a connection pooler in transaction mode, with which notifications and prepared statements do not work. Set ${direct} to the URL of the database without the pooler`,
    );
  }
  const says = say`DATABASE_URL leads to a connection pooler in session mode`;
  return statementTimeoutMs > 0
    ? ok(say`${says}. The server ends a statement after ${statementTimeoutMs} ms`)
    : warning(
        say`${says}, which rejects or ignores the time limits of Gatehouse. Set ${direct}, which works in every mode`,
      );
}
