import type { ListedKey } from '../tokens/key-ring';
import type { KeyAlg, KeyState } from '../tokens/signing-key';
import type { ActivityHour } from './activity';
import type { InstallationFinding } from './admin-installation.service';

// The descriptions of both APIs.

export const keyAlgs: Readonly<Record<KeyAlg, string>> = {
  ES256: 'ECDSA with P-256 and SHA-256, for access tokens.',
  RS256: 'RSA with SHA-256, for ID tokens. There is none before the first OAuth client into which people sign in.',
};

export const keyStates: Readonly<Record<KeyState, string>> = {
  pending: 'Published, and does not sign yet.',
  signing: 'Signs tokens.',
  verifying: 'Signs no longer, and verifies the tokens that it has signed.',
  expired: 'All tokens that it has signed have expired.',
  revoked: 'Revoked: the tokens that it has signed are rejected.',
};

export const signingKeyDescriptions: Readonly<Record<keyof ListedKey, string>> = {
  kid: 'The id of the key: the thumbprint of its public half (RFC 7638), and `kid` in the header of tokens.',
  alg: 'The algorithm (RFC 7518, section 3.1).',
  state: 'What the key is used for now.',
  createdTs: 'When the key was created and published.',
  signsFromTs: 'When the key begins to sign.',
  retiredTs: 'When the key was revoked. Null if it was not.',
};

export const activityDescriptions: Readonly<Record<keyof ActivityHour, string>> = {
  startTs: 'When the hour began.',
  registrations:
    'How many users registered. Accounts that an operator created or imported, or that came from the old service, are not counted.',
  logins: 'How many logins succeeded.',
  failedLogins: 'How many logins, step-ups and second factors were rejected.',
  limited: 'How many requests a rate limit or the protection against overload rejected.',
  hasMore: 'Whether the hour had more events than are counted. Then each number is the least that it can be.',
};

export const verdicts: Readonly<Record<InstallationFinding['verdict'], string>> = {
  ok: 'Nothing is wrong.',
  warning: 'Works, and should be changed.',
  failure: 'Does not work.',
  skipped: 'Was not checked. The text says why.',
};

export const findingDescriptions: Readonly<Record<keyof Omit<InstallationFinding, 'sentence'>, string>> = {
  check: 'The part of the installation that was checked.',
  verdict: 'The result.',
  says: 'The result in one sentence. For a failure, also what to do.',
};
