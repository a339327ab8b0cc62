import { z } from 'zod';
import { exampleUser } from '../../accounts/users/user.answers';
import { type AuditDetails, auditFieldMeanings as meanings } from '../../platform/audit/audit-event';
import { answerOf, answerType, exampleTs, graphqlType, pageOf } from '../../platform/operations/answer';

/** The number of events of a request that are explained. A bulk request has an event for each account. */
export const mostExplained = 50;

const requestId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';
const optional = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });
const optionalId = (description: string, example: string | null = null) =>
  z.uuid().nullable().meta({ description, isId: false, example });

const person = graphqlType('AuditPerson', 'An account that an event names.', {
  id: z.uuid().meta({ description: 'The id of the account.', example: exampleUser.id }),
  email: z.string().meta({ description: 'The e-mail address.', example: exampleUser.email }),
  firstName: z.string().meta({ description: 'The first name.', example: exampleUser.firstName }),
  lastName: z.string().meta({ description: 'The last name.', example: exampleUser.lastName }),
});

const client = graphqlType('AuditClient', 'An OAuth client that an event names.', {
  id: z.uuid().meta({ description: 'The client id.', example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' }),
  name: z.string().meta({ description: 'The name.', example: 'orders' }),
});

const event = answerType('AuditEvent', 'What was done, or what was rejected.', {
  id: z.uuid().meta({ description: meanings.id, example: '01a1fafd-5d49-7c1f-8a41-6f0d1f0a1122' }),
  action: z.string().meta({ description: meanings.action, example: 'login_failed' }),
  outcome: z.string().meta({ description: meanings.outcome, example: 'INVALID_CREDENTIALS' }),
  userId: optionalId(meanings.userId, exampleUser.id),
  accountKey: optional(meanings.accountKey),
  sessionId: optionalId(meanings.sessionId),
  actorId: optionalId(meanings.actorId),
  ip: optional(meanings.ip, '203.0.113.7'),
  network: optional(meanings.network, '203.0.113.7'),
  userAgent: optional(meanings.userAgent, 'curl/8.5.0'),
  requestIds: z.array(z.string().meta({ description: 'The id of a request.' })).meta({
    description: meanings.requestIds,
    example: [requestId],
  }),
  details: z.custom<AuditDetails>().meta({
    description: meanings.details,
    keys: 'names',
    example: { operation: 'login', reason: 'wrong password' },
  }),
  firstTs: z.date().meta({ description: meanings.firstTs, example: exampleTs }),
  lastTs: z.date().meta({ description: meanings.lastTs, example: exampleTs }),
  count: z.int().meta({ description: meanings.count, example: 1 }),
  user: person.nullable().meta({
    description:
      'The account that the event is about, as it is now. Null if the event names none, or if it was erased.',
  }),
  actor: person.nullable().meta({
    description:
      'The account of the super admin who acted, as it is now. Null if no super admin acted, or if it was erased.',
    example: null,
  }),
  actorClient: client.nullable().meta({
    description: 'The service that acted, as it is now. Null if no service acted, or if it was deleted.',
    example: null,
  }),
});

export const auditEventsAnswer = pageOf(event, {
  connection: 'AuditConnection',
  property: 'events',
  items: 'The events of this page, the newest first.',
  positionOf: ({ lastTs, id }) => ({ ts: lastTs, id }),
  is: 'One page of the audit.',
  envelopeName: 'AuditEnvelope',
});

export const explainAnswer = answerOf(
  graphqlType('Explanation', 'Why a request was rejected, or what it did.', {
    requestId: z.string().meta({ description: 'The id of the request.', example: requestId }),
    cause: z.string().meta({
      description: 'The one cause of the rejection, in a sentence. If nothing was rejected, what was done.',
      example: 'The password is wrong.',
    }),
    advice: optional(
      'What the operator does about it. Null if there is nothing to do.',
      'Let the user reset the password if it is lost.',
    ),
    lines: z.array(z.string().meta({ description: 'A sentence, or an empty line.' })).meta({
      description:
        'The explanation in sentences: the cause, the advice, then all facts. An empty line is between the explanations of two events.',
      example: [
        'The password is wrong.',
        'Advice: Let the user reset the password if it is lost.',
        '2026-11-20T17:30:15.123Z  login, from 203.0.113.7, curl/8.5.0',
        `The account ${exampleUser.id} is now enabled. Its live sessions: 0.`,
      ],
    }),
    events: z.array(event).meta({
      description: `The events of the request, the oldest first, and at most the newest ${mostExplained}.`,
    }),
    hasMore: z.boolean().meta({
      description: 'Whether the request has more events. Then the last line says so, too.',
      example: false,
    }),
  }),
  {
    is: 'Why a request was rejected, or what it did.',
    envelope: 'The explanation of a request.',
    envelopeName: 'ExplanationEnvelope',
    response: 'The explanation.',
  },
);
