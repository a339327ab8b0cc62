import { z } from 'zod';
import type { KeyAlg } from '../../accounts/tokens/signing-key';
import { answerEnum, answerOf, answerType, exampleTs, listOf } from '../../platform/operations/answer';

const finding = answerType('Finding', 'The result of one check of the installation.', {
  check: z.string().meta({ description: 'The part of the installation that was checked.', example: 'clock' }),
  verdict: answerEnum('Verdict', 'The result of a check of the installation.', {
    ok: 'Nothing is wrong.',
    warning: 'Works, and should be changed.',
    failure: 'Does not work.',
    skipped: 'Was not checked. The text says why.',
  }).meta({ description: 'The result.', example: 'ok' }),
  says: z.string().meta({
    description: 'The result in one sentence. For a failure, also what to do.',
    example: 'the clock of the database is 0.002 s ahead of the clock of this machine',
  }),
});

export const findingsAnswer = listOf(finding, {
  property: 'findings',
  items: 'The results, in the order of the checks.',
  is: 'The findings.',
  envelope: 'What the checks of the installation find.',
});

const keyAlgs: Readonly<Record<KeyAlg, string>> = {
  ES256: 'ECDSA with P-256 and SHA-256, for access tokens.',
  RS256: 'RSA with SHA-256, for ID tokens. There is none before the first OAuth client into which people sign in.',
};

const signingKey = answerType('SigningKey', 'A key that signs tokens, without its private half.', {
  kid: z.string().meta({
    description: 'The id of the key: the thumbprint of its public half (RFC 7638), and `kid` in the header of tokens.',
    example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  }),
  alg: z.string().meta({ description: 'The algorithm (RFC 7518, section 3.1).', example: 'ES256', values: keyAlgs }),
  state: answerEnum('SigningKeyState', 'What a signing key is used for.', {
    pending: 'Published, and does not sign yet.',
    signing: 'Signs tokens.',
    verifying: 'Signs no longer, and verifies the tokens that it has signed.',
    expired: 'All tokens that it has signed have expired.',
    revoked: 'Revoked: the tokens that it has signed are rejected.',
  }).meta({ description: 'What the key is used for now.', example: 'signing' }),
  createdTs: z.date().meta({ description: 'When the key was created and published.', example: exampleTs }),
  signsFromTs: z.date().meta({ description: 'When the key begins to sign.', example: exampleTs }),
  retiredTs: z.date().nullable().meta({ description: 'When the key was revoked. Null if it was not.', example: null }),
});

export const signingKeysAnswer = listOf(signingKey, {
  property: 'keys',
  items: 'The keys, the newest first.',
  is: 'The signing keys.',
});

const count = (description: string, example: number) => z.int().min(0).meta({ description, example });

const activityHour = answerType('ActivityHour', 'What happened in one hour.', {
  startTs: z.date().meta({ description: 'When the hour began.', example: new Date('2026-11-20T17:00:00.000Z') }),
  registrations: count(
    'How many users registered. Accounts that an operator created or imported, or that came from the old service, are not counted.',
    12,
  ),
  logins: count('How many logins succeeded.', 340),
  failedLogins: count('How many logins, step-ups and second factors were rejected.', 21),
  limited: count('How many requests a rate limit or the protection against overload rejected.', 3),
  hasMore: z.boolean().meta({
    description: 'Whether the hour had more events than are counted. Then each number is the least that it can be.',
    example: false,
  }),
});

export const activityAnswer = listOf(activityHour, {
  property: 'hours',
  items: 'The hours, the current one last.',
  is: 'What happened in the last 24 hours.',
  response: 'The hours.',
});

const labelCount = answerType('LabelCount', 'How often something with this label happened.', {
  label: z.string().meta({
    description:
      'Of a sign-in the method, as in the audit: `password`, `passkey`, `email`, a provider, or `unknown` from an older version. Of a rejection its reason or error code, `limited`, or `shed`.',
    example: 'password',
  }),
  count: count('How often it happened.', 220),
});

const figureBar = answerType('FigureBar', 'What happened in some hours.', {
  startTs: z
    .date()
    .meta({ description: 'When the first hour of the bar began.', example: new Date('2026-11-20T17:00:00.000Z') }),
  signIns: z.array(labelCount).meta({
    description: 'The sign-ins that succeeded, by method.',
    example: [
      { label: 'passkey', count: 120 },
      { label: 'password', count: 220 },
    ],
  }),
  rejected: z.array(labelCount).meta({
    description: 'The rejected sign-ins, second factors and step-ups, and the requests over a limit, by reason.',
    example: [{ label: 'wrong password', count: 21 }],
  }),
  newAccounts: count(
    'How many accounts were created. Those that an operator imported, or that came from the old service, are not counted.',
    12,
  ),
});

const accountFigures = answerType('AccountFigures', 'How many accounts there are.', {
  total: count('All accounts.', 48_200),
  active: count('Those that have signed in within 30 days.', 31_050),
  verified: count('Those with a verified address.', 45_900),
  twoStep: count('Those with two-step sign-in.', 6_020),
  passkey: count('Those with a passkey.', 9_640),
  countedTs: z.date().meta({ description: 'When they were counted: once an hour.', example: exampleTs }),
});

export const figuresAnswer = answerOf(
  answerType('Figures', 'What happened, and how many accounts there are.', {
    range: z.string().meta({ description: 'As in the request.', example: '24h' }),
    bars: z.array(figureBar).meta({ description: 'Oldest first. The last one is not over.' }),
    sinceTs: z
      .date()
      .nullable()
      .meta({
        description:
          'The oldest hour that is counted. What was before is not in the numbers. Null before the first count.',
        example: new Date('2026-09-01T00:00:00.000Z'),
      }),
    countedTs: z.date().nullable().meta({
      description: 'When the current hour was counted for the last time. Null before the first count.',
      example: exampleTs,
    }),
    accounts: accountFigures.nullable().meta({ description: 'The accounts. Null before the first count.' }),
  }),
  { is: 'The figures.', envelope: 'What happened.' },
);
