import { decodePart, encodingRule } from './percent-encoding';

/** A server of a database URL. */
export interface ServerAddress {
  /** `host:port`, without user and password. */
  name: string;
  /** The URL of the database on this server alone. `pg` and `URL` accept no list of servers. */
  url: string;
  /** Whether the connection has no TLS if the server has none (`sslmode=prefer`). */
  isTlsOptional: boolean;
}

/** The URL of a database. The first server is the first of the list. */
export interface DatabaseUrl {
  servers: readonly [ServerAddress, ...ServerAddress[]];
  /** Which server libpq would choose. Null if the URL does not say it. */
  targetSessionAttrs: string | null;
  /** The schema of the tables, a parameter of Prisma's URLs. Null: the first one in the `search_path` of the connection. */
  schema: string | null;
}

/** User and password, the servers, and the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i;
const example = 'such as postgresql://gatehouse:password@localhost:5432/gatehouse';

/** libpq, table 34.1, and `no-verify` of `pg`, which is `require` under another name. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];
/** The parameters of libpq (section 34.1.2) and of Prisma that have an effect. Any other would have none. */
const effective = new Set([
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name', 'options'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'target_session_attrs', 'schema'],
]);

class DatabaseUrlError extends Error {}

/**
 * Reads a URL of libpq's form, with one or several servers: `postgresql://user:password@db1:5432,db2:5432/name`.
 * @throws Error with the reason, as text after the name of the variable. The reason does not contain the value.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, start, hosts, rest] = form.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) {
    throw new DatabaseUrlError(`must be a postgresql:// URL, ${example}`);
  }
  const [first, ...others] = hosts.split(',').map((host) => {
    const single = `${start}${host}${rest}`;
    if (!URL.canParse(single) || (host === '' && hosts !== '')) {
      throw new DatabaseUrlError(`must name each server as host:port, ${example}`);
    }
    return new URL(single);
  });
  if (!first) throw new DatabaseUrlError(`must be a postgresql:// URL, ${example}`);
  checkParts(first);
  const { searchParams: parameters } = first;
  return {
    targetSessionAttrs: parameters.get('target_session_attrs'),
    schema: parameters.get('schema'),
    servers: [toServer(first), ...others.map(toServer)],
  };
}

/** Returns why the URL is wrong, as text after the name of the variable, or null. */
export function databaseUrlProblem(text: string): string | null {
  try {
    parseDatabaseUrl(text);
    return null;
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
}

function checkParts({ username, password, pathname, searchParams, hash }: URL): void {
  if (hash !== '' || [username, password, pathname].some((part) => decodePart(part) === null)) {
    throw new DatabaseUrlError(encodingRule);
  }
  for (const name of searchParams.keys()) {
    if (!effective.has(name))
      throw new DatabaseUrlError(`has the parameter ${shown(name)}, which has no effect: remove it`);
    if (searchParams.getAll(name).length > 1) throw new DatabaseUrlError(`has the parameter ${name} more than once`);
  }
  const mode = searchParams.get('sslmode');
  if (mode !== null && !sslModes.includes(mode)) {
    throw new DatabaseUrlError(`must have sslmode=${sslModes.slice(0, -1).join(', ')} or ${sslModes.at(-1)}`);
  }
  if (searchParams.get('sslrootcert') === 'system' && !['verify-full', null].includes(mode)) {
    throw new DatabaseUrlError('must have sslmode=verify-full with sslrootcert=system');
  }
  if (mode === 'verify-ca' && !searchParams.get('sslrootcert')) {
    throw new DatabaseUrlError(
      'needs sslrootcert with sslmode=verify-ca. For a certificate of a public authority, use verify-full',
    );
  }
  // PostgreSQL cuts a longer name, without a word.
  const schema = searchParams.get('schema');
  if (schema !== null && (schema === '' || Buffer.byteLength(schema) > 63 || /[\0"]/.test(schema))) {
    throw new DatabaseUrlError('must have the name of a schema in the parameter schema');
  }
}

/** A text that was meant to be a part of the password can be the name of a parameter. */
const shown = (name: string): string => (/^[a-z_]{1,40}$/i.test(name) ? name : 'after the ?');

function toServer(url: URL): ServerAddress {
  const parameters = url.searchParams;
  const name = parameters.get('host') ?? `${url.hostname}:${url.port || 5432}`;
  const mode = parameters.get('sslmode');
  for (const own of ['target_session_attrs', 'schema']) parameters.delete(own);
  const isTlsOptional = mode === 'prefer' || mode === 'allow';
  // The certificates of Node, with which libpq demands verify-full.
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert');
    parameters.set('sslmode', 'verify-full');
  }
  // Without it, `pg` takes these modes for verify-full.
  if (['allow', 'prefer', 'require', 'verify-ca'].includes(mode ?? '')) parameters.set('uselibpqcompat', 'true');
  if (isTlsOptional) parameters.set('sslmode', 'prefer');
  return { name, url: url.href, isTlsOptional };
}
