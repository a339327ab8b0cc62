import { decodePart, encodingRule } from './percent-encoding';

/** A server of a database URL. */
export interface ServerAddress {
  /** `host:port`, without user and password. */
  name: string;
  /** The URL of the database on this server alone. `pg` and `URL` accept no list of servers. */
  url: string;
  /** Whether the connection has no TLS if the server has none (`sslmode=prefer`). */
  isTlsOptional: boolean;
  /** Whether the login must prove that no other server is in between (RFC 5802, section 6). Null: `disable`. */
  channelBinding: 'disable' | 'prefer' | 'require' | null;
  /** Seconds until a connection must be open. Null: no limit of the URL. */
  connectS: number | null;
  /** Seconds without data until the connection is checked. Null: as the system does. */
  keepAliveS: number | null;
}

/** The URL of a database. The first server is the first of the list. */
export interface DatabaseUrl {
  servers: readonly [ServerAddress, ...ServerAddress[]];
  /** Which server libpq would choose. Null if the URL does not say it. */
  targetSessionAttrs: string | null;
  /** The schema of the tables, a parameter of Prisma's URLs. Null: the first one in the `search_path` of the connection. */
  schema: string | null;
  /** Whether the URL says that it leads to a pooler in transaction mode (`pgbouncer`, of Prisma's URLs). */
  isPooler: boolean;
}

/** User and password, the servers, and the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i;
const example = 'such as postgresql://gatehouse:password@localhost:5432/gatehouse';

/** A parameter of a URL: which values it can have (null: any) and whether `pg` reads it as libpq does, or what to do without it. */
type Parameter = { values: readonly string[] | RegExp | null; isOfPg?: true } | { instead: string };

/** libpq, table 34.1, and `no-verify` of `pg`, which is `require` under another name. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'] as const;
/** Without them, a connection can have no TLS. */
const strictModes: readonly string[] = sslModes.slice(sslModes.indexOf('require'));
const ofPg = { values: null, isOfPg: true } as const;
const any = { values: null };
const file = { instead: 'write what it contains into the URL' };
const kernel = { instead: 'set the keepalive of TCP in the operating system' };
const certificates = { instead: 'use sslcert and sslkey' };
const noKerberos = { instead: 'Kerberos is not supported' };
const pool = { instead: 'an instance has its own limits for connections. Remove it' };
const pooler = { instead: 'if the URL leads to a pooler, set DATABASE_DIRECT_URL' };

/**
 * The parameters of libpq (PostgreSQL 18, section 34.1.2), and those that Prisma, `pg` and providers add to their URLs. A
 * parameter that is not here stops the start, because it would have no effect.
 */
