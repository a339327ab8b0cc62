import { auditActions } from '../audit/action-table';
import type { AuditEvent } from '../audit/audit-event';
import { auditFieldMeanings } from '../audit/audit-event';
import { mailProblems } from '../email/mail-problem';
import { type ListedMessage, messageStates } from '../messages/message';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import type { ListedKey } from '../tokens/key-ring';
import type { KeyState } from '../tokens/signing-key';
import type { ActivityHour } from './activity';
import { type AuditField, auditInput, auditPageSize, type ExplainField, explainInput } from './admin-audit.inputs';
import type { Explanation } from './admin-audit.service';
import type { InstallationFinding } from './admin-installation.service';
import { type IdField, idInput, type MessagesField, messagePageSize, messagesInput } from './admin-messages.inputs';
import { mostExplained } from './administration.operations';

// The descriptions of the audit, the mails and the installation, for both APIs.

const cursorExample = 'MTc5NTE5NTgxNTEyMyAwMWExZmFmZC01ZDQ4LTc0ZmItODc0Zi03ZTBjY2FjZWU5ODc';

const auditSize = `The number of events in a page, from 1 to ${auditPageSize.atMost}. The default is ${auditPageSize.byDefault}.`;

export const auditTexts = {
  first: { description: auditSize, example: 20 },
  limit: { description: auditSize, example: 20 },
  after: {
    description:
      'The cursor from the previous page. The new page starts after that cursor. Without a cursor, the page starts with the newest event.',
    example: cursorExample,
  },
  user: {
    description:
      'Only events of this account: its id or its e-mail address. An address also finds rejected requests with the address, even if it has no account.',
    example: 'ada@example.com',
  },
  actor: {
    description: 'Only what this super admin did: the id of the account or its e-mail address.',
    example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  },
  action: { description: 'Only events with this action.', example: 'login_failed', values: auditActions },
  outcome: {
    description:
      'Only events with this outcome: `success`, the error code of the answer, or `failure` if a background job failed.',
    example: 'INVALID_CREDENTIALS',
  },
  network: {
    description: 'Only events from this network: an IPv4 address, or the /64 of an IPv6 address, as in an event.',
    example: '203.0.113.7',
  },
  since: { description: 'Only events at this time or later.', example: '2026-11-20T17:30:15.123' },
  until: { description: 'Only events that began at this time or earlier.', example: '2026-11-20T17:30:15.123' },
} as const satisfies Record<AuditField, FieldText>;

/** Without the actions and their meanings: a GraphQL client asks for this description often, and docs have the table. */
export const actionText =
  'Only events with this action, such as `login_failed`. The documentation has the list of actions.';

export const explainTexts = {
  requestId: {
    description: 'The id of a request: the `X-Request-Id` of its response, or the `requestId` of a line in the log.',
    example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  },
} as const satisfies Record<ExplainField, FieldText>;

const messageSize = `The number of mails in a page, from 1 to ${messagePageSize.atMost}. The default is ${messagePageSize.byDefault}.`;

export const messagesTexts = {
  first: { description: messageSize, example: 20 },
  limit: { description: messageSize, example: 20 },
  after: {
    description:
      'The cursor from the previous page. The new page starts after that cursor. Without a cursor, the page starts with the newest mail.',
    example: cursorExample,
  },
  state: {
    description: 'Only mails in this state. Without this filter, mails in both states.',
    example: 'failed',
    values: messageStates,
  },
} as const satisfies Record<MessagesField, FieldText>;

export const retryMessageTexts = {
  id: { description: 'The id of the mail.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' },
} as const satisfies Record<IdField, FieldText>;

const { first: _events, ...restAuditTexts } = auditTexts;
const { first: _messages, ...restMessagesTexts } = messagesTexts;

/** The inputs in JSON Schema, as the REST API names them. They are functions, because only the OpenAPI document needs them. */
export const adminAuditInputSchemas = {
  auditEvents: () => inputSchemaOf(auditInput, restAuditTexts as typeof auditTexts),
  /** The path of the REST API names the request `id`. */
  explain: () => {
    const { fields, required: _, problems } = inputSchemaOf(explainInput, explainTexts);
    return { fields: { id: fields.requestId ?? {} }, required: ['id'], problems };
  },
  messages: () => inputSchemaOf(messagesInput, restMessagesTexts as typeof messagesTexts),
  retryMessage: () => inputSchemaOf(idInput, retryMessageTexts),
};

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
