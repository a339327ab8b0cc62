import type { Config } from '../config';
import { ok, type Said, warning } from './finding';

/** What may be meant and is mostly a mistake. That a setting is well-formed is known by now. */
export function checkSettings(config: Config): Said[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isServed = config.database.kind === 'postgresql' || config.production;
  const off = Object.entries(config.rateLimits).flatMap(([name, limit]) => (limit ? [] : [name]));
  const said = [
    ...(isServed && isLocal ? [`PUBLIC_URL is ${config.publicUrl}: clients elsewhere do not reach that`] : []),
    ...(protocol === 'http:' && !isLocal
      ? ['PUBLIC_URL is not https: passwords and tokens can be read on the way']
      : []),
    ...(!config.production && !isLocal
      ? ['NODE_ENV is not production: introspection and the Sandbox page are on']
      : []),
    ...(config.production && config.explorer ? ['GRAPHQL_EXPLORER is on in production'] : []),
    ...(off.length > 0 ? [`these limits are off: ${off.join(', ')}`] : []),
    ...(['trace', 'debug'].includes(config.logLevel)
      ? [`LOG_LEVEL is ${config.logLevel}: a line for every probe`]
      : []),
  ];
  return said.length > 0 ? said.map(warning) : [ok('none looks like a mistake')];
}
