import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { parseDatabaseUrl } from '../config/database-url';
import type { Secret } from '../config/secret';
import { throwConnectionError } from './database-error';
import { ServerClient, type ServerClientConfig } from './server-client';

/** How a URL leads to a PostgreSQL server. */
export interface DatabasePath {
  /**
   * `direct`: each connection has its own connection of the server. `session`: through a pooler, for as long as the
   * client is connected. `transaction`: through a pooler that can give each transaction another connection.
   */
  kind: 'direct' | 'session' | 'transaction';
  /** The time limit of the server for a statement. 0 means none. */
  statementTimeoutMs: number;
}

export interface DatabasePaths {
  url: DatabasePath;
  /** Null without DATABASE_DIRECT_URL. */
  directUrl: DatabasePath | null;
  /** Whether both URLs lead to the same database of the same server. */
  isSameDatabase: boolean;
}

/** Milliseconds. */
const answerMs = 2000;
const rounds = 5;

/** Finds out how the URLs lead to the database. @throws the error of the driver */
export async function inspectPaths(url: Secret, directUrl: Secret | null): Promise<DatabasePaths> {
  const clients: Client[] = [];
  const connect = async (secret: Secret): Promise<Client> => {
    const client = new ServerClient(configOf(secret));
    clients.push(client);
    client.on('error', () => {});
    await client.connect().catch(throwConnectionError);
    return client;
  };
  const pairOf = (secret: Secret) => Promise.all([connect(secret), connect(secret)]);
  try {
    const through = await pairOf(url);
    const direct = directUrl && (await pairOf(directUrl));
    return {
      url: await pathOf(through),
      directUrl: direct && (await pathOf(direct)),
      isSameDatabase: direct === null || (await isSameDatabase(through[0], direct[0])),
    };
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

function configOf(secret: Secret): ServerClientConfig {
  return {
    server: parseDatabaseUrl(secret.reveal()).servers[0],
    application_name: 'gatehouse doctor',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  };
}

async function pathOf([one, other]: readonly [Client, Client]): Promise<DatabasePath> {
  const pids: [Set<number>, Set<number>] = [new Set(), new Set()];
  let statementTimeoutMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, client] of [one, other].entries()) {
      const { rows } = await client.query(
        "SELECT pg_backend_pid() AS pid, (SELECT setting FROM pg_settings WHERE name = 'statement_timeout') AS timeout",
      );
      pids[index === 0 ? 0 : 1].add(rows[0].pid);
      statementTimeoutMs = Number(rows[0].timeout);
    }
  }
  const [ofOne, ofOther] = pids;
  const shares = ofOne.size > 1 || [...ofOne].some((pid) => ofOther.has(pid));
  // A pooler gives each client a number of its own, to which cancel requests refer.
  const isDirect = ofOne.has((one as Client & { processID: number }).processID);
  return { kind: shares ? 'transaction' : isDirect ? 'direct' : 'session', statementTimeoutMs };
}

/** An advisory lock belongs to one database of one server, and a standby has locks of its own. */
async function isSameDatabase(one: Client, other: Client): Promise<boolean> {
  const key = randomInt(2 ** 31);
  await other.query('BEGIN');
  try {
    await other.query(`SELECT pg_advisory_xact_lock(${key})`);
    const { rows } = await one.query(`SELECT pg_try_advisory_xact_lock(${key}) AS taken`);
    return rows[0].taken === false;
  } finally {
    await other.query('ROLLBACK');
  }
}
