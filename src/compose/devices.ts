import { DeviceCodes } from '../accounts/applications/device-code';
import type { ProtectedResources } from '../accounts/applications/protected-resource';
import type { DeviceCounts } from '../features/devices/device-counts';
import type { DevicesService as Devices } from '../features/devices/devices.service';
import { Counts } from '../platform/observability/counts';
import type { Shared } from './shared';

export function createDevices(shared: Shared, { resources }: { resources: ProtectedResources }) {
  const deviceCounts: DeviceCounts = new Counts();
  let service: Devices | null = null;
  const open = (): Devices => {
    const { DevicesService } =
      require('../features/devices/devices.service') as typeof import('../features/devices/devices.service.js');
    const codes = new DeviceCodes(shared.derivationKey.derive);
    return new DevicesService({ ...shared, resources, codes, counts: deviceCounts });
  };
  return {
    deviceCounts,
    /** Loaded at the first use: most installations have no devices without a browser. */
    devices: (): Devices => {
      service ??= open();
      return service;
    },
  };
}
