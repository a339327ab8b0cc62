import { decodePart, encodingRule } from './percent-encoding';

/** A connection to a Redis server: what the library needs in addition to the host and the port. */
export interface RedisLogin {
  username?: string;
  password?: string;
}

export interface RedisServer {
  host: string;
  port: number;
}

/** Where the value of `REDIS_URL` leads. */
export interface RedisAddress {
  /** The server, or the sentinels that know the server. */
  servers: readonly RedisServer[];
  /** The name by which the sentinels know the master. Null if `servers` is the Redis server itself. */
  masterName: string | null;
  tls: boolean;
  database: number;
  login: RedisLogin;
  sentinelLogin: RedisLogin;
}

const ports = { redis: 6379, sentinel: 26_379 } as const;

const redisUrlForm =
  /^(?<scheme>rediss?(?:\+sentinel)?):\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^/?#]*))?@)?(?<servers>[^@/?#]*)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?(?<fragment>#.*)?$/s;

const schemesRule = 'must be a redis://, rediss://, redis+sentinel:// or rediss+sentinel:// URL';
const sentinelForm = 'redis+sentinel://sentinel1:26379,sentinel2:26379/mymaster';

class RedisUrlError extends Error {}

/** @throws Error with the reason, as text after the name of the variable. The reason does not contain the value. */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = redisUrlForm.exec(url)?.groups;
  if (!parts) throw new RedisUrlError(schemesRule);
  if (parts.fragment !== undefined) throw new RedisUrlError(encodingRule);
  const isSentinel = parts.scheme?.endsWith('+sentinel') ?? false;
  const [first = '', ...others] = decoded(parts.path ?? '').split('/');
  const [masterName, database, ...rest] = isSentinel ? [first, ...others] : [null, first, ...others];
  if (masterName === '') throw new RedisUrlError(`must name the master, such as ${sentinelForm}`);
  if (rest.length > 0 || !/^\d{0,5}$/.test(database ?? '')) {
    throw new RedisUrlError('must end with the number of a database, or without one');
  }
  const servers = (parts.servers ?? '').split(',').map((server) => parseServer(server, isSentinel));
  if (!isSentinel && servers.length > 1) {
    throw new RedisUrlError(`names several servers. For Sentinel, it must be a URL such as ${sentinelForm}`);
  }
  return {
    servers,
    masterName: masterName ?? null,
    tls: parts.scheme?.startsWith('rediss') ?? false,
    database: Number(database ?? 0),
    login: loginOf(decoded(parts.user ?? ''), decoded(parts.password ?? '')),
    sentinelLogin: parseSentinelLogin(parts.query ?? '', isSentinel),
  };
}

/** Returns why the URL is wrong, as text after the name of the variable, or null. */
export function redisUrlProblem(url: string): string | null {
  try {
    parseRedisUrl(url);
    return null;
  } catch (error) {
    if (error instanceof RedisUrlError) return error.message;
    throw error;
  }
}

function parseServer(server: string, isSentinel: boolean): RedisServer {
  const parts = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(server)?.groups;
  const port = Number(parts?.port ?? (isSentinel ? ports.sentinel : ports.redis));
  const host = parts?.v6 ?? parts?.name;
  if (host === undefined || port === 0 || port > 65_535) {
    throw new RedisUrlError(
      isSentinel
        ? `must name each sentinel as host:port, with commas between them, such as ${sentinelForm}`
        : 'must have a host and, if needed, a port, such as redis://localhost:6379',
    );
  }
  return { host, port };
}

function parseSentinelLogin(query: string, isSentinel: boolean): RedisLogin {
  const given = new URLSearchParams(query);
  if (!isSentinel && query !== '') {
    throw new RedisUrlError('may have no parameters: the number of a database is its path, and TLS is rediss://');
  }
  const names = [...given.keys()];
  const unknown = names.some((name) => name !== 'sentinel_username' && name !== 'sentinel_password');
  if (unknown || new Set(names).size < names.length)
    throw new RedisUrlError(
      'may have the parameters sentinel_username and sentinel_password, each once, and no others',
    );
  return loginOf(given.get('sentinel_username') ?? '', given.get('sentinel_password') ?? '');
}

/** A user without a password would not sign in: mostly it is the password, without the colon before it. */
function loginOf(username: string, password: string): RedisLogin {
  if (username !== '' && password === '') {
    throw new RedisUrlError(
      'has a user without a password. A password alone has a colon before it: redis://:password@host',
    );
  }
  return { ...(username && { username }), ...(password && { password }) };
}

function decoded(part: string): string {
  const text = decodePart(part);
  if (text === null) throw new RedisUrlError(encodingRule);
  return text;
}
