import { isIP } from 'node:net';
import type { Config } from '../compose/config';
import { isLoopback } from '../platform/runtime/loopback';
import { type Sentence, say } from '../platform/runtime/sentence';

/** Finds settings with which browsers use no passkeys. */
export function passkeyProblems({
  passkeys,
  passkeyRpId,
  passkeyOrigins,
  publicUrl,
}: Pick<Config, 'passkeys' | 'passkeyRpId' | 'passkeyOrigins' | 'publicUrl'>): Sentence[] {
  if (!passkeys) return [];
  const host = hostOf(publicUrl);
  if (isIP(passkeyRpId.replace(/^\[|\]$/g, '')) !== 0) {
    // A trial on this machine.
    if (isLoopback(passkeyRpId)) return [];
    return [
      say`the host of PUBLIC_URL is the IP address ${passkeyRpId}: browsers use passkeys only on a domain. Set PASSKEY_RP_ID, or PASSKEYS=off`,
    ];
  }
  const pages = passkeyOrigins.filter((origin) => origin.startsWith('http'));
  const insecure = pages.filter((origin) => origin.startsWith('http:') && !isWithin(hostOf(origin), 'localhost'));
  const foreign = pages.filter((origin) => !isWithin(hostOf(origin), passkeyRpId));
  return [
    ...(isWithin(host, passkeyRpId)
      ? []
      : [
          say`PASSKEY_RP_ID is ${passkeyRpId}, and the host of PUBLIC_URL is ${host}: pages of that host cannot use passkeys. Set PASSKEY_RP_ID to ${host} or to a domain above it, unless only pages of other origins use passkeys`,
        ]),
    ...insecure.map(
      (origin) =>
        say`PASSKEY_ORIGINS contains ${origin}: browsers use passkeys only on pages that start with https:// or are on localhost`,
    ),
    ...(foreign.length > 0 && host !== passkeyRpId
      ? [
          say`PASSKEY_ORIGINS contains ${foreign.join(', ')}, outside of PASSKEY_RP_ID: for these pages, https://${passkeyRpId}/.well-known/webauthn must answer as ${publicUrl}/.well-known/webauthn does. Check that it does`,
        ]
      : []),
  ];
}

const hostOf = (url: string): string => new URL(url).hostname;

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
