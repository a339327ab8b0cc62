import ipaddr from 'ipaddr.js';
import type { Config } from '../compose/config';
import { parseCidr } from '../platform/config/cidr';
import { describeMisspelled } from '../platform/config/merge-settings';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, ok, warning } from './check-result';
import { fileProblems, hasNothingForDocuments } from './file-settings';
import { pageProblems } from './page-settings';
import { passkeyProblems } from './passkey-settings';

/** Finds settings that are valid but probably a mistake, and files with which the server does not start. */
export function checkSettings(config: Config): CheckResult[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isServed = config.database.kind === 'postgresql' || config.production;
  const off = Object.entries(config.rateLimits).flatMap(([name, limit]) => (limit ? [] : [name]));
  const problems = [
    ...(isServed && isLocal
      ? [say`PUBLIC_URL is ${config.publicUrl}: clients on other machines cannot reach that address`]
      : []),
    ...(protocol === 'http:' && !isLocal
      ? [say`PUBLIC_URL does not start with https://, so passwords and tokens can be read on the network`]
      : []),
    ...(!config.production && !isLocal
      ? [say`NODE_ENV is not production: introspection and the explorer pages are on`]
      : []),
    ...(config.production && config.explorer
      ? [say`GRAPHQL_EXPLORER is on in production: introspection and the explorer pages are public`]
      : []),
    ...(off.length > 0 ? [say`these rate limits are off: ${off.join(', ')}`] : []),
    ...(['trace', 'debug'].includes(config.logLevel)
      ? [say`LOG_LEVEL is ${config.logLevel}: the log has a line for every health probe`]
      : []),
    ...(config.trustProxy > 0 && isPublicAddress(config.host)
      ? [
          say`TRUST_PROXY is ${config.trustProxy} and HOST is ${config.host}: clients that reach port ${config.port} without the proxy can choose which address is limited. Set HOST to an address that only the proxy can reach`,
        ]
      : []),
    ...config.trustedNetworks
      .filter(isTooWide)
      .map(
        (network) =>
          say`RATE_LIMIT_TRUSTED_NETWORKS contains ${network}, which has more addresses than your backends need: clients there have no limits per network. List only the addresses of your backends`,
      ),
    ...(hasNothingForDocuments(config)
      ? [
          say`CLIENT_METADATA is set, but RESOURCES has no API that is open to any: these applications can only sign people in. Set open_to, or CLIENT_METADATA=off`,
        ]
      : []),
    ...(config.challenge.kind && config.challenge.when === 'always' && config.legacyUrl
      ? [say`CHALLENGE_WHEN is always, and LEGACY_URL is set: clients of the old service cannot answer a challenge`]
      : []),
    ...passkeyProblems(config),
    ...pageProblems(config),
    ...config.misspelled.map(describeMisspelled),
  ];
  const results = [...fileProblems(config).map(failure), ...problems.map(warning)];
  return results.length > 0 ? results : [ok(say`no setting looks like a mistake`)];
}

/**
 * A subnet of a private network has at most 65 536 addresses (IPv4) or a /48 (IPv6). Public addresses belong to other
 * people, so 256 addresses or one subnet are the most.
 */
function isTooWide(network: string): boolean {
  const { address, bits } = parseCidr(network);
  const isPrivate = privateRanges.includes(address.range());
  if (address.kind() === 'ipv4') return bits < (isPrivate ? 16 : 24);
  return bits < (isPrivate ? 48 : 64);
}

const privateRanges: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Whether clients outside this machine and its private network may reach the address. False for a host name. */
function isPublicAddress(host: string): boolean {
  return ipaddr.isValid(host) && !privateRanges.includes(ipaddr.process(host).range());
}
