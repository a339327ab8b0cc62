import type { ListedKey } from '../tokens/key-ring';
import type { KeyAlg, KeyState } from '../tokens/signing-key';
import type { ActivityHour } from './activity';
import type { InstallationFinding } from './admin-installation.service';
import type { AccountFigures, FigureBar, Figures, LabelCount } from './figures';

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

export const labelDescriptions = {
  label:
    'Of a sign-in the method, as in the audit: `password`, `passkey`, `email`, a provider, or `unknown` from an older version. Of a rejection its reason or error code, `limited`, or `shed`.',
  count: 'How often it happened.',
} as const satisfies Record<keyof LabelCount, string>;

export const barDescriptions = {
  startTs: 'When the first hour of the bar began.',
  signIns: 'The sign-ins that succeeded, by method.',
  rejected: 'The rejected sign-ins, second factors and step-ups, and the requests over a limit, by reason.',
  newAccounts:
    'How many accounts were created. Those that an operator imported, or that came from the old service, are not counted.',
} as const satisfies Record<keyof FigureBar, string>;

export const accountFigureDescriptions = {
  total: 'All accounts.',
  active: 'Those that have signed in within 30 days.',
  verified: 'Those with a verified address.',
  twoStep: 'Those with two-step sign-in.',
  passkey: 'Those with a passkey.',
  countedTs: 'When they were counted: once an hour.',
} as const satisfies Record<keyof AccountFigures, string>;

export const figureDescriptions = {
  range: 'As in the request.',
  bars: 'Oldest first. The last one is not over.',
  sinceTs: 'The oldest hour that is counted. What was before is not in the numbers. Null before the first count.',
  countedTs: 'When the current hour was counted for the last time. Null before the first count.',
  accounts: 'The accounts. Null before the first count.',
} as const satisfies Record<keyof Figures, string>;

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
