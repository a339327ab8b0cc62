import { createHmac, randomUUID } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
import type { TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { KnownNetworkStore } from '../../platform/rate-limits/known-network.store';
import type { KnownNetwork } from '../../platform/rate-limits/known-networks';
import type { RequestContext } from '../../platform/request/request-context';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { User } from '../users/user';
import { objectionMs } from '../users/way-in-mails';
import type { LoginDevice } from './device-statement';
import type { KnownDeviceStore } from './known-device.store';

/** A login after this number of failures is worth a mail, whatever its device. */
const manyFailures = 10;

/** Describes the devices of logins, for the mail about a login from a new one (ASVS 5.0, 6.3.5). */
export class NewDevices {
  constructor(private readonly derive: Derive) {}

  of({ id }: Pick<User, 'id'>, network: KnownNetwork, context: RequestContext, at: Date): LoginDevice {
    const { userAgent, country = null, locale, failuresBefore = 0 } = context;
    // Loaded with the first login, because a start needs no library that knows browsers.
    const { deviceName } =
      require('../../platform/request/device-name') as typeof import('../../platform/request/device-name.js');
    const { browser, system } = deviceName(userAgent);
    // The mail does not name a program that the library does not know, and yet two of them are two.
    const family = browser ?? /^[^/\s]*/.exec(userAgent ?? '')?.[0] ?? '';
    const key = this.keyOf(`device ${id} ${family}\n${system ?? ''}`);
    const details: TokenDetails = {
      device: toText(key),
      network: toText(network.key),
      ...(browser && { browser }),
      ...(system && { system }),
      ...(country && { country }),
    };
    return {
      key,
      isAfterFailures: failuresBefore >= manyFailures,
      mail: {
        key: this.keyOf(`mail ${id}`),
        id: uuidv7(at),
        locale,
        tokenId: randomUUID(),
        details,
        expiresTs: new Date(at.getTime() + objectionMs),
      },
    };
  }

  private keyOf(of: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(createHmac('sha256', this.derive('known devices')).update(of).digest());
  }
}

/** Forgets the device and the network of a login that was not the person's, so that the next such login is mailed again. */
export async function forgetDevice(
  tx: { knownDevices: Pick<KnownDeviceStore, 'forget'>; knownNetworks: Pick<KnownNetworkStore, 'forget'> },
  { device, network }: TokenDetails,
): Promise<void> {
  if (device !== undefined) await tx.knownDevices.forget(fromText(device));
  if (network !== undefined) await tx.knownNetworks.forget(fromText(network));
}

const toText = (key: Uint8Array) => Buffer.from(key).toString('base64url');
const fromText = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
