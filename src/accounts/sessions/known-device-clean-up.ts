import { dayMs, expired } from '../../platform/jobs/clean-up-step';

/** A device is forgotten a year after its last login. An account without any begins anew, and its next login mails nothing. */
export const knownDeviceCleanUp = [expired('known_devices', { key: 'key', column: 'seen_ts', keptMs: 365 * dayMs })];
