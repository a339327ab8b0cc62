import { ofInstallation } from '../../platform/db/feature-table';
import type { Feature } from '../../platform/feature';
import { hashQueueMetrics } from './hash-queue.metrics';
import { importedPasswordsSettings } from './imported-passwords.settings';
import { passwordCheckMetrics } from './password-check.metrics';
import { passwordPolicyMetrics } from './password-policy.metrics';
import { passwordPolicySettings } from './password-policy.settings';
import { PasswordSchemeStore } from './password-scheme.store';
import { passwordReasons } from './passwords.reasons';
import { passwordsSettings } from './passwords.settings';
import { SignerKeyStore } from './signer-key.store';

export const passwordsFeature = {
  settings: [passwordPolicySettings, passwordsSettings, importedPasswordsSettings],
  stores: { passwordSchemes: PasswordSchemeStore, signerKeys: SignerKeyStore },
  metrics: [passwordCheckMetrics, passwordPolicyMetrics, hashQueueMetrics],
  tables: {
    firebase_signer_keys: ofInstallation,
  },
  reasons: [passwordReasons],
} satisfies Feature;
