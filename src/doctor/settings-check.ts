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
    ...(isServed && isLocal
      ? [`PUBLIC_URL is ${config.publicUrl}: clients on other machines cannot reach that address`]
      : []),
    ...(protocol === 'http:' && !isLocal
      ? ['PUBLIC_URL does not start with https://, so passwords and tokens can be read on the network']
      : []),
    ...(!config.production && !isLocal
      ? ['NODE_ENV is not production: introspection and the Sandbox page are on']
      : []),
    ...(config.production && config.explorer
      ? ['GRAPHQL_EXPLORER is on in production: introspection and the Sandbox page are public']
      : []),
    ...(off.length > 0 ? [`these rate limits are off: ${off.join(', ')}`] : []),
    ...(['trace', 'debug'].includes(config.logLevel)
      ? [`LOG_LEVEL is ${config.logLevel}: the log has a line for every health probe`]
      : []),
    ...(config.trustProxy > 0 && isPublicAddress(config.host)
      ? [
          `TRUST_PROXY is ${config.trustProxy} and HOST is ${config.host}: clients that reach port ${config.port} without the proxy can choose which address is limited. Set HOST to an address that only the proxy can reach`,
        ]
      : []),
    ...config.misspelled.map(describeMisspelled),
  ];
  return problems.length > 0 ? problems.map(warning) : [ok('no setting looks like a mistake')];
}

const privateRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Whether clients outside this machine and its private network may reach the address. False for a host name. */
function isPublicAddress(host: string): boolean {
  return ipaddr.isValid(host) && !privateRanges.includes(ipaddr.process(host).range());
}
