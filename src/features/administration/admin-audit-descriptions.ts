import type { AuditEvent } from '../../platform/audit/audit-event';
import { auditFieldMeanings } from '../../platform/audit/audit-event';
import { mailProblems } from '../../platform/email/mail-problem';
import type { ListedMessage } from '../../platform/messages/message';
import type { ListedKey } from '../tokens/key-ring';
import type { KeyState } from '../tokens/signing-key';
import type { ActivityHour } from './activity';
import type { Explanation } from './admin-audit.service';
import type { InstallationFinding } from './admin-installation.service';
import { mostExplained } from './administration.operations';

// The descriptions of the audit, the mails and the installation, for both APIs.

/** The meaning of the fields of an event. The fold key is not returned. */
export const auditEventDescriptions: Readonly<Record<keyof Omit<AuditEvent, 'foldKey'>, string>> = auditFieldMeanings;

export const explanationDescriptions: Readonly<Record<keyof Explanation, string>> = {
  requestId: 'The id of the request.',
  lines: 'The explanation in sentences. An empty line is between the explanations of two events.',
  events: `The events of the request, the oldest first, and at most the newest ${mostExplained}.`,
  hasMore: 'Whether the request has more events. Then the last line says so, too.',
};

const problems = Object.keys(mailProblems).map((problem) => `\`${problem}\``);

/** The meaning of what a super admin sees of a mail. */
export const messageDescriptions: Readonly<Record<keyof Omit<ListedMessage, 'tokenId'> | 'state', string>> = {
  id: 'The id of the mail, which is also in its `Message-ID`.',
  template: 'The kind of mail.',
  state: 'Whether the mail waits or has failed.',
  userId: 'The id of the account that the mail is about. Null if there is none.',
  recipient: 'The e-mail address that gets the mail.',
  locale: 'The language of the mail: `en`, `de`, `fr` or `es`.',
  createdTs: 'When the mail was written.',
  expiresTs: 'The mail is not sent after this time.',
  attempts: 'How often Gatehouse has tried to send the mail.',
  dueTs: 'The time of the next attempt. Null if there is none.',
  endedTs: 'When the mail has failed for good. Null if it waits.',
  problem: `Why the last attempt failed: ${problems.slice(0, -1).join(', ')} or ${problems.at(-1)}. Null before the first attempt.`,
};

export const keyStates: Readonly<Record<KeyState, string>> = {
  pending: 'Published, and does not sign yet.',
  signing: 'Signs access tokens.',
  verifying: 'Signs no longer, and verifies the tokens that it has signed.',
  expired: 'All tokens that it has signed have expired.',
  revoked: 'Revoked: the tokens that it has signed are rejected.',
};

export const signingKeyDescriptions: Readonly<Record<keyof ListedKey, string>> = {
  kid: 'The id of the key: the thumbprint of its public half (RFC 7638), and `kid` in the header of tokens.',
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

export const findingDescriptions: Readonly<Record<keyof InstallationFinding, string>> = {
  check: 'The part of the installation that was checked.',
  verdict: 'The result.',
  says: 'The result in one sentence. For a failure, also what to do.',
};
