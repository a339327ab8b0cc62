/** What happens to a sign-in on a device. */
export const deviceResults = ['started', 'allowed', 'denied'] as const;
export type DeviceResult = (typeof deviceResults)[number];

/** What is counted for the metrics. It is small, because a server without devices has it, too. */
export class DeviceCounts {
  private readonly counts = new Map<DeviceResult, number>();

  add(what: DeviceResult): void {
    this.counts.set(what, this.of(what) + 1);
  }

  of(what: DeviceResult): number {
    return this.counts.get(what) ?? 0;
  }
}
