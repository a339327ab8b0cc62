/** What a client answers to show that it is no program: a proof of work, or a token of another service (decision 064). */
export type BotChallenge =
  | { kind: 'puzzle'; id: string; salt: string; bits: number; expiresIn: number }
  | { kind: 'site'; siteKey: string; action: string };

export const botChallengeText = 'What shows that the client is no program. Only with `CHALLENGE_REQUIRED`.';

export const botChallengeKinds: Readonly<Record<BotChallenge['kind'], string>> = {
  puzzle: 'A number is to be found, which takes a moment. The answer is the id, a dot and the decimal number.',
  site: 'A widget of another service gives a token, which is the answer.',
};

/** The fields of one kind alone. */
export const botChallengeFields = {
  id: { type: 'string', text: 'Of a puzzle.' },
  salt: { type: 'string', text: 'SHA-256 of this text and the number begins with enough zero bits.' },
  bits: { type: 'integer', text: 'The number of zero bits.' },
  expiresIn: { type: 'integer', text: 'How long the puzzle can be answered, in seconds.' },
  siteKey: { type: 'string', text: 'The key of the widget.' },
  action: { type: 'string', text: 'The action of the widget.' },
} as const;
