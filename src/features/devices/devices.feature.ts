import { DeviceAuthorizationStore } from '../../accounts/applications/device-authorization.store';
import { internal, secret } from '../../platform/db/feature-table';
import type { Feature } from '../../platform/feature';
import { expired } from '../../platform/jobs/clean-up-step';
import { deviceActions } from './devices.audit';
import { deviceLimits } from './devices.limits';
import { deviceMetrics } from './devices.metrics';
import * as devices from './devices.operations';
import { deviceReasons } from './devices.reasons';

/** No document says one. So long a device that comes late gets `expired_token`. */
const keptMs = 3_600_000;

export const devicesFeature = {
  operations: [devices],
  limits: deviceLimits,
  actions: [deviceActions],
  reasons: [deviceReasons],
  stores: { deviceAuthorizations: DeviceAuthorizationStore },
  cleanUp: [expired('device_authorizations', { keptMs })],
  metrics: [deviceMetrics],
  tables: {
    device_authorizations: {
      kind: 'pending',
      rows: { many: 'in any order' },
      columns: {
        id: secret,
        user_code_key: secret,
        client_id: true,
        scopes: true,
        resource: true,
        ip: true,
        user_agent: true,
        created_ts: true,
        expires_ts: true,
        polled_ts: true,
        interval_s: internal,
        user_id: true,
        origin_session_id: true,
        decided_ts: true,
        denied: true,
        used_ts: true,
      },
    },
  },
} satisfies Feature;
