import { onPostgres } from './database';

/** Tests that need `TEST_DATABASE_URL`: a server in a process of its own, or connections that can be cut. */
export const describeOnPostgres = onPostgres ? describe : describe.skip;
