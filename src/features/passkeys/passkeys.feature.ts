import type { Feature } from '../../platform/feature';
import { PasskeyStore } from './passkey.store';
import * as passkeys from './passkeys.operations';
import { passkeyReasons } from './passkeys.reasons';
import { passkeysSettings } from './passkeys.settings';
import { passkeysTables } from './passkeys.tables';

export const passkeysFeature = {
  settings: [passkeysSettings],
  operations: [passkeys],
  stores: { passkeys: PasskeyStore },
  tables: passkeysTables,
  reasons: [passkeyReasons],
} satisfies Feature;
