import { AppError } from '../errors/app-error';

export const migrationIsRunning = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', {
    msg: 'Another instance is migrating the database. Wait until it has finished.',
  });

/**
 * Creates the lock of an embedded database. PGlite has one session, so the advisory lock of PostgreSQL would not keep
 * the server and a command apart.
 * @returns a function that takes the lock and returns the function that releases it, or throws `migrationIsRunning`
 */
export function createMigrationLock(): () => () => void {
  let isHeld = false;
  return () => {
    if (isHeld) throw migrationIsRunning();
    isHeld = true;
    let isReleased = false;
    return () => {
      if (!isReleased) isHeld = false;
      isReleased = true;
    };
  };
}
