/** A server of a database URL. */
export interface ServerAddress {
  /** `host:port`, without user and password. */
  name: string;
  /** The URL of the database on this server alone. `pg` and `URL` accept no list of servers. */
  url: string;
}

/** The URL of a database. The first server is the first of the list. */
export interface DatabaseUrl {
  servers: readonly [ServerAddress, ...ServerAddress[]];
  /** Which server libpq would choose. Null if the URL does not say it. */
  targetSessionAttrs: string | null;
}

/** User and password, the servers, and the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i;
const parameter = 'target_session_attrs';

/**
 * Reads a URL of libpq's form, with one or several servers: `postgresql://user:password@db1:5432,db2:5432/name`.
 * Returns null if the text is no such URL.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [, start, hosts, rest] = form.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return null;
  const servers: ServerAddress[] = [];
  let targetSessionAttrs: string | null = null;
  for (const host of hosts.split(',')) {
    const single = `${start}${host}${rest}`;
    if (!URL.canParse(single) || (host === '' && hosts !== '')) return null;
    const url = new URL(single);
    targetSessionAttrs = url.searchParams.get(parameter);
    url.searchParams.delete(parameter);
    const name = url.searchParams.get('host') ?? `${url.hostname}:${url.port || 5432}`;
    servers.push({ name, url: targetSessionAttrs === null ? single : url.href });
  }
  const [first, ...others] = servers;
  return first ? { servers: [first, ...others], targetSessionAttrs } : null;
}
