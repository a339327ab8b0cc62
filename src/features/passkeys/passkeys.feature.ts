import type { Feature } from '../../feature';
import { PasskeyStore } from './passkey.store';
import * as passkeys from './passkeys.operations';
import { passkeysSettings } from './passkeys.settings';
import { SpentChallengeStore } from './spent-challenge.store';
import { spentChallengeCleanUp } from './spent-challenge-clean-up';

export const passkeysFeature = {
  settings: [passkeysSettings],
  operations: [passkeys],
  stores: { passkeys: PasskeyStore, spentChallenges: SpentChallengeStore },
  cleanUp: spentChallengeCleanUp,
} satisfies Feature;