const parameters: Readonly<Record<string, Parameter>> = {
  host: ofPg,
  port: ofPg,
  user: ofPg,
  password: ofPg,
  application_name: ofPg,
  fallback_application_name: ofPg,
  options: ofPg,
  target_session_attrs: any,
  sslmode: { values: sslModes, isOfPg: true },
  sslcert: ofPg,
  sslkey: ofPg,
  sslrootcert: ofPg,
  sslnegotiation: { values: ['postgres', 'direct'], isOfPg: true },
  channel_binding: { values: ['disable', 'prefer', 'require'] },
  /** Seconds. libpq reads 0 as no limit. The limits of Gatehouse are not longer because of it. */
  connect_timeout: { values: /^\d{1,9}$/ },
  keepalives_idle: { values: /^\d{1,6}$/ },
  // Of Prisma.
  schema: any,
  // What Gatehouse does anyway.
  keepalives: { values: ['1'] },
  client_encoding: { values: ['UTF8', 'utf8', 'UTF-8', 'utf-8', 'auto'] },
  gssencmode: { values: ['disable', 'prefer'] },
  sslcompression: { values: ['0'] },
  sslsni: { values: ['1'] },
  ssl_min_protocol_version: { values: ['TLSv1.2'] },
  load_balance_hosts: { values: ['disable'] },
  // Of `pg`: these modes have the meaning that libpq gives them, always.
  uselibpqcompat: { values: ['true'] },
  ssl: { values: ['true', 'false', '1', '0', 'no-verify'], isOfPg: true },
  // Of Prisma: the URL leads to a pooler, which DATABASE_DIRECT_URL says here.
  pgbouncer: { values: ['true', 'false'] },
  // Marks of Supabase and Vercel for their own statistics.
  supa: any,
  workaround: any,
  requirepeer: { instead: 'only TLS proves who the server is' },
  hostaddr: { instead: 'use host' },
  dbname: { instead: 'write the name of the database after the host' },
  passfile: file,
  service: file,
  servicefile: file,
  require_auth: { instead: 'use channel_binding=require, or pg_hba.conf of the server' },
  keepalives_interval: kernel,
  keepalives_count: kernel,
  tcp_user_timeout: kernel,
  replication: { instead: 'Gatehouse reads no changes from the log of the server' },
  sslpassword: { instead: 'use a key without a password' },
  sslidentity: certificates,
  sslaccept: { instead: 'use sslmode=verify-full, or require for any certificate' },
  sslcrl: { instead: 'revoked certificates cannot be listed' },
  sslcrldir: { instead: 'revoked certificates cannot be listed' },
  requiressl: { instead: 'use sslmode=require' },
  krbsrvname: noKerberos,
  gsslib: noKerberos,
  gssdelegation: noKerberos,
  connection_limit: pool,
  pool_timeout: pool,
  socket_timeout: pool,
  max_connection_lifetime: pool,
  max_idle_connection_lifetime: pool,
  statement_cache_size: pooler,
  prepared_statements: pooler,
};

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
  const given = first.searchParams;
  return {
    targetSessionAttrs: given.get('target_session_attrs'),
    schema: given.get('schema'),
    isPooler: given.get('pgbouncer') === 'true',
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
  for (const name of searchParams.keys()) checkParameter(name, searchParams.getAll(name));
  const mode = searchParams.get('sslmode');
  const isEncrypted = strictModes.includes(mode ?? '');
  if (searchParams.get('channel_binding') === 'require' && !isEncrypted) {
    throw new DatabaseUrlError('must have sslmode=require, verify-ca or verify-full with channel_binding=require');
  }
  if (searchParams.get('sslnegotiation') === 'direct' && mode !== null && !isEncrypted) {
    throw new DatabaseUrlError('must have sslmode=require, verify-ca or verify-full with sslnegotiation=direct');
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

function checkParameter(name: string, [value = '', ...others]: readonly string[]): void {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!parameter) throw new DatabaseUrlError(`has the parameter ${shown(name)}, which has no effect: remove it`);
  if ('instead' in parameter) throw new DatabaseUrlError(`cannot have the parameter ${name}: ${parameter.instead}`);
  if (others.length > 0) throw new DatabaseUrlError(`has the parameter ${name} more than once`);
  const { values } = parameter;
  if (values === null) return;
  if (values instanceof RegExp) {
    if (!values.test(value)) throw new DatabaseUrlError(`must have ${name} as a whole number of seconds`);
  } else if (!values.includes(value)) {
    const last = values.length > 1 ? ` or ${values.at(-1)}` : '';
    throw new DatabaseUrlError(`must have ${name}=${values.slice(0, last === '' ? 1 : -1).join(', ')}${last}`);
  }
}

/** A text that was meant to be a part of the password can be the name of a parameter. */
const shown = (name: string): string => (/^[a-z_]{1,40}$/i.test(name) ? name : 'after the ?');

/** What `pg` does not read, or reads otherwise. */
const ownParameters = Object.entries(parameters).flatMap(([name, parameter]) => ('isOfPg' in parameter ? [] : name));

function toServer(url: URL): ServerAddress {
  const given = url.searchParams;
  const name = given.get('host') ?? `${url.hostname}:${url.port || 5432}`;
  const mode = given.get('sslmode');
  const seconds = (parameter: string) => Number(given.get(parameter) ?? 0) || null;
  const channelBinding = given.get('channel_binding') as ServerAddress['channelBinding'];
  const limits = { channelBinding, connectS: seconds('connect_timeout'), keepAliveS: seconds('keepalives_idle') };
  if (given.get('ssl') === 'false') given.set('ssl', '0');
  for (const own of ownParameters) given.delete(own);
  const isTlsOptional = mode === 'prefer' || mode === 'allow';
  // The certificates of Node, with which libpq demands verify-full.
  if (given.get('sslrootcert') === 'system') {
    given.delete('sslrootcert');
    given.set('sslmode', 'verify-full');
  }
  // Without it, `pg` takes these modes for verify-full.
  if (['allow', 'prefer', 'require', 'verify-ca'].includes(mode ?? '')) given.set('uselibpqcompat', 'true');
  if (isTlsOptional) given.set('sslmode', 'prefer');
  return { name, url: url.href, isTlsOptional, ...limits };
}
