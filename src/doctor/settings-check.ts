import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config';
import { describeMisspelled } from '../config/merge-settings';
import { type CheckResult, ok, warning } from './check-result';

/** Finds settings that are valid but probably a mistake. */
export function checkSettings(config: Config): CheckResult[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isServed = config.database.kind === 'postgresql' || config.production;
  const off = Object.entries(config.rateLimits).flatMap(([name, limit]) => (limit ? [] : [name]));
  const problems = [
    ...(isServed && isLocal ? [`PUBLIC_URL is ${config.publicUrl}: clients on other machines cannot reach that`] : []),
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
    ...(config.trustProxy > 0 && isPublicAddress(config.host)
      ? [
          `TRUST_PROXY is ${config.trustProxy} and HOST is ${config.host}: anyone who reaches port ${config.port} without the proxy chooses which address is limited; set HOST to an address that only the proxy reaches`,
        ]
      : []),
    ...config.misspelled.map(describeMisspelled),
  ];
  return problems.length > 0 ? problems.map(warning) : [ok('none looks like a mistake')];
}

const privateRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Whether clients outside this machine and its private network may reach the address. False for a host name. */
function isPublicAddress(host: string): boolean {
  return ipaddr.isValid(host) && !privateRanges.includes(ipaddr.process(host).range());
}
